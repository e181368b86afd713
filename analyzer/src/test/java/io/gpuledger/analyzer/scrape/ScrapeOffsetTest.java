package io.gpuledger.analyzer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScrapeOffsetTest {
    private static final Duration INTERVAL = Duration.ofSeconds(15);

    private static String url(int node) {
        return "http://10.0.%d.%d:9400/metrics".formatted(node / 250, node % 250);
    }

    @Test
    void a_target_has_the_same_slot_after_a_restart() {
        var url = url(7);
        var offset = ScrapeOffset.offsetMillis(url, INTERVAL);
        for (long now = 1_000_000_000_000L; now < 1_000_000_100_000L; now += 777) {
            assertThat((now + ScrapeOffset.millisToNext(url, INTERVAL, now)) % INTERVAL.toMillis())
                    .isEqualTo(offset);
        }
        // What it was in the first version: a change of it would bunch up all targets' scrapes once.
        assertThat(ScrapeOffset.offsetMillis("http://10.0.0.7:9400/metrics", INTERVAL))
                .isEqualTo(1000);
    }

    @Test
    void targets_share_slots_of_half_a_second_or_a_tenth_of_the_interval() {
        for (var millis : List.of(1, 10, 100, 1_000, 5_000, 30_000)) {
            var interval = Duration.ofMillis(millis);
            var slots = IntStream.range(0, 12_500)
                    .mapToLong(node -> ScrapeOffset.offsetMillis(url(node), interval))
                    .distinct()
                    .count();

            assertThat(slots).as(interval + "").isEqualTo(Math.max(Math.min(10, millis), millis / 500));
        }
    }

    @Test
    void targets_are_spread_over_the_whole_interval() {
        var perSecond = new int[15];
        IntStream.range(0, 12_500)
                .forEach(node -> perSecond[(int) ScrapeOffset.offsetMillis(url(node), INTERVAL) / 1000]++);

        for (var count : perSecond) {
            assertThat(count).isBetween(12_500 / 15 * 8 / 10, 12_500 / 15 * 12 / 10);
        }
    }
}
