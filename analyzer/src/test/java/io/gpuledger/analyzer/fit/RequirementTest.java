package io.gpuledger.analyzer.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.fit.Requirement.Operator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequirementTest {
    /// The values are separated by blanks, and a label that is not there is no word.
    @ParameterizedTest
    @CsvSource({
        "In, a b, a, true",
        "In, a b, c, false",
        "In, a b, , false",
        "NotIn, a b, a, false",
        "NotIn, a b, c, true",
        "NotIn, a b, , true",
        "Exists, '', a, true",
        "Exists, '', , false",
        "DoesNotExist, '', a, false",
        "DoesNotExist, '', , true",
        "Gt, 80, 81, true",
        "Gt, 80, 80, false",
        "Gt, 80, many, false",
        "Gt, 80, , false",
        "Lt, 80, 79, true",
        "Lt, 80, 80, false",
        "Lt, many, 1, false",
        "Lt, 80 90, 1, false",
        "Lt, 80, , false",
    })
    void a_label_meets_a_requirement_as_the_documentation_of_kubernetes_says(
            String operator, String values, String value, boolean isMet) {
        var required = new Requirement(
                "label",
                Operator.of(operator).orElseThrow(),
                values.isEmpty() ? List.of() : List.of(values.split(" ")));
        assertThat(required.isMetBy(Optional.ofNullable(value))).isEqualTo(isMet);
    }

    @ParameterizedTest
    @CsvSource({
        "In, a, label=a",
        "In, a b, 'label in (a, b)'",
        "NotIn, a b, 'label not in (a, b)'",
        "Exists, '', label",
        "DoesNotExist, '', no label",
        "Gt, 80, label > 80",
        "Lt, 80, label < 80",
    })
    void a_requirement_is_written_for_people(String operator, String values, String text) {
        assertThat(new Requirement(
                        "label",
                        Operator.of(operator).orElseThrow(),
                        values.isEmpty() ? List.of() : List.of(values.split(" "))))
                .hasToString(text);
    }
}
