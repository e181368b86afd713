package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.simulated.Layout.MigPart;
import io.gpuledger.exporter.device.simulated.Workload.Pattern;
import io.gpuledger.exporter.device.simulated.Workload.Square;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What the lines of a script say; the grammar stands in the comment of [Scenario].
final class Grammar {
    private static final Duration DRIVER_RESTART = Duration.ofSeconds(10);

    private static final Map<String, Function<Words, Fault>> FAULTS = Map.ofEntries(
            Map.entry("xid", words -> new Fault.Xid(gpu(words), words.count("XID"))),
            Map.entry(
                    "ecc", words -> new Fault.Ecc(gpu(words), words.oneOf("kind", Fault.Ecc.Kind.class), count(words))),
            Map.entry(
                    "remap",
                    words -> new Fault.Remap(
                            gpu(words), words.oneOf("kind", Fault.Remap.Kind.class), words.count("number of rows"))),
            Map.entry("remap-failed", words -> new Fault.RemapFailed(gpu(words))),
            Map.entry(
                    "throttle",
                    words -> new Fault.Throttle(
                            gpu(words),
                            words.oneOf("reason", Fault.Throttle.Reason.class),
                            words.duration("duration"))),
            Map.entry("pcie-replays", words -> new Fault.PcieReplays(gpu(words), count(words))),
            Map.entry(
                    "nvlink-errors",
                    words -> new Fault.NvlinkErrors(
                            gpu(words), words.oneOf("kind", Fault.NvlinkErrors.Kind.class), count(words))),
            Map.entry(
                    "nvlink-down",
                    words -> new Fault.NvlinkDown(gpu(words), words.count("link"), words.optionalDuration())),
            Map.entry("hang", words -> new Fault.Hang(gpu(words), words.optionalDuration())),
            Map.entry("release", words -> new Fault.Release(gpu(words))),
            Map.entry("lose", words -> new Fault.Lose(gpu(words), words.optionalDuration())),
            Map.entry("return", words -> new Fault.Return(gpu(words))),
            Map.entry(
                    "mig",
                    words -> new Fault.Repartition(
                            gpu(words), words.take("off") ? new Layout.Whole(List.of()) : mig(words))),
            Map.entry(
                    "driver-restart",
                    words -> new Fault.DriverRestart(words.optionalDuration().orElse(DRIVER_RESTART))));

    private static final Map<String, Function<Words, Workload>> WORKLOADS = workloads();

    private Grammar() {}

    static Fault fault(String text) {
        var words = new Words(text);
        Fault fault = fault(words);
        words.end();
        return fault;
    }

    static Fault fault(Words words) {
        return words.oneOf("fault", FAULTS).apply(words);
    }

    static Layout layout(Words words) {
        return words.take("mig") ? mig(words) : new Layout.Whole(workloads(words));
    }

    private static Layout mig(Words words) {
        var parts = new ArrayList<MigPart>();
        if (!words.isEmpty()) {
            do {
                parts.add(new MigPart(words.next("MIG profile"), workloads(words)));
            } while (words.take(","));
        }
        return new Layout.Mig(parts);
    }

    private static List<Workload> workloads(Words words) {
        var workloads = new ArrayList<Workload>();
        do {
            workloads.add(words.oneOf("workload", WORKLOADS).apply(words));
        } while (words.take("+"));
        return workloads;
    }

    private static Map<String, Function<Words, Workload>> workloads() {
        Map<String, Function<Words, Workload>> workloads =
                Arrays.stream(Pattern.values()).collect(Collectors.toMap(Words::of, pattern -> words -> pattern));
        workloads.put("square", Grammar::square);
        return Map.copyOf(workloads);
    }

    private static Workload square(Words words) {
        Duration period = words.duration("period");
        if (!Square.allows(period)) {
            throw new ScenarioException("the period of a square wave is a multiple of 400ms");
        }
        return new Square(period);
    }

    private static int gpu(Words words) {
        return words.count("GPU number");
    }

    private static int count(Words words) {
        return words.count("count");
    }
}
