package io.gpuledger.exporter.device.nvml;

import io.gpuledger.exporter.device.DcgmFields;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// Collects what one read of a GPU or instance brings. Of several sources of a quantity, the first that has a value
/// stands; where none has, the reason that the first gave.
final class CollectedReadings {
    private final EnumMap<Quantity, Reading> readings = new EnumMap<>(Quantity.class);
    private final Map<Integer, Reading> fastFields = new HashMap<>();
    private final Map<Integer, Reading> slowFields = new HashMap<>();
    private final Sources sources;

    CollectedReadings(Sources sources) {
        this.sources = sources;
    }

    /// What a call returned, and what it wrote, which means something only when it returned success.
    void take(Quantity quantity, int code, double value, String source) {
        if (code == NvmlReturn.SUCCESS) {
            take(quantity, value, source);
        } else {
            absent(quantity, NvmlReturn.absent(code));
        }
    }

    void take(Quantity quantity, double value, String source) {
        if (has(quantity)) {
            return;
        }
        if (Double.isFinite(value)) {
            readings.put(quantity, Reading.of(value));
            sources.gave(quantity, source);
        } else {
            absent(quantity, Absent.FAILED);
        }
    }

    void absent(Quantity quantity, Absent reason) {
        readings.putIfAbsent(quantity, reason);
    }

    Reading of(Quantity quantity) {
        return readings.getOrDefault(quantity, Absent.NO_DATA);
    }

    boolean has(Quantity quantity) {
        return readings.get(quantity) instanceof Reading.Value;
    }

    /// A field that is read because it was asked for by DCGM's number.
    void field(Pace pace, int number, Reading reading) {
        var fields = pace == Pace.FAST ? fastFields : slowFields;
        fields.merge(number, reading, (older, newer) -> older instanceof Absent ? newer : older);
    }

    Readings readings(Map<Integer, String> texts) {
        return Readings.of(readings, new DcgmFields(fastFields, slowFields, texts));
    }
}
