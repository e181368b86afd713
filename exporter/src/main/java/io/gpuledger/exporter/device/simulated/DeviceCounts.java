package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Quantity;
import java.util.EnumMap;
import java.util.Map;

final class DeviceCounts {
    private final Map<Quantity, Double> counts = new EnumMap<>(Quantity.class);

    void add(Quantity quantity, double amount) {
        counts.merge(quantity, amount, Double::sum);
    }

    void set(Quantity quantity) {
        counts.put(quantity, 1.0);
    }

    double of(Quantity quantity) {
        return counts.getOrDefault(quantity, 0.0);
    }

    /// What a restart of the driver does.
    void forgetAllButLasting() {
        counts.keySet().retainAll(Quantities.LASTING);
    }
}
