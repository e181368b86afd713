package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.attribution.Attributed.Reason;
import io.gpuledger.exporter.attribution.Residents.Whose;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Quantity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the processes of one unit take, added up by whose they are.
///
///     memory(who) = memory of its processes x min(1, the unit's memory / memory of all processes)
///     busy(who)   = what its processes get of the unit's busy time
///
/// so that the sum never exceeds what the unit itself has.
///
/// @param <W> who has processes there
final class Tally<W> {
    private record Takes(double memory, long busyNanos) {
        static final Takes NOTHING = new Takes(0, 0);

        Takes plus(Takes more) {
            return new Takes(memory + more.memory, busyNanos + more.busyNanos);
        }
    }

    private final Map<W, Takes> byWhom = new HashMap<>();
    private Takes all = Takes.NOTHING;
    private boolean lacksMemory;
    private Optional<Reason> unknown = Optional.empty();

    /// @param busyNanos what the process gets of the unit's busy time
    void add(DeviceProcess process, long busyNanos, Whose<W> whose) {
        var used = process.readings().value(Quantity.MEMORY_USED);
        var takes = new Takes(used.orElse(0), busyNanos);
        lacksMemory |= used.isEmpty();
        all = all.plus(takes);
        switch (whose) {
            case Whose.Of<W>(W who) -> byWhom.merge(who, takes, Takes::plus);
            case Whose.Nobody<W> _ -> {}
            case Whose.Unknown<W>(Reason reason) -> unknown = unknown.or(() -> Optional.of(reason));
        }
    }

    Set<W> present() {
        return byWhom.keySet();
    }

    /// Why it is not known whose all processes are.
    Optional<Reason> unknown() {
        return unknown;
    }

    /// Whether a process does not say what memory it takes.
    boolean lacksMemory() {
        return lacksMemory;
    }

    double memory() {
        return all.memory();
    }

    /// @param most what the unit itself has in use
    double memory(W who, double most) {
        var scale = all.memory() > most ? most / all.memory() : 1;
        return scale * of(who).memory();
    }

    long busyNanos(W who) {
        return of(who).busyNanos();
    }

    private Takes of(W who) {
        return byWhom.getOrDefault(who, Takes.NOTHING);
    }
}
