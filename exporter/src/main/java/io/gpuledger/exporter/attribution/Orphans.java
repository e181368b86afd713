package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/// Memory that is taken on units which nobody has held for a while: what a pod left behind, or somebody beside the
/// scheduler. For one thread.
final class Orphans {
    /// A pod's processes may live a little longer than the pod, and the kubelet's word is seconds old.
    private static final Duration GRACE = Duration.ofMinutes(2);
    /// What the driver itself may take where no process is.
    private static final double DRIVERS_OWN = 256 << 20;

    private final Map<String, Instant> since = new HashMap<>();

    /// Returns the bytes that nobody known has taken, by the UUID of the unit.
    Map<String, Double> of(Snapshot snapshot, Holders holders) {
        var orphans = new HashMap<String, Double>();
        var taken = new HashSet<String>();
        for (var gpu : snapshot.gpus()) {
            for (var unit : gpu.units()) {
                var uuid = unit.unit().uuid();
                var used = gpu.memoryUsed(unit);
                if (used.isEmpty() || holders.of(unit.unit()).isPresent() || !isTaken(gpu, unit, used.getAsDouble())) {
                    continue;
                }
                taken.add(uuid);
                if (!since.computeIfAbsent(uuid, _ -> snapshot.at()).plus(GRACE).isAfter(snapshot.at())) {
                    orphans.put(uuid, used.getAsDouble());
                }
            }
        }
        since.keySet().retainAll(taken);
        return orphans;
    }

    private static boolean isTaken(GpuState gpu, UnitState unit, double used) {
        return used > DRIVERS_OWN || !gpu.processes(unit.unit()).isEmpty();
    }
}
