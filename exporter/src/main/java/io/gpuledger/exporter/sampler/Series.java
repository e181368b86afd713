package io.gpuledger.exporter.sampler;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Quantity.Kind;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import java.util.EnumMap;
import java.util.Map;

/// What is remembered of one GPU, instance or link from cycle to cycle: the latest readings, and counters that never
/// go back.
final class Series {
    private final Map<Quantity, Counter> counters = new EnumMap<>(Quantity.class);
    private Readings latest = Readings.NONE;

    void read(Readings readings) {
        latest = latest.with(readings);
        readings.asked().forEach((quantity, reading) -> {
            if (quantity.kind() == Kind.COUNTER && reading instanceof Reading.Value(double value)) {
                counters.computeIfAbsent(quantity, _ -> new Counter()).advance(value);
            }
        });
    }

    /// Forgets what was true only at the instant of reading.
    void gap() {
        latest = Readings.NONE;
    }

    /// The latest readings, each counter at its total, whether or not it could be read this time.
    Readings readings() {
        var totals = new EnumMap<Quantity, Reading>(Quantity.class);
        counters.forEach((quantity, counter) -> totals.put(quantity, Reading.of(counter.total())));
        return latest.with(Readings.of(totals));
    }
}
