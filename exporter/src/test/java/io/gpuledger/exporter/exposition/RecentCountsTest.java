package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecentCountsTest {
    private final RecentCounts<Integer> recent = new RecentCounts<>(Duration.ofMinutes(5));

    private void at(int seconds, Map<Integer, Long> counts) {
        recent.take(Instant.ofEpochSecond(seconds), Map.of("GPU-1", new TreeMap<>(counts)));
    }

    @Test
    void what_came_since_the_start_counts() {
        at(0, Map.of(31, 2L));
        assertThat(recent.recent("GPU-1")).containsExactly(Map.entry(31, 2L));
    }

    @Test
    void what_came_before_the_window_does_not() {
        at(0, Map.of(31, 2L));
        at(100, Map.of(31, 3L, 79, 1L));
        at(299, Map.of(31, 3L, 79, 1L));
        assertThat(recent.recent("GPU-1")).containsExactly(Map.entry(31, 3L), Map.entry(79, 1L));
        at(300, Map.of(31, 3L, 79, 1L));
        assertThat(recent.recent("GPU-1")).containsExactly(Map.entry(31, 1L), Map.entry(79, 1L));
        at(400, Map.of(31, 3L, 79, 1L));
        assertThat(recent.recent("GPU-1")).isEmpty();
    }

    @Test
    void a_gpu_that_nothing_is_known_of_has_had_nothing() {
        at(0, Map.of(31, 2L));
        assertThat(recent.recent("GPU-2")).isEmpty();
    }
}
