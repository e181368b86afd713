package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.attribution.Attributed.Gap;
import io.gpuledger.exporter.attribution.Attributed.Reason;
import io.gpuledger.exporter.attribution.Attributed.Value;
import io.gpuledger.exporter.attribution.Residents.Whose;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/// Tells what a unit did apart by who held it, and by who has processes there and is no pod. For one thread.
///
/// A container that has a unit for itself has all of it. Of a unit that is shared, each has what its processes take
/// ([Tally]). Whatever is needed for that and is not known leaves the value out, and is named.
final class Usage {
    /// A tenant that is gone is kept for as long as its use has to be scraped.
    private static final Duration KEPT = Duration.ofMinutes(2);

    private final boolean tenancy;
    private final Map<String, Snapshot.Activity> before = new HashMap<>();
    private final Map<String, ProcessTime> times = new HashMap<>();
    private final Map<String, Map<Holder, Long>> busy = new HashMap<>();
    private final Map<String, Map<Tenant, Stay>> stays = new HashMap<>();
    /// GPUs that have listed a process, and those that have said how much one computes: the others may not be able to.
    private final Set<String> listing = new HashSet<>();

    private final Set<String> measuring = new HashSet<>();
    private Set<Gap> gaps = new LinkedHashSet<>();

    /// @param tenancy whether those are looked for who have processes and are no pods
    Usage(boolean tenancy) {
        this.tenancy = tenancy;
    }

    /// What a tenant has computed so far.
    private record Stay(Optional<Long> busyNanos, Instant seenAt) {}

    /// A unit now with its processes, each once, whatever kinds of contexts it has; and what it did since the snapshot
    /// before, with what each process gets of that by its pid.
    private record Look(
            GpuState gpu,
            UnitState unit,
            Collection<DeviceProcess> processes,
            long busyNanos,
            Map<Integer, Long> busyByProcess) {
        String uuid() {
            return unit.unit().uuid();
        }

        <W> Tally<W> tally(IntFunction<Whose<W>> whose) {
            var tally = new Tally<W>();
            for (var process : processes) {
                tally.add(process, busyByProcess.getOrDefault(process.pid(), 0L), whose.apply(process.pid()));
            }
            return tally;
        }

        OptionalDouble memory() {
            return gpu.memoryUsed(unit);
        }

        boolean isRead() {
            return gpu.condition() == Condition.PRESENT;
        }

        boolean isBusyKnown() {
            return unit.activity().activeNanos().containsKey(Quantity.BUSY);
        }
    }

    Attributed of(Snapshot snapshot, Holders holders, Residents residents) {
        gaps = new LinkedHashSet<>();
        var uses = new HashMap<String, Map<Holder, Use>>();
        var tenants = new HashMap<String, Map<Tenant, Use>>();
        var units = new HashSet<String>();
        for (var gpu : snapshot.gpus()) {
            learn(gpu);
            for (var unit : gpu.units()) {
                var look = look(gpu, unit);
                units.add(look.uuid());
                holders.of(unit.unit()).ifPresent(held -> uses.put(look.uuid(), uses(since(look), held, residents)));
                if (tenancy) {
                    tenants.put(look.uuid(), tenants(look, residents, snapshot.at()));
                }
            }
        }
        // MIG instances that are made anew have ever new UUIDs.
        before.keySet().retainAll(units);
        times.keySet().retainAll(units);
        busy.keySet().retainAll(uses.keySet());
        stays.keySet().retainAll(units);
        return new Attributed(holders, uses, tenants, List.copyOf(gaps), Map.of(), Jobs.NONE, Pods.NONE);
    }

    private void learn(GpuState gpu) {
        if (!gpu.processes().isEmpty()) {
            listing.add(gpu.device().uuid());
        }
        if (gpu.processes().stream().anyMatch(process -> process.busy().isPresent())) {
            measuring.add(gpu.device().uuid());
        }
    }

    private Look look(GpuState gpu, UnitState unit) {
        var uuid = unit.unit().uuid();
        var now = unit.activity();
        var then = Optional.ofNullable(before.put(uuid, now)).orElse(now);
        var busyNanos = now.activeNanos().getOrDefault(Quantity.BUSY, 0L)
                - then.activeNanos().getOrDefault(Quantity.BUSY, 0L);
        var processes = gpu.processes(unit.unit());
        // While the GPU cannot be read its processes are not known, which is not that they are gone.
        var byProcess = gpu.condition() == Condition.PRESENT
                ? times.computeIfAbsent(uuid, _ -> new ProcessTime())
                        .since(processes, busyNanos, now.observedNanos() - then.observedNanos())
                : Map.<Integer, Long>of();
        return new Look(gpu, unit, processes, busyNanos, byProcess);
    }

    /// What was done before anybody held it is nobody's.
    private Look since(Look look) {
        return busy.containsKey(look.uuid()) ? look : new Look(look.gpu(), look.unit(), look.processes(), 0, Map.of());
    }

    private Map<Holder, Use> uses(Look look, Held held, Residents residents) {
        var counted = busy.computeIfAbsent(look.uuid(), _ -> new HashMap<>());
        counted.keySet()
                .removeIf(holder ->
                        held.shares().stream().noneMatch(share -> share.holder().equals(holder)));
        var exclusive = held.exclusiveHolder();
        return exclusive.isPresent()
                ? Map.of(exclusive.get(), exclusive(exclusive.get(), look, counted))
                : shared(look, held, residents, counted);
    }

    private Use exclusive(Holder holder, Look look, Map<Holder, Long> counted) {
        var memory = exclusiveMemory(look);
        if (!look.isBusyKnown()) {
            return new Use(Optional.empty(), memory);
        }
        return new Use(Optional.of(counted.merge(holder, Math.max(0, look.busyNanos()), Long::sum)), memory);
    }

    /// A compute instance has no memory of its own, but that of its GPU instance.
    private Optional<Double> exclusiveMemory(Look look) {
        var used = look.memory();
        if (look.unit().unit().sharesMemory()
                && look.isRead()
                && !tells(
                        look,
                        Value.MEMORY,
                        isListed(look) && used.isPresent() ? Optional.empty() : Optional.of(Reason.NOT_BY_PROCESS))) {
            return Optional.empty();
        }
        return used.isPresent() ? Optional.of(used.getAsDouble()) : Optional.empty();
    }

    private Map<Holder, Use> shared(Look look, Held held, Residents residents, Map<Holder, Long> counted) {
        var tally = look.tally(pid -> residents.whose(pid, held));
        var tellsMemory = tellsMemory(look, tally);
        var tellsBusy = tellsBusy(look, tally);
        var uses = new TreeMap<Holder, Use>();
        for (var share : held.shares()) {
            var holder = share.holder();
            if (tellsBusy || (isMeasured(look) && !counted.isEmpty())) {
                counted.merge(holder, tally.busyNanos(holder), Long::sum);
            }
            uses.put(
                    holder,
                    new Use(
                            Optional.ofNullable(counted.get(holder)),
                            tellsMemory ? Optional.of(memory(look, tally, holder)) : Optional.empty()));
        }
        return uses;
    }

    /// A tenant that is gone has taken nothing of late.
    private Map<Tenant, Use> tenants(Look look, Residents residents, Instant now) {
        var tally = look.tally(residents::tenants);
        var known = stays.computeIfAbsent(look.uuid(), _ -> new TreeMap<>());
        if (!look.processes().isEmpty()) {
            var tellsBusy = tellsBusy(look, tally);
            tally.present().forEach(tenant -> known.merge(tenant, stay(tally, tenant, now, tellsBusy), Usage::on));
        }
        known.values().removeIf(stay -> stay.seenAt().plus(KEPT).isBefore(now));
        var tellsMemory = look.processes().isEmpty() ? look.isRead() : tellsMemory(look, tally);
        var uses = new TreeMap<Tenant, Use>();
        known.forEach((tenant, stay) -> uses.put(
                tenant,
                new Use(stay.busyNanos(), tellsMemory ? Optional.of(memory(look, tally, tenant)) : Optional.empty())));
        return uses;
    }

    private static Stay stay(Tally<Tenant> tally, Tenant tenant, Instant now, boolean tellsBusy) {
        return new Stay(tellsBusy ? Optional.of(tally.busyNanos(tenant)) : Optional.empty(), now);
    }

    /// What could not be told for a while is not counted, and what was counted stays.
    private static Stay on(Stay before, Stay more) {
        var both = before.busyNanos().map(nanos -> nanos + more.busyNanos().orElse(0L));
        return new Stay(both.or(more::busyNanos), more.seenAt());
    }

    private static <W> double memory(Look look, Tally<W> tally, W who) {
        return tally.memory(who, look.memory().orElse(tally.memory()));
    }

    private boolean tellsMemory(Look look, Tally<?> tally) {
        if (!look.isRead()) {
            return false;
        }
        var isTold = isListed(look) && !tally.lacksMemory();
        return tells(look, Value.MEMORY, isTold ? tally.unknown() : Optional.of(Reason.NOT_BY_PROCESS));
    }

    private boolean isListed(Look look) {
        return listing.contains(look.gpu().device().uuid());
    }

    private boolean tellsBusy(Look look, Tally<?> tally) {
        return tells(look, Value.BUSY, isMeasured(look) ? tally.unknown() : Optional.of(Reason.NOT_BY_PROCESS));
    }

    private boolean isMeasured(Look look) {
        return look.unit().unit().instance().isEmpty()
                && measuring.contains(look.gpu().device().uuid())
                && look.isBusyKnown();
    }

    private boolean tells(Look look, Value value, Optional<Reason> reason) {
        reason.ifPresent(why -> gaps.add(new Gap(look.uuid(), value, why)));
        return reason.isEmpty();
    }
}
