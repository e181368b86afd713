package io.gpuledger.simulator.page;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.attribution.Holder;
import io.gpuledger.exporter.attribution.Holders;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.attribution.PodName;
import io.gpuledger.exporter.attribution.Pods;
import io.gpuledger.exporter.attribution.Use;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Run;
import io.gpuledger.simulator.page.UnitLife.Tenure;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Load;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A node as its exporter tells it, which starts anew after each time in the dark. Time only goes forward.
final class NodeLife {
    private static final Duration READING = Duration.ofMillis(2);

    /// What an exporter knows at an instant.
    record Told(Snapshot snapshot, Attributed attributed) {}

    private final Chapter chapter;
    private final long pace;
    private final List<Span> dark;
    private long started;
    private long seenUntil;
    private List<GpuLife> gpus;

    /// @param begin when its exporter starts for the first time
    /// @param pace how many seconds its gauges are means of
    NodeLife(Chapter chapter, long begin, long pace) {
        this.chapter = chapter;
        this.pace = pace;
        this.dark = chapter.troubles().stream()
                .filter(Trouble.Dark.class::isInstance)
                .map(Trouble::span)
                .sorted(Comparator.comparingLong(Span::from))
                .toList();
        this.started = begin;
        this.seenUntil = begin;
        this.gpus = born();
    }

    private List<GpuLife> born() {
        var told = Effects.told(chapter);
        return chapter.node().gpus().stream()
                .map(gpu -> new GpuLife(gpu, chapter, told, started))
                .toList();
    }

    boolean isDark(long second) {
        return dark.stream().anyMatch(span -> span.contains(second));
    }

    /// Returns since when the node's exporter runs.
    long startedAt(long second) {
        return dark.stream()
                .mapToLong(Span::to)
                .filter(end -> end > started && end <= second)
                .max()
                .orElse(started);
    }

    /// Returns when the exporter that told something last had started, by its node's clock.
    Instant startTime() {
        return clock(started);
    }

    /// What it tells at a second that is not in the dark.
    Told at(long second) {
        startAnew(second);
        if (second > seenUntil) {
            see(second - pace);
            gpus.forEach(GpuLife::mark);
            see(second);
        }
        return new Told(snapshot(second), attributed(second));
    }

    private void startAnew(long second) {
        var latest = startedAt(second);
        if (latest > started) {
            started = latest;
            seenUntil = latest;
            gpus = born();
        }
    }

    private void see(long until) {
        if (until > seenUntil) {
            var span = new Span(seenUntil, until);
            gpus.forEach(gpu -> gpu.see(span));
            seenUntil = until;
        }
    }

    private Snapshot snapshot(long second) {
        var at = clock(second);
        var life = new Span(started, Math.max(started, second));
        var last = last(second);
        return new Snapshot(
                at,
                gpus.stream()
                        .filter(gpu -> !gpu.isMissing(last))
                        .map(gpu -> gpu.state(life, last))
                        .toList(),
                List.of(BackendState.ready("nvml")),
                List.of(
                        new Run("topology", true, READING, Optional.of(at)),
                        new Run("readings", true, READING, Optional.of(at))));
    }

    /// Returns the second that was seen last, or the first one.
    private long last(long second) {
        return Math.max(started, second - 1);
    }

    private Instant clock(long second) {
        return Instant.ofEpochSecond(second + skew(second));
    }

    private long skew(long second) {
        return chapter.troubles().stream()
                .mapToLong(trouble ->
                        trouble instanceof Trouble.Skewed(String _, long by, Span span) && span.contains(second)
                                ? by
                                : 0)
                .sum();
    }

    private Attributed attributed(long second) {
        var held = new HashMap<String, Held>();
        var uses = new HashMap<String, Map<Holder, Use>>();
        var orphans = new HashMap<String, Double>();
        var last = last(second);
        for (var gpu : gpus) {
            var units = gpu.device().units();
            for (var place = 0; place < units.size(); place++) {
                var life = gpu.units().get(place);
                var tenures = life.tenures(second);
                if (!tenures.isEmpty()) {
                    held.put(units.get(place).uuid(), held(life, tenures));
                    uses.put(units.get(place).uuid(), uses(life, tenures, gpu.extraMemory(), last));
                }
                var uuid = units.get(place).uuid();
                gpu.orphaned(life, started, last).ifPresent(bytes -> orphans.put(uuid, bytes));
            }
        }
        return new Attributed(
                new Holders(held, new TreeMap<>()), uses, Map.of(), List.of(), orphans, Jobs.NONE, Pods.NONE);
    }

    private static Held held(UnitLife unit, List<Tenure> tenures) {
        var replicas = unit.unit().gpu().replicas();
        var shares = tenures.stream()
                .map(tenure -> new Share(holder(tenure), tenure.hold().replicas()))
                .toList();
        return new Held(replicas > 1 ? Mode.REPLICAS : Mode.EXCLUSIVE, Optional.of(replicas), shares);
    }

    /// What the holders of a unit have in use beside what they mean to take is as much for each of them.
    private static Map<Holder, Use> uses(UnitLife unit, List<Tenure> tenures, ExtraMemory extra, long last) {
        var more = (extra.held(unit.memory(), last) - unit.memory()) / tenures.size();
        var uses = new TreeMap<Holder, Use>();
        for (var tenure : tenures) {
            uses.put(holder(tenure), use(unit, tenure, more));
        }
        return uses;
    }

    /// The driver tells nothing of the kernels on a MIG instance.
    private static Use use(UnitLife unit, Tenure tenure, double more) {
        var memory = unit.unit().gpu().model().memory(unit.unit().memorySlices());
        var bytes = memory.used((double) tenure.memory() / Load.ALL + more);
        var busy = Optional.of(tenure.busyMillis() * 1_000_000)
                .filter(_ -> unit.unit().profile().isEmpty());
        return new Use(busy, Optional.of((double) bytes));
    }

    private static Holder holder(Tenure tenure) {
        var pod = tenure.hold().pod();
        return new Holder(new PodName(pod.namespace(), pod.name()), "main");
    }
}
