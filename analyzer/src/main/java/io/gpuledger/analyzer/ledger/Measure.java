package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Life;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// A measure of what a unit did while it was held, the mean of which is kept by the hour. It is a part of the time, or
/// bytes a second. Between two readings it is the difference of its counters, divided by that of the observed time.
/// Where these are not told, it is what its gauge said at the first reading.
public enum Measure {
    UTILIZATION(List.of(Field.BUSY_SECONDS), List.of(Field.UTILIZATION_RATIO)),
    ENGINE_ACTIVE(List.of(Field.ENGINE_ACTIVE_SECONDS), List.of(Field.ENGINE_ACTIVE_RATIO)),
    SM_ACTIVE(List.of(Field.SM_ACTIVE_SECONDS), List.of(Field.SM_ACTIVE_RATIO)),
    TENSOR_ACTIVE(List.of(Field.TENSOR_ACTIVE_SECONDS), List.of(Field.TENSOR_ACTIVE_RATIO)),
    DRAM_ACTIVE(List.of(Field.DRAM_ACTIVE_SECONDS), List.of(Field.DRAM_ACTIVE_RATIO)),
    /// The part of the time in which memory was read or written, as the driver samples it.
    MEMORY_UTILIZATION(List.of(), List.of(Field.MEMORY_UTILIZATION_RATIO)),
    /// The bytes that went over PCIe in both directions.
    PCIE_BYTES_PER_SECOND(
            List.of(Field.PCIE_SENT_BYTES, Field.PCIE_RECEIVED_BYTES),
            List.of(Field.PCIE_SENT_BYTES_PER_SECOND, Field.PCIE_RECEIVED_BYTES_PER_SECOND)),
    /// The bytes that went over NVLink in both directions.
    NVLINK_BYTES_PER_SECOND(List.of(Field.NVLINK_SENT_BYTES, Field.NVLINK_RECEIVED_BYTES), List.of());

    public static final List<Measure> ALL = List.of(values());

    /// The counters of this measure, as bits of [io.gpuledger.analyzer.telemetry.Values#said].
    private final long counters;

    private final long gauges;
    private final String word = name().toLowerCase(Locale.ROOT);

    Measure(List<Field> counters, List<Field> gauges) {
        this.counters = bits(counters);
        this.gauges = bits(gauges);
    }

    private static long bits(List<Field> fields) {
        return fields.stream().mapToLong(Field::bit).reduce(0, (one, other) -> one | other);
    }

    /// Returns its name in tables and answers.
    public String word() {
        return word;
    }

    /// Returns its value from one reading to the next, as far as that is told.
    OptionalDouble between(Row before, Row now) {
        var needed = counters | Field.OBSERVED_SECONDS.bit();
        var isNew = Life.isNew(before, now);
        var observed = counted(Field.OBSERVED_SECONDS, before, now, isNew);
        if (counters != 0 && (before.values().said() & now.values().said() & needed) == needed && observed > 0) {
            return OptionalDouble.of(limited(sum(counters, field -> Math.max(0, counted(field, before, now, isNew)))
                    / observed));
        }
        return from(before);
    }

    /// Returns its value from a reading on of which the next is not known, as far as the gauges tell it.
    OptionalDouble from(Row row) {
        return gauges != 0 && (row.values().said() & gauges) == gauges
                ? OptionalDouble.of(limited(sum(gauges, field -> row.values().or(field, 0))))
                : OptionalDouble.empty();
    }

    private static double sum(long fields, ToDoubleFunction<Field> value) {
        var sum = 0.0;
        for (var left = fields; left != 0; left &= left - 1) {
            sum += value.applyAsDouble(Field.ALL.get(Long.numberOfTrailingZeros(left)));
        }
        return sum;
    }

    private double limited(double value) {
        return this == PCIE_BYTES_PER_SECOND || this == NVLINK_BYTES_PER_SECOND ? value : Math.min(1, value);
    }

    /// Returns how much a counter grew between two rows. In a new life of the exporter it began from zero, and all of
    /// it is new.
    private static double counted(Field field, Row before, Row now, boolean isNew) {
        return now.values().or(field, 0) - (isNew ? 0 : before.values().or(field, 0));
    }
}
