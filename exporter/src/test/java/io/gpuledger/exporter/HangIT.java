package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The packaged exporter while one of its two GPUs hangs in a reading.
class HangIT {
    /// A sample interval, a deadline, and what a loaded machine may add.
    private static final Duration OLDEST = Duration.ofSeconds(1).plusMillis(500).plusSeconds(3);
    private static final String STUCK = "gpu_exporter_device_stuck\\{uuid=\"\\S+\",gpu=\"%d\",\\S+}";
    private static final String OBSERVED = "gpu_observed_seconds_total\\{uuid=\"\\S+\",gpu=\"1\",\\S+}";

    private final RunningProgram exporter = Dist.start("--simulated-scenario", "lost");

    @AfterEach
    void close() {
        exporter.close();
    }

    private static double value(String page, String series) {
        var match = Pattern.compile("(?m)^" + series + " (\\S+)$").matcher(page);
        assertThat(match.find()).as(series).isTrue();
        return Double.parseDouble(match.group(1));
    }

    @Test
    void pages_stay_complete_and_fresh_for_the_others_and_the_stuck_one_is_named()
            throws IOException, InterruptedException {
        try (var scraper = new Scraper(exporter)) {
            exporter.await("GPU (1) is");
            assertThat(scraper.post("/-/simulate", "hang 0")).isEqualTo("done: hang 0\n");
            var before = scraper.textThat(page -> value(page, STUCK.formatted(0)) == 1);
            for (var scrape = 0; scrape < 3; scrape++) {
                var last = before;
                var page = scraper.textThat(newer -> !newer.equals(last));
                assertThat(value(page, STUCK.formatted(0))).isEqualTo(1);
                assertThat(value(page, STUCK.formatted(1))).isZero();
                assertThat(page.lines().filter(line -> line.startsWith("gpu_power_watts{")))
                        .as("only the healthy one has gauges")
                        .singleElement()
                        .asString()
                        .contains("gpu=\"1\"");
                var age = Instant.now().toEpochMilli() / 1e3 - value(page, "gpu_exporter_snapshot_timestamp_seconds");
                assertThat(age).isLessThan(OLDEST.toMillis() / 1e3);
                assertThat(value(page, OBSERVED)).isGreaterThan(value(before, OBSERVED));
                before = page;
            }
            assertThat(scraper.get("/readyz").body()).isEqualTo("ready: 1 of 2 GPUs answer\n");
        }
    }
}
