package io.gpuledger.exporter.top.node;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A GPU, or a MIG instance of one.
///
/// @param info what it is, by the labels of `gpu_info`
/// @param readings what was read of it; what was not is not there
/// @param throttled the parts of the time for which clocks were held down, by reason
/// @param errors what was counted, by what it is and its kind: `xid_errors`, `48`
/// @param instances those of a GPU in MIG mode
public record Unit(
        Place place,
        Map<String, String> info,
        Map<Measure, Double> readings,
        List<Holder> holders,
        Map<String, Double> throttled,
        Map<String, Map<String, Double>> errors,
        List<Trouble> troubles,
        List<Unit> instances) {
    public Unit {
        info = Map.copyOf(info);
        readings = Map.copyOf(readings);
        holders = List.copyOf(holders);
        throttled = Collections.unmodifiableMap(new TreeMap<>(throttled));
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
        troubles = List.copyOf(troubles);
        instances = List.copyOf(instances);
    }

    public Optional<Double> of(Measure measure) {
        return Optional.ofNullable(readings.get(measure));
    }

    public Optional<String> info(String label) {
        return Optional.ofNullable(info.get(label)).filter(value -> !value.isEmpty());
    }

    /// How busy it is, by the best that is known of it.
    public Optional<Double> utilization() {
        return Measure.utilization(readings);
    }

    public boolean isInMigMode() {
        return !instances.isEmpty() || info.getOrDefault("mig", "").equals("enabled");
    }

    /// What of it can be held: itself, or its instances.
    public Stream<Unit> holdable() {
        return isInMigMode() ? instances.stream() : Stream.of(this);
    }

    public boolean isHeld() {
        return !holders.isEmpty();
    }
}
