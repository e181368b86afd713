package io.gpuledger.analyzer.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.service.http.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AskedTest {
    private static final One<Integer> LIMIT = new One<>("limit", Reading.upTo(10), 5, "How many.");
    private static final Several<String> COLOR =
            new Several<>("color", Reading.oneOf("color", List.of("red", "blue")), false, "all", "Only these.");
    private static final Required<String> TEAM = new Required<>("team", Reading.TEXT, "a", "ask around", "Whose.");

    private static Asked asked(List<Parameter> declared, Map<String, List<String>> given) {
        return new Asked(declared, given, Map.of(), "", false, Viewer.ANYBODY);
    }

    @Test
    void what_is_left_out_is_as_usual_and_what_is_given_counts() {
        assertThat(asked(List.of(LIMIT), Map.of()).get(LIMIT)).isEqualTo(5);
        assertThat(asked(List.of(LIMIT), Map.of()).get(LIMIT.or(7))).isEqualTo(7);
        assertThat(asked(List.of(LIMIT), Map.of("limit", List.of("10"))).get(LIMIT.or(7)))
                .isEqualTo(10);
        assertThat(asked(List.of(COLOR), Map.of("color", List.of("red", "blue", "red")))
                        .get(COLOR))
                .containsExactly("blue", "red");
    }

    @Test
    void reading_goes_on_to_the_end_whatever_is_wrong() {
        var given = Map.of("limit", List.of("11"), "color", List.of("green", "blu", "red"), "colour", List.of("red"));
        var question = Question.of(List.of(LIMIT, COLOR, TEAM), asked -> {
            asked.get(LIMIT);
            asked.get(COLOR);
            return asked.get(TEAM);
        });

        assertThatExceptionOfType(BadQuestionException.class)
                .isThrownBy(() -> question.of(asked(question.parameters(), given)))
                .satisfies(e -> assertThat(e.faults())
                        .extracting(Fault::toString)
                        .containsExactly(
                                "limit: 11 must be a whole number from 1 to 10",
                                "color: no color is called blu; did you mean blue?",
                                "color: no color is called green; there is red, blue",
                                "team: must be given; ask around",
                                "unknown parameter colour; did you mean color?"));
    }

    @Test
    void what_is_declared_is_read_and_what_is_read_is_declared() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Question.of(List.of(LIMIT), _ -> "").of(asked(List.of(LIMIT), Map.of())))
                .withMessageContaining("limit");
        assertThatIllegalStateException()
                .isThrownBy(() -> asked(List.of(LIMIT), Map.of()).get(COLOR))
                .withMessageContaining("color");
    }

    @Test
    void a_format_is_asked_for_where_there_is_a_table_to_have() {
        var data = new Shape<String>("data", List.of());
        var question = Question.of(List.of(Format.PARAMETER), Asked::format);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Endpoint<>(
                        "/x", "what x is", question, Document.of(data), _ -> new Outcome.Answered<>("")));
    }
}
