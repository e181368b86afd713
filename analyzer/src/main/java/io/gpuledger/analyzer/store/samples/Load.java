package io.gpuledger.analyzer.store.samples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.store.postgres.Copy.Encoder;
import io.gpuledger.analyzer.store.postgres.CopyBuffer;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// Rows that go into one table. None of them has the key of another.
///
/// @param key the columns of the key
/// @param merged the other columns: of a key that is there already, each takes the greater value
/// @param encoder puts a row's key and then its merged columns into the buffer
record Load<T>(String table, List<String> key, List<String> merged, List<T> rows, Encoder<T> encoder) {
    private static final ColumnType[] TYPES =
            Field.ALL.stream().map(field -> Column.of(field).type()).toArray(ColumnType[]::new);

    /// Names only those columns that any of the samples has: the others cost nothing.
    static Load<TableRow.Sample> samples(List<TableRow.Sample> samples) {
        var said = TableRows.said(samples);
        var columns = Column.ALL.stream()
                .filter(column -> (column.field().bit() & said) != 0)
                .map(Column::name)
                .toList();
        return new Load<>(
                "sample",
                List.of("unit_id", "ts"),
                columns,
                samples,
                (sample, buffer) -> encode(sample, said, columns.size(), buffer));
    }

    static Load<TableRow.Held> holdings(List<TableRow.Held> holdings) {
        return new Load<>(
                "holding",
                List.of("unit_id", "ts", "holder_id"),
                List.of("replicas_held", "replicas", "mode", "busy_ms", "memory_used_bytes"),
                holdings,
                Load::encode);
    }

    static Load<TableRow.Xid> xids(List<TableRow.Xid> xids) {
        return new Load<>("xid_count", List.of("unit_id", "ts", "xid"), List.of("count"), xids, Load::encode);
    }

    List<String> columns() {
        return Stream.concat(key.stream(), merged.stream()).toList();
    }

    /// @param said the fields that have a column, of which there are so many
    private static void encode(TableRow.Sample sample, long said, int columns, CopyBuffer buffer) {
        var values = sample.values();
        buffer.row(2 + columns);
        buffer.putInt(sample.unit());
        buffer.putInstant(sample.millis());
        var packed = 0;
        for (var bits = said; bits != 0; bits &= bits - 1) {
            if ((values.said() & Long.lowestOneBit(bits)) == 0) {
                buffer.putAbsent();
            } else {
                TYPES[Long.numberOfTrailingZeros(bits)].encode(values.packed(packed++), buffer);
            }
        }
    }

    private static void encode(TableRow.Held held, CopyBuffer buffer) {
        buffer.row(8);
        buffer.putInt(held.unit());
        buffer.putInstant(held.millis());
        buffer.putInt(held.holder());
        held.holding().share().ifPresentOrElse(share -> share(share, buffer), () -> noShare(buffer));
        optional(held.holding().busySeconds(), ColumnType.THOUSANDTHS, buffer);
        optional(held.holding().memoryUsedBytes(), ColumnType.WHOLE, buffer);
    }

    private static void share(Share share, CopyBuffer buffer) {
        buffer.putInt(share.replicasHeld());
        buffer.putInt(share.replicas());
        buffer.putText(share.mode().getBytes(UTF_8));
    }

    private static void noShare(CopyBuffer buffer) {
        buffer.putAbsent();
        buffer.putAbsent();
        buffer.putAbsent();
    }

    private static void optional(OptionalDouble value, ColumnType type, CopyBuffer buffer) {
        if (value.isPresent()) {
            type.encode(value.getAsDouble(), buffer);
        } else {
            buffer.putAbsent();
        }
    }

    private static void encode(TableRow.Xid xid, CopyBuffer buffer) {
        buffer.row(4);
        buffer.putInt(xid.unit());
        buffer.putInstant(xid.millis());
        buffer.putInt(xid.xid());
        buffer.putLong(xid.count());
    }
}
