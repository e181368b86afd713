package io.gpuledger.exporter.attribution;

import static io.gpuledger.exporter.attribution.Nodes.holder;

import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.nvml.NvmlNode;
import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.sampler.ManualSampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Pods that share a GPU for a minute, whose work is known, and what the exporter makes of it: from the driver's
/// samples, by NVML's double, the backend and the sampler, to the pods' counters.
final class SharedTime {
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final double WARM_UP = 12;
    private static final double MEASURED = 60;

    /// A pod's process that computes with so many percent of the GPU, by turns where there is a pause between them.
    record Load(int percent, double on, double off, double begin) {
        static Load constant(int percent) {
            return new Load(percent, 1, 0, 0);
        }

        /// How many seconds of the GPU it takes from then to then: turn by turn.
        double seconds(double from, double to) {
            if (off == 0) {
                return percent / 100.0 * (to - from);
            }
            var seconds = 0.0;
            for (var start = begin - 100 * (on + off); start < to; start += on + off) {
                seconds += Math.max(0, Math.min(to, start + on) - Math.max(from, start));
            }
            return percent / 100.0 * seconds;
        }

        String script(int pid) {
            return String.format(Locale.ROOT, "%d %d %.9f %.9f %.9f", pid, percent, on, off, begin);
        }
    }

    /// Says when the driver samples the GPU, and what it hands out of its samples.
    ///
    /// @param period in seconds
    /// @param phase in periods, after our first cycle
    /// @param means whether it gives one mean of each process instead of every sample
    /// @param gpuPeriod when it looks at the GPU as a whole
    record Driver(double period, double phase, boolean means, double gpuPeriod) {
        Driver(double period, double phase) {
            this(period, phase, false, period);
        }
    }

    /// What came of a minute.
    ///
    /// @param observed for how many seconds of it the GPU was
    /// @param errors by how much of its truth each pod's time is off
    record Minute(double observed, List<Double> errors) {
        double worst() {
            return errors.stream().mapToDouble(Math::abs).max().orElseThrow();
        }
    }

    private record Counted(double observed, List<Double> pods) {}

    private SharedTime() {}

    static Minute minute(Path folder, Duration interval, Driver driver, List<Load> loads) throws InterruptedException {
        try (var node = node(folder, driver, loads);
                var sampler = new ManualSampler(
                        node.backend(), new SamplerSettings(interval, Duration.ofHours(1), DEADLINE), node.clock())) {
            var usage = new Usage(false);
            var warmUp = cycles(WARM_UP, interval);
            var measured = cycles(MEASURED, interval);
            var before = counted(usage, node, sampler, interval, warmUp, loads);
            var after = counted(usage, node, sampler, interval, measured, loads);
            var from = warmUp * seconds(interval);
            var to = from + measured * seconds(interval);
            return new Minute(
                    after.observed() - before.observed(),
                    IntStream.range(0, loads.size())
                            .mapToObj(pod -> error(
                                    after.pods().get(pod) - before.pods().get(pod),
                                    loads.get(pod).seconds(from, to)))
                            .toList());
        }
    }

    private static double error(double counted, double truth) {
        return (counted - truth) / truth;
    }

    private static double seconds(Duration interval) {
        return interval.toNanos() / 1e9;
    }

    private static int cycles(double seconds, Duration interval) {
        return (int) Math.round(seconds / seconds(interval));
    }

    private static Counted counted(
            Usage usage, NvmlNode node, ManualSampler sampler, Duration interval, int cycles, List<Load> loads)
            throws InterruptedException {
        var counted = new Counted(0, List.of());
        for (var cycle = 0; cycle < cycles; cycle++) {
            node.after(interval);
            counted = counted(usage, sampler.cycle(), loads);
        }
        return counted;
    }

    private static NvmlNode node(Path folder, Driver driver, List<Load> loads) {
        var node = NvmlNode.of(folder, "h100", 1);
        var script = new StringBuilder("gpu0 busy processes\n");
        script.append(String.format(
                Locale.ROOT, "gpu0 sampling %.9f %.9f%n", driver.period(), driver.phase() * driver.period()));
        script.append(String.format(
                Locale.ROOT,
                "gpu0 busy_sampling %.9f %.9f%n",
                driver.gpuPeriod(),
                driver.phase() * driver.gpuPeriod()));
        script.append(driver.means() ? "gpu0 samples mean\n" : "");
        for (var pod = 0; pod < loads.size(); pod++) {
            script.append("gpu0 process%d compute %d 4096%n".formatted(pod, pid(pod)));
            script.append("gpu0 sample%d %s%n".formatted(pod, loads.get(pod).script(pid(pod))));
        }
        node.library().forgets("gpu*", "process1").says(script.toString());
        return node;
    }

    private static Counted counted(Usage usage, Snapshot snapshot, List<Load> loads) {
        var shares = IntStream.range(0, loads.size())
                .mapToObj(pod -> new Share(holder(name(pod)), 1))
                .toList();
        var held = Map.of(NvmlScript.uuid(0), new Held(Mode.REPLICAS, Optional.of(loads.size()), shares));
        var pods = new Pods(
                IntStream.range(0, loads.size()).mapToObj(SharedTime::pod).toList());
        var residents = new Residents(SharedTime::origin, pods);
        var unit = snapshot.gpus().getFirst().units().getFirst();
        var uses = usage.of(snapshot, new Holders(held, new TreeMap<>()), residents)
                .of(unit.unit());
        return new Counted(
                unit.activity().observedNanos() / 1e9,
                shares.stream()
                        .map(share -> uses.getOrDefault(share.holder(), Use.UNKNOWN)
                                        .busyNanos()
                                        .orElse(0L)
                                / 1e9)
                        .toList());
    }

    private static Pods.Pod pod(int number) {
        var name = name(number);
        return new Pods.Pod(
                holder(name).pod(), "uid-" + name, Map.of(), false, Set.of("main"), Map.of("id-" + name, "main"));
    }

    private static Optional<ProcessOrigin> origin(int pid) {
        var name = name(pid - pid(0));
        return Optional.of(new ProcessOrigin(Optional.of("uid-" + name), Optional.of("id-" + name), Optional.empty()));
    }

    private static int pid(int pod) {
        return 4711 + pod;
    }

    private static String name(int pod) {
        return "pod-" + pod;
    }
}
