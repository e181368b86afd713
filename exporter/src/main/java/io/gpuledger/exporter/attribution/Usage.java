package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.attribution.Attributed.Gap;
import io.gpuledger.exporter.attribution.Attributed.Reason;
import io.gpuledger.exporter.attribution.Attributed.Value;
import io.gpuledger.exporter.attribution.Residents.Whose;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/// Tells what a unit did apart by who held it. For one thread.
///
/// A container that has a unit for itself has all of it. Of a unit that is shared, each has what its processes take:
///
///     memory(holder)  = memory of its processes x min(1, the unit's memory / memory of all processes)
///     busy(holder)   += SM utilization of its processes x observed x min(1, busy / (that of all processes x observed))
///
/// so that the sum over holders never exceeds the unit's. Whatever is needed for that and is not known leaves the
/// value out, and is named.
final class Usage {
    private final Map<String, Snapshot.Activity> before = new HashMap<>();
    private final Map<String, Map<Holder, Long>> busy = new HashMap<>();
    /// GPUs that have listed a process, and those that have said how much one computes: the others may not be able to.
    private final Set<String> listing = new HashSet<>();

    private final Set<String> measuring = new HashSet<>();
    private List<Gap> gaps = new ArrayList<>();

    Attributed of(Snapshot snapshot, Holders holders, Residents residents) {
        gaps = new ArrayList<>();
        var uses = new HashMap<String, Map<Holder, Use>>();
        for (var gpu : snapshot.gpus()) {
            learn(gpu);
            for (var unit : gpu.units()) {
                holders.of(unit.unit())
                        .ifPresent(held -> uses.put(unit.unit().uuid(), uses(gpu, unit, held, residents)));
            }
        }
        // MIG instances that are made anew have ever new UUIDs.
        before.keySet().retainAll(uses.keySet());
        busy.keySet().retainAll(uses.keySet());
        return new Attributed(holders, uses, gaps, Map.of(), Jobs.NONE, Pods.NONE);
    }

    private void learn(GpuState gpu) {
        if (!gpu.processes().isEmpty()) {
            listing.add(gpu.device().uuid());
        }
        if (gpu.processes().stream().anyMatch(process -> sm(process).isPresent())) {
            measuring.add(gpu.device().uuid());
        }
    }

    private Map<Holder, Use> uses(GpuState gpu, UnitState unit, Held held, Residents residents) {
        var uuid = unit.unit().uuid();
        var now = unit.activity();
        var then = Optional.ofNullable(before.put(uuid, now)).orElse(now);
        var window = new Window(
                now.observedNanos() - then.observedNanos(),
                now.activeNanos().getOrDefault(Quantity.BUSY, 0L)
                        - then.activeNanos().getOrDefault(Quantity.BUSY, 0L));
        var counted = busy.computeIfAbsent(uuid, _ -> new HashMap<>());
        counted.keySet()
                .removeIf(holder ->
                        held.shares().stream().noneMatch(share -> share.holder().equals(holder)));
        var exclusive = held.exclusiveHolder();
        return exclusive.isPresent()
                ? Map.of(exclusive.get(), exclusive(exclusive.get(), unit, window, counted))
                : shared(gpu, unit, held, residents, window, counted);
    }

    /// What the unit did since the snapshot before.
    private record Window(long observedNanos, long busyNanos) {}

    private static Use exclusive(Holder holder, UnitState unit, Window window, Map<Holder, Long> counted) {
        var memory = optional(unit.readings().value(Quantity.MEMORY_USED));
        if (!unit.activity().activeNanos().containsKey(Quantity.BUSY)) {
            return new Use(Optional.empty(), memory);
        }
        return new Use(Optional.of(counted.merge(holder, Math.max(0, window.busyNanos()), Long::sum)), memory);
    }

    private Map<Holder, Use> shared(
            GpuState gpu, UnitState unit, Held held, Residents residents, Window window, Map<Holder, Long> counted) {
        var tenants = new Tenants();
        for (var process : processes(gpu, unit)) {
            tenants.add(process, residents.whose(process.pid(), held));
        }
        var memory = memory(gpu, unit, held, tenants);
        countBusy(gpu, unit, held, tenants, window, counted);
        var uses = new TreeMap<Holder, Use>();
        for (var share : held.shares()) {
            var holder = share.holder();
            uses.put(
                    holder, new Use(Optional.ofNullable(counted.get(holder)), Optional.ofNullable(memory.get(holder))));
        }
        return uses;
    }

    /// Each process once, whatever kinds of contexts it has.
    private static List<DeviceProcess> processes(GpuState gpu, UnitState unit) {
        var instance = unit.unit().instance().map(one -> one.uuid());
        var once = new TreeMap<Integer, DeviceProcess>();
        for (var process : gpu.processes()) {
            if (process.instance().equals(instance)) {
                once.putIfAbsent(process.pid(), process);
            }
        }
        return List.copyOf(once.values());
    }

    private Map<Holder, Double> memory(GpuState gpu, UnitState unit, Held held, Tenants tenants) {
        var reason = !listing.contains(gpu.device().uuid()) || tenants.lacksMemory
                ? Optional.of(Reason.NOT_BY_PROCESS)
                : tenants.unknown;
        if (reason.isPresent()) {
            gaps.add(new Gap(unit.unit().uuid(), Value.MEMORY, reason.get()));
            return Map.of();
        }
        var most = unit.readings().value(Quantity.MEMORY_USED).orElse(tenants.memory);
        var scale = tenants.memory > most ? most / tenants.memory : 1;
        var memory = new HashMap<Holder, Double>();
        held.shares().forEach(share -> memory.put(share.holder(), scale * tenants.memoryOf(share.holder())));
        return memory;
    }

    private void countBusy(
            GpuState gpu, UnitState unit, Held held, Tenants tenants, Window window, Map<Holder, Long> counted) {
        var isMeasured = unit.unit().instance().isEmpty()
                && measuring.contains(gpu.device().uuid())
                && unit.activity().activeNanos().containsKey(Quantity.BUSY);
        var reason = isMeasured ? tenants.unknown : Optional.of(Reason.NOT_BY_PROCESS);
        reason.ifPresent(why -> gaps.add(new Gap(unit.unit().uuid(), Value.BUSY, why)));
        if (!isMeasured || (reason.isPresent() && counted.isEmpty())) {
            return;
        }
        var all = tenants.sm * window.observedNanos();
        var scale = all > window.busyNanos() ? window.busyNanos() / all : 1;
        for (var share : held.shares()) {
            var more = (long) (tenants.smOf(share.holder()) * window.observedNanos() * scale);
            counted.merge(share.holder(), Math.max(0, more), Long::sum);
        }
    }

    private static Optional<Double> sm(DeviceProcess process) {
        return optional(process.readings().value(Quantity.UTILIZATION));
    }

    private static Optional<Double> optional(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    /// The processes of one unit, added up.
    private static final class Tenants {
        private record Takes(double memory, double sm) {
            static final Takes NOTHING = new Takes(0, 0);

            Takes plus(Takes more) {
                return new Takes(memory + more.memory, sm + more.sm);
            }
        }

        private final Map<Holder, Takes> byHolder = new HashMap<>();
        private double memory;
        private double sm;
        private boolean lacksMemory;
        private Optional<Reason> unknown = Optional.empty();

        void add(DeviceProcess process, Whose whose) {
            var used = process.readings().value(Quantity.MEMORY_USED);
            // One that has not computed since it was last asked for has no sample.
            var takes = new Takes(used.orElse(0), sm(process).orElse(0.0));
            lacksMemory |= used.isEmpty();
            memory += takes.memory();
            sm += takes.sm();
            switch (whose) {
                case Whose.Of(Holder holder) -> byHolder.merge(holder, takes, Takes::plus);
                case Whose.NoHolders _ -> {}
                case Whose.Unknown(Reason reason) -> unknown = unknown.or(() -> Optional.of(reason));
            }
        }

        double memoryOf(Holder holder) {
            return byHolder.getOrDefault(holder, Takes.NOTHING).memory();
        }

        double smOf(Holder holder) {
            return byHolder.getOrDefault(holder, Takes.NOTHING).sm();
        }
    }
}
