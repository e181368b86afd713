package io.gpuledger.analyzer.booking;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RulesTest {
    private static final Duration USUAL = Duration.ofMinutes(30);
    private static final Duration OF_NOTEBOOKS = Duration.ofHours(1);
    private static final Rules RULES =
            new Rules(USUAL, OF_NOTEBOOKS, Set.of(), Selector.NONE, new Teams("team", Map.of()), Prices.NONE);

    private static SortedMap<String, String> says(String... idleAfter) {
        var words = new TreeMap<String, String>();
        List.of(idleAfter).forEach(said -> words.put("gpu_ledger_io_idle_after", said));
        return words;
    }

    private static Timeline<Duration> idleAfter(String workload, Map<Long, SortedMap<String, String>> annotations) {
        var said = new TreeMap<Long, Optional<SortedMap<String, String>>>();
        annotations.forEach((since, words) -> said.put(since, Optional.of(words)));
        return RULES.tenant(Pods.annotated(new Workload(workload, "w"), Timeline.of(said)))
                .idleAfter();
    }

    @Test
    void a_pod_that_says_nothing_is_idle_after_as_long_as_is_usual() {
        assertThat(idleAfter("Job", Map.of())).isEqualTo(Timeline.always(USUAL));
        assertThat(idleAfter("Job", Map.of(10L, says()))).isEqualTo(Timeline.always(USUAL));
        assertThat(idleAfter("Notebook", Map.of(10L, says()))).isEqualTo(Timeline.always(OF_NOTEBOOKS));
    }

    @Test
    void what_a_pod_said_first_it_said_always() {
        var said = idleAfter("Job", Map.of(10L, says("2h"), 20L, says("never"), 30L, says("no sense")));
        assertThat(said.at(0)).contains(Duration.ofHours(2));
        assertThat(said.at(19)).contains(Duration.ofHours(2));
        assertThat(said.at(20)).isEmpty();
        assertThat(said.at(30)).contains(USUAL);
    }

    @Test
    void what_a_pod_says_later_holds_from_then_on() {
        var never = idleAfter("Job", Map.of(10L, says(), 20L, says("never")));
        assertThat(never.at(0)).contains(USUAL);
        assertThat(never.at(19)).contains(USUAL);
        assertThat(never.at(20)).isEmpty();
        var longer = idleAfter("Notebook", Map.of(10L, says(), 20L, says("7d")));
        assertThat(longer.at(19)).contains(OF_NOTEBOOKS);
        assertThat(longer.at(20)).as("no more than six hours").contains(Duration.ofHours(6));
    }
}
