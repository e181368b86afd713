package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.nvml.NvmlFieldTable.Row;
import io.gpuledger.exporter.device.nvml.NvmlFieldTable.Scope;
import io.gpuledger.exporter.device.nvml.Structs.FieldValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A batch reads all fields of one pace of one GPU in one call, in memory that is laid out once for its number of
/// NVLinks.
final class FieldBatch implements AutoCloseable {
    private static final int ALL_LINKS = -1;
    private static final double TWO_TO_THE_64 = 0x1p64;

    /// Values lie one after the other: as many as there are links, or one.
    private record Span(int first, int count) {}

    private record Slot(int field, Scope scope) {}

    private final List<Row> rows;
    private final List<Tail.Field> tails;
    private final int links;
    private final Map<Slot, Span> spans = new LinkedHashMap<>();
    private final int size;
    private final Buffers buffers = new Buffers();
    private final Pointer values;

    FieldBatch(List<Row> rows, List<Tail.Field> tails, int links) {
        this.rows = List.copyOf(rows);
        this.tails = List.copyOf(tails);
        this.links = links;
        var laid = new ArrayList<Integer>();
        rows.forEach(row -> lay(new Slot(row.field(), row.scope()), laid));
        tails.forEach(tail -> lay(new Slot(tail.field(), tail.scope()), laid));
        this.size = laid.size();
        this.values = size == 0 ? Pointer.NULL : buffers.take((long) size * FieldValue.SIZE);
        spans.forEach(this::address);
    }

    private void lay(Slot slot, List<Integer> laid) {
        spans.computeIfAbsent(slot, _ -> {
            var span = new Span(laid.size(), slot.scope() == Scope.EACH_LINK ? links : 1);
            for (var i = 0; i < span.count(); i++) {
                laid.add(slot.field());
            }
            return span;
        });
    }

    private void address(Slot slot, Span span) {
        for (var i = 0; i < span.count(); i++) {
            var at = offset(span.first() + i);
            values.setInt(at + FieldValue.fieldId, slot.field());
            values.setInt(at + FieldValue.scopeId, scopeId(slot.scope(), i));
        }
    }

    private static int scopeId(Scope scope, int link) {
        return switch (scope) {
            case DEVICE -> 0;
            case ALL_LINKS -> ALL_LINKS;
            case EACH_LINK -> link;
        };
    }

    /// Asks for all of them, and puts in what came.
    ///
    /// @param latency where it stands how long the driver itself took
    void read(long device, Quantity latency, CollectedReadings answers) {
        if (size == 0) {
            return;
        }
        for (var i = 0; i < size; i++) {
            values.setLong(offset(i) + FieldValue.latencyUsec, 0);
            values.setInt(offset(i) + FieldValue.nvmlReturn, NvmlReturn.UNKNOWN);
        }
        var code = Nvml.nvmlDeviceGetFieldValues(device, size, values);
        for (var row : rows) {
            take(code, row, answers);
        }
        for (var tail : tails) {
            answers.field(Pace.SLOW, tail.dcgm(), reading(code, span(tail.field(), tail.scope())));
        }
        answers.take(latency, code, latencySeconds(), "nvmlDeviceGetFieldValues");
    }

    private void take(int code, Row row, CollectedReadings answers) {
        switch (reading(code, span(row.field(), row.scope()))) {
            case Reading.Value(double value) -> answers.take(row.quantity(), value / row.perUnit(), row.source());
            case Reading.Absent absent -> answers.absent(row.quantity(), absent);
        }
    }

    private Span span(int field, Scope scope) {
        return spans.getOrDefault(new Slot(field, scope), new Span(0, 0));
    }

    /// The sum over its links of those that have a value; where none has, why the first has none.
    private Reading reading(int code, Span span) {
        if (code != NvmlReturn.SUCCESS) {
            return NvmlReturn.absent(code);
        }
        var sum = 0.0;
        var given = 0;
        for (var i = 0; i < span.count(); i++) {
            var at = offset(span.first() + i);
            if (values.getInt(at + FieldValue.nvmlReturn) == NvmlReturn.SUCCESS) {
                sum += value(at);
                given++;
            }
        }
        if (given > 0 && Double.isFinite(sum)) {
            return Reading.of(sum);
        }
        return span.count() == 0 ? Reading.Absent.NOT_SUPPORTED : absent(span);
    }

    private Reading.Absent absent(Span span) {
        var code = values.getInt(offset(span.first()) + FieldValue.nvmlReturn);
        return NvmlReturn.absent(code == NvmlReturn.SUCCESS ? NvmlReturn.UNKNOWN : code);
    }

    private double value(long at) {
        return switch (values.getInt(at + FieldValue.valueType)) {
            case 0 -> values.getDouble(at + FieldValue.value);
            case 1 -> (double) Integer.toUnsignedLong(values.getInt(at + FieldValue.value));
            case 2, 3 -> unsigned(values.getLong(at + FieldValue.value));
            case 4 -> (double) values.getLong(at + FieldValue.value);
            case 5 -> values.getInt(at + FieldValue.value);
            case 6 -> Short.toUnsignedInt(values.getShort(at + FieldValue.value));
            default -> Double.NaN;
        };
    }

    static double unsigned(long value) {
        return value >= 0 ? (double) value : value + TWO_TO_THE_64;
    }

    private double latencySeconds() {
        var microseconds = 0L;
        for (var i = 0; i < size; i++) {
            microseconds += values.getLong(offset(i) + FieldValue.latencyUsec);
        }
        return microseconds / 1e6;
    }

    private static long offset(int index) {
        return (long) index * FieldValue.SIZE;
    }

    @Override
    public void close() {
        buffers.close();
    }
}
