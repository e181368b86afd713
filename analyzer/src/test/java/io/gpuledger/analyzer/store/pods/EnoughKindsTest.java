package io.gpuledger.analyzer.store.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.pods.EnoughKinds.Had;
import io.gpuledger.analyzer.store.pods.EnoughKinds.Weighed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EnoughKindsTest {
    private static final Had COMMON = new Had("nvidia.com/gpu", Optional.of("H100"));
    private static final Had RARE = new Had("nvidia.com/gpu", Optional.of("A30"));

    private static Weighed kind(String spec, Map<Had, Double> had) {
        return new Weighed(new ExpectedKind(spec, new TreeSet<>(), 1), had);
    }

    private static List<String> chosen(List<Weighed> kinds, int most) {
        return EnoughKinds.of(kinds, most).stream().map(ExpectedKind::spec).toList();
    }

    @Test
    void the_fewest_that_have_nearly_all_of_the_time_are_enough() {
        assertThat(chosen(
                        List.of(
                                kind("large", Map.of(COMMON, 90.0)),
                                kind("small", Map.of(COMMON, 6.0)),
                                kind("seldom", Map.of(COMMON, 4.0))),
                        10))
                .containsExactly("large", "small");
    }

    @Test
    void who_uses_a_rare_kind_is_among_them_however_many_use_the_common_one() {
        var kinds = new ArrayList<Weighed>();
        for (var i = 0; i < 300; i++) {
            kinds.add(kind("common-" + i, Map.of(COMMON, 100.0)));
        }
        kinds.add(kind("rare", Map.of(RARE, 1.0)));

        assertThat(chosen(kinds, 128)).hasSize(128).startsWith("common-0").endsWith("rare");
    }
}
