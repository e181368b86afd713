package io.gpuledger.exporter.sampler;

import io.gpuledger.exporter.device.DcgmFields;
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
    private final Map<Quantity, Reading> latest = new EnumMap<>(Quantity.class);
    private DcgmFields fields = DcgmFields.NONE;
    private Readings standing = Readings.NONE;

    void read(Readings readings) {
        var stands = readings.fields().isEmpty();
        for (var asked : readings.asked().entrySet()) {
            var quantity = asked.getKey();
            var now = counted(quantity, asked.getValue());
            var before = latest.put(quantity, now);
            stands &= before != null && Readings.standing(quantity, now).equals(Readings.standing(quantity, before));
        }
        fields = fields.with(readings.fields());
        if (!stands) {
            standing = readings().standing();
        }
    }

    /// A counter at its total, whether or not it could be read this time.
    private Reading counted(Quantity quantity, Reading reading) {
        if (quantity.kind() != Kind.COUNTER) {
            return reading;
        }
        return switch (reading) {
            case Reading.Value(double value) -> {
                var counter = counters.computeIfAbsent(quantity, _ -> new Counter());
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
        latest.clear();
        counters.forEach((quantity, counter) -> latest.put(quantity, Reading.of(counter.total())));
        fields = DcgmFields.NONE;
        standing = readings().standing();
    }

    Readings readings() {
        return Readings.of(latest, fields);
    }

    /// What of them stands from one slow read to the next: the same object while it is the same.
    Readings standing() {
        return standing;
    }
}
