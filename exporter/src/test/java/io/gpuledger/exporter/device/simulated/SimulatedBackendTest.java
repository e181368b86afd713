package io.gpuledger.exporter.device.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedBackendTest {
    @ParameterizedTest
    @ValueSource(strings = {"mixed", "faults", "lost", "mig", "square"})
    void the_same_seed_script_and_instants_give_the_same_values(String name) {
        List<Sample> samples = run(name, 42);
        assertThat(run(name, 42)).isEqualTo(samples);
    }

    @Test
    void another_seed_gives_other_values_and_names() {
        assertThat(run("mixed", 1)).isNotEqualTo(run("mixed", 2));
        try (var one = new Bench(Scenario.builtIn("mixed"), 1);
                var other = new Bench(Scenario.builtIn("mixed"), 2)) {
            assertThat(one.gpu(0).device().uuid())
                    .isNotEqualTo(other.gpu(0).device().uuid());
        }
    }

    private static List<Sample> run(String name, long seed) {
        var samples = new ArrayList<Sample>();
        try (var bench = new Bench(Scenario.builtIn(name), seed)) {
            var random = new Random(seed);
            long millis = 0;
            for (int cycle = 0; cycle < 150; cycle++) {
                millis += random.nextLong(1, 2_000);
                bench.clock.set(Duration.ofMillis(millis));
                bench.backend.scan().forEach(gpu -> samples.add(gpu.read(Bench.ALL)));
            }
        }
        return samples;
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 5, 8})
    void counters_never_fall_while_the_driver_lives(long seed) {
        for (String name : List.of("mixed", "faults", "mig", "lost")) {
            try (var bench = new Bench(Scenario.builtIn(name), seed)) {
                var random = new Random(seed);
                var gpus = bench.backend.scan();
                var before = new Readings[gpus.size()];
                long millis = 0;
                for (int cycle = 0; cycle < 200; cycle++) {
                    for (int i = 0; i < gpus.size(); i++) {
                        Readings readings = gpus.get(i).read(Bench.ALL).gpu();
                        if (cycle > 0) {
                            assertNoCounterFell(before[i], readings, "%s, GPU %d, seed %d".formatted(name, i, seed));
                        }
                        before[i] = cycle == 0 ? readings : before[i].with(onlyValues(readings));
                    }
                    millis += random.nextLong(1, 3_000);
                    bench.clock.set(Duration.ofMillis(millis));
                }
            }
        }
    }

    private static void assertNoCounterFell(Readings before, Readings after, String what) {
        for (Quantity quantity : Quantity.values()) {
            if (quantity.kind() == Quantity.Kind.COUNTER) {
                before.value(quantity)
                        .ifPresent(count -> after.value(quantity)
                                .ifPresent(later -> assertThat(later)
                                        .as("%s of %s", quantity, what)
                                        .isGreaterThanOrEqualTo(count)));
            }
        }
    }

    private static Readings onlyValues(Readings readings) {
        var values = new EnumMap<Quantity, Reading>(Quantity.class);
        readings.asked().forEach((quantity, reading) -> {
            if (reading instanceof Reading.Value) {
                values.put(quantity, reading);
            }
        });
        return Readings.of(values);
    }

    @Test
    void a_clock_that_is_set_back_stands_still() {
        try (var bench = new Bench("gpu h100 training")) {
            bench.clock.setSeconds(100);
            double energy = bench.value(0, Quantity.ENERGY);
            bench.clock.setSeconds(50);
            assertThat(bench.value(0, Quantity.ENERGY)).isEqualTo(energy);
        }
    }

    @Test
    void a_node_without_gpus_is_scanned_and_has_none() {
        try (var bench = new Bench(Scenario.builtIn("empty"), Bench.SEED)) {
            assertThat(bench.backend.scan()).isEmpty();
        }
    }

    @Test
    void a_closed_backend_is_not_scanned() {
        var bench = new Bench("gpu h100 idle");
        bench.close();
        assertThatIllegalStateException().isThrownBy(bench.backend::scan);
    }
}
