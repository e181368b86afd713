package io.gpuledger.simulator.page;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.Activity;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.page.GpuReadings.UnitCounts;
import io.gpuledger.simulator.story.Ailment;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Trouble;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A GPU as an exporter has seen it since it started.
final class GpuLife {
    /// The XID of a GPU that falls off the bus; after any other it can be read until it is reset.
    private static final int OFF_THE_BUS = 79;

    private static final long RESET_SECONDS = 90;
    private static final long MILLISECOND_NANOS = 1_000_000;

    /// A time in which it cannot be read, and how that looks.
    private record Gap(Span span, Condition condition) {}

    private final Gpu gpu;
    private final Device device;
    private final List<Trouble> troubles;
    private final List<Gap> gaps;
    private final List<UnitLife> units;
    private final GpuReadings read;
    private final ExtraMemory extra;
    /// What was counted until the last second, and until the look before.
    private List<Count> before;

    private List<Count> marked;

    private long seenUntil;

    /// @param told what of a GPU is told only where there is something to tell
    /// @param begin when the exporter started
    GpuLife(Gpu gpu, Chapter chapter, Set<Quantity> told, long begin) {
        this.gpu = gpu;
        this.device = Devices.of(gpu);
        this.troubles = chapter.of(gpu).stream()
                .sorted(Comparator.comparingLong(trouble -> trouble.span().from()))
                .toList();
        this.gaps = troubles.stream()
                .flatMap(trouble -> gap(trouble).stream())
                .sorted(Comparator.comparingLong(gap -> gap.span().from()))
                .toList();
        this.units = gpu.units().stream()
                .map(unit -> new UnitLife(unit, chapter.of(unit)))
                .toList();
        this.read = new GpuReadings(gpu, Effects.of(gpu, troubles), told);
        this.extra = new ExtraMemory(troubles);
        this.before = counts();
        this.marked = before;
        this.seenUntil = begin;
    }

    private static Optional<Gap> gap(Trouble trouble) {
        return switch (trouble) {
            case Trouble.Lost lost -> Optional.of(new Gap(lost.span(), Condition.LOST));
            case Trouble.Stuck stuck -> Optional.of(new Gap(stuck.span(), Condition.STUCK));
            case Trouble.FatalXid xid
            when xid.number() == OFF_THE_BUS -> Optional.of(new Gap(xid.span(), Condition.LOST));
            case Trouble.FatalXid xid -> Optional.of(new Gap(reset(xid.span()), Condition.LOST));
            case Trouble.Missing missing -> Optional.of(new Gap(missing.span(), Condition.LOST));
            case Symptom _,
                    Ailment _,
                    Trouble.RemapFailed _,
                    Trouble.NotReady _,
                    Trouble.Dark _,
                    Trouble.Cordoned _,
                    Trouble.Maintained _,
                    Trouble.Skewed _,
                    Trouble.OtherDriver _ -> Optional.empty();
        };
    }

    private static Span reset(Span sick) {
        return new Span(Math.max(sick.from(), sick.to() - RESET_SECONDS), sick.to());
    }

    /// Counts on. What follows is later.
    void see(Span span) {
        for (var from = span.from(); from < span.to(); ) {
            var until = nextGap(from, span.to());
            var seen = new Span(from, until.from());
            if (seen.seconds() > 0) {
                units.forEach(unit -> unit.see(new Span(seen.from(), seen.to() - 1)));
                before = counts();
                units.forEach(unit -> unit.see(new Span(seen.to() - 1, seen.to())));
                seenUntil = seen.to();
            }
            from = until.to();
        }
    }

    /// The first time from there on in which it cannot be read; empty, at the end, where there is none before.
    private Span nextGap(long from, long end) {
        return gaps.stream()
                .map(gap -> gap.span().within(new Span(from, end)))
                .filter(gap -> gap.seconds() > 0)
                .findFirst()
                .orElse(new Span(end, end));
    }

    /// The next means begin here.
    void mark() {
        marked = counts();
    }

    private List<Count> counts() {
        return units.stream().map(UnitLife::count).toList();
    }

    /// Returns how the GPU is after it was seen until here.
    ///
    /// @param life of the exporter
    /// @param last the second before, or the first of its life
    GpuState state(Span life, long last) {
        var condition = condition(last);
        var looks = looks(last);
        var present = condition == Condition.PRESENT;
        var readings = present ? read.gpu(looks, last) : read.counters(looks, seenUntil - 1);
        var known = Devices.at(last, device, troubles);
        var all = known.units();
        var states = new ArrayList<UnitState>();
        for (var place = 0; place < units.size(); place++) {
            var its = readings;
            if (device.mig().isPresent()) {
                its = present ? read.instance(looks.get(place)) : Readings.NONE;
            }
            var unit = all.get(place);
            states.add(new UnitState(unit, its, its.standing(), activity(units.get(place))));
        }
        return new GpuState(
                known,
                condition,
                readings,
                readings.standing(),
                states,
                present ? read.links(last) : new TreeMap<>(),
                List.of(),
                Map.of(),
                Xids.happened(troubles, life));
    }

    /// Whether the exporter knows nothing of it.
    boolean isMissing(long second) {
        return troubles.stream()
                .anyMatch(trouble -> trouble instanceof Trouble.Missing(String _, Span span) && span.contains(second));
    }

    private Condition condition(long second) {
        return gaps.stream()
                .filter(gap -> gap.span().contains(second))
                .findFirst()
                .map(Gap::condition)
                .orElse(Condition.PRESENT);
    }

    private List<UnitCounts> looks(long second) {
        var looks = new ArrayList<UnitCounts>();
        for (var place = 0; place < units.size(); place++) {
            var unit = units.get(place);
            looks.add(new UnitCounts(
                    unit.unit(),
                    unit.count(),
                    unit.count().minus(marked.get(place)),
                    unit.count().minus(before.get(place)),
                    extra.used(unit.unit(), unit.memory(), second)));
        }
        return looks;
    }

    private Activity activity(UnitLife unit) {
        var count = unit.count();
        var active = new EnumMap<Quantity, Long>(Quantity.class);
        if (count.seconds() > 0) {
            if (gpu.layout().isEmpty()) {
                active.put(Quantity.BUSY, nanos(count.engine()));
            }
            if (gpu.isProfiled()) {
                active.put(Quantity.ENGINE_ACTIVE, nanos(count.engine()));
                active.put(Quantity.SM_ACTIVE, nanos(count.sm()));
                active.put(Quantity.TENSOR_ACTIVE, nanos(count.tensor()));
                active.put(Quantity.DRAM_ACTIVE, nanos(count.dram()));
            }
        }
        return new Activity(nanos(1000 * count.seconds()), active);
    }

    private static long nanos(long thousandths) {
        return thousandths * MILLISECOND_NANOS;
    }

    /// Returns the memory that is in use beside what its holders mean to take.
    ExtraMemory extraMemory() {
        return extra;
    }

    /// Returns the bytes that are in use on one of its units that nobody has held for a while.
    ///
    /// @param started when the exporter did
    Optional<Double> orphaned(UnitLife unit, long started, long last) {
        return condition(last) == Condition.PRESENT ? extra.orphaned(unit, started, last) : Optional.empty();
    }

    Device device() {
        return device;
    }

    List<UnitLife> units() {
        return units;
    }
}
