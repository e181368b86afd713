package io.gpuledger.exporter.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.SharedTime.Driver;
import io.gpuledger.exporter.attribution.SharedTime.Load;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The table of figures in docs/attribution.md: how far off a minute of a shared GPU is.
class SharedTimeIT {
    private static final double SIXTH = 1.0 / 6;
    private static final double MOST = 0.02;
    private static final List<Integer> INTERVALS = List.of(250, 500, 1000, 2000, 5000);
    private static final List<Double> PHASES = List.of(0.0, 0.3, 0.77);
    private static final List<List<Load>> LOADS = List.of(
            List.of(Load.constant(60)),
            List.of(new Load(100, 1, 1, 0)),
            List.of(new Load(80, 0.3, 0.7, 0.13)),
            List.of(Load.constant(30), new Load(50, 1, 1, 0.4), new Load(20, 2, 3, 0.25)));

    private static final Map<String, DoubleFunction<Driver>> DRIVERS = new LinkedHashMap<>();

    static {
        DRIVERS.put("1/6 s", phase -> new Driver(SIXTH, phase));
        DRIVERS.put("1/2 s", phase -> new Driver(0.5, phase));
        DRIVERS.put("1 s", phase -> new Driver(1, phase));
        DRIVERS.put("1 s, the GPU each 1/6 s", phase -> new Driver(1, phase, false, SIXTH));
        DRIVERS.put("means of 1/6 s", phase -> new Driver(SIXTH, phase, true, SIXTH));
    }

    @TempDir
    private Path folder;

    private int played;

    @Test
    void the_document_says_how_far_off_a_minute_is() throws InterruptedException {
        var table = new StringBuilder("| cycles \\ samples | %s |%n".formatted(String.join(" | ", DRIVERS.keySet())));
        table.append("|---".repeat(1 + DRIVERS.size())).append("|\n");
        for (var interval : INTERVALS) {
            table.append("| %d ms |".formatted(interval));
            for (var driver : DRIVERS.values()) {
                var worst = worst(interval, driver);
                assertThat(worst).isLessThan(MOST);
                table.append(String.format(Locale.ROOT, " %.1f %% |", 100 * worst));
            }
            table.append('\n');
        }
        Golden.section(Path.of("docs/attribution.md"), "shared time").matches(table.toString());
    }

    private double worst(int intervalMillis, DoubleFunction<Driver> driver) throws InterruptedException {
        var worst = 0.0;
        for (var phase : PHASES) {
            for (var loads : LOADS) {
                var minute = SharedTime.minute(
                        folder.resolve("played" + played++),
                        Duration.ofMillis(intervalMillis),
                        driver.apply(phase),
                        loads);
                worst = Math.max(worst, minute.worst());
            }
        }
        return worst;
    }
}
