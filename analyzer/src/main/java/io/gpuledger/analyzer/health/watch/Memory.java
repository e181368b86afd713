package io.gpuledger.analyzer.health.watch;

import static java.lang.Double.NaN;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/// What was told of a unit last, field by field, as far as rules compare readings: a reading may come in
/// several pieces, and no piece has all fields.
final class Memory {
    /// The change of a counter over a longer time says little of any instant in it.
    private static final long REACH_MILLIS = 10 * 60_000;

    private static final List<Field> REMEMBERED = List.of(
            Field.OBSERVED_SECONDS,
            Field.BUSY_SECONDS,
            Field.ENGINE_ACTIVE_SECONDS,
            Field.SM_ACTIVE_SECONDS,
            Field.TENSOR_ACTIVE_SECONDS,
            Field.DRAM_ACTIVE_SECONDS,
            Field.ECC_UNCORRECTED_ERRORS,
            Field.PCIE_REPLAYS,
            Field.NVLINK_SENT_BYTES,
            Field.NVLINK_CRC_ERRORS,
            Field.NVLINK_REPLAY_ERRORS,
            Field.NVLINK_RECOVERY_ERRORS,
            Field.NVLINK_LINKS_UP,
            Field.THROTTLED_POWER_CAP_SECONDS,
            Field.THROTTLED_SW_THERMAL_SECONDS,
            Field.THROTTLED_HW_THERMAL_SECONDS,
            Field.THROTTLED_HW_POWER_BRAKE_SECONDS,
            Field.POWER_VIOLATION_SECONDS,
            Field.THERMAL_VIOLATION_SECONDS,
            Field.MEMORY_TOTAL_BYTES,
            Field.SM_CLOCK_HERTZ,
            Field.LATEST_XID);
    private static final int[] PLACES = places();
    private static final long ALL = REMEMBERED.stream().mapToLong(Field::bit).reduce(0, (some, bit) -> some | bit);

    /// Of each field the value, or NaN where none was told, and the instant at which it was.
    private final double[] told = new double[2 * REMEMBERED.size()];

    Memory() {
        Arrays.fill(told, NaN);
    }

    private static int[] places() {
        var places = new int[Field.ALL.size()];
        Arrays.fill(places, -1);
        REMEMBERED.forEach(field -> places[field.place()] = 2 * REMEMBERED.indexOf(field));
        return places;
    }

    /// Returns what was told of a field before.
    OptionalDouble last(Field field) {
        var value = told[PLACES[field.place()]];
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /// Returns by how much a counter has grown since it was told before. This is empty where it was not told for long,
    /// or has begun anew since.
    OptionalDouble increase(Row row, Field field) {
        var place = PLACES[field.place()];
        var now = row.values().get(field);
        if (now.isEmpty() || Double.isNaN(told[place]) || now.getAsDouble() < told[place]) {
            return OptionalDouble.empty();
        }
        return row.millis() - told[place + 1] <= REACH_MILLIS
                ? OptionalDouble.of(now.getAsDouble() - told[place])
                : OptionalDouble.empty();
    }

    /// Returns by how much a counter grows in a second.
    OptionalDouble rate(Row row, Field field) {
        var millis = row.millis() - told[PLACES[field.place()] + 1];
        var increase = increase(row, field);
        return millis > 0 && increase.isPresent()
                ? OptionalDouble.of(increase.getAsDouble() * 1000 / millis)
                : OptionalDouble.empty();
    }

    void keep(Row row) {
        for (var left = row.values().said() & ALL; left != 0; left &= left - 1) {
            var field = Field.ALL.get(Long.numberOfTrailingZeros(left));
            var place = PLACES[field.place()];
            told[place] = row.values().get(field).orElse(NaN);
            told[place + 1] = row.millis();
        }
    }
}
