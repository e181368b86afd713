package io.gpuledger.exporter.sampler;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Quantity.Kind;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiFunction;

/// What is remembered of one GPU, instance or link from cycle to cycle: the latest readings, and counters that never
/// go back.
final class KeptReadings {
    private final Map<Quantity, ForwardCount> counters = new EnumMap<>(Quantity.class);
    private final BiFunction<Quantity, Reading, Reading> counted = this::counted;
    private Readings latest = Readings.NONE;
    private Readings standing = Readings.NONE;

    void read(Readings readings) {
        be(latest.with(readings, counted));
    }

    private void be(Readings now) {
        if (!now.standAs(latest)) {
            standing = now.standing();
        }
        latest = now;
    }

    /// A counter at its total, whether or not it could be read this time.
    private Reading counted(Quantity quantity, Reading reading) {
        if (quantity.kind() != Kind.COUNTER) {
            return reading;
        }
        return switch (reading) {
            case Reading.Value(double value) -> {
                var counter = counters.computeIfAbsent(quantity, _ -> new ForwardCount());
                counter.advance(value);
                yield Reading.of(counter.total());
            }
            case Reading.Absent absent ->
                counters.containsKey(quantity)
                        ? Reading.of(counters.get(quantity).total())
                        : absent;
        };
    }

    /// Forgets what was true only at the instant of reading.
    void gap() {
        var totals = new EnumMap<Quantity, Reading>(Quantity.class);
        counters.forEach((quantity, counter) -> totals.put(quantity, Reading.of(counter.total())));
        be(Readings.of(totals));
    }

    Readings readings() {
        return latest;
    }

    /// What of them stands from one slow read to the next: the same object while it is the same.
    Readings standing() {
        return standing;
    }
}
