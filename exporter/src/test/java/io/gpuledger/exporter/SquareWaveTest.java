package io.gpuledger.exporter;

import static io.gpuledger.exporter.device.Quantity.BUSY;
import static io.gpuledger.exporter.device.Quantity.SM_ACTIVE;
import static io.gpuledger.exporter.device.Quantity.UTILIZATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import io.gpuledger.exporter.device.simulated.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A load that is on for a second and off for a second: an hour of it is half an hour of work, whoever looks when.
class SquareWaveTest {
    private static final int MINUTE = 60;
    private static final int SCRAPE_INTERVAL = 15;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void a_minute_is_integrated_to_within_one_percent_while_the_gauge_misleads(long seed) throws InterruptedException {
        var random = new Random(seed);
        var gauge = new ArrayList<Double>();
        try (var node = new VirtualNode(Scenario.builtIn("square"), seed)) {
            var first = node.cycleAfter(Duration.ofMillis(random.nextInt(2000)));
            var last = first;
            for (var second = 1; second <= MINUTE; second++) {
                last = node.cycleAfter(jittered(random));
                if (second % SCRAPE_INTERVAL == 0) {
                    gauge.add(unit(last, 0).readings().value(UTILIZATION).orElseThrow());
                }
            }
            assertThat(mean(first, last, 0, true))
                    .as("H100 by SM, seed %d", seed)
                    .isCloseTo(0.5, within(0.005));
            assertThat(mean(first, last, 0, false))
                    .as("H100 by kernels, seed %d", seed)
                    .isCloseTo(0.5, within(0.005));
            assertThat(mean(first, last, 1, false))
                    .as("V100 by kernels, seed %d", seed)
                    .isCloseTo(0.5, within(0.005));
        }
        assertThat(gauge)
                .as("what a scrape each 15 s sees, seed %d", seed)
                .hasSize(4)
                .allMatch(SquareWaveTest::allOrNothing);
    }

    /// A timer that is late or early by up to 5 %.
    private static Duration jittered(Random random) {
        return Duration.ofMillis(950 + random.nextInt(101));
    }

    private static double mean(Snapshot first, Snapshot last, int gpu, boolean bySm) {
        var quantity = bySm ? SM_ACTIVE : BUSY;
        var active = active(last, gpu).getOrDefault(quantity, 0L)
                - active(first, gpu).getOrDefault(quantity, 0L);
        var observed = unit(last, gpu).activity().observedNanos()
                - unit(first, gpu).activity().observedNanos();
        return (double) active / observed;
    }

    private static Map<Quantity, Long> active(Snapshot snapshot, int gpu) {
        return unit(snapshot, gpu).activity().activeNanos();
    }

    private static UnitState unit(Snapshot snapshot, int gpu) {
        return snapshot.gpus().get(gpu).units().getFirst();
    }

    private static boolean allOrNothing(double utilization) {
        return List.of(0.0, 1.0).contains(utilization);
    }
}
