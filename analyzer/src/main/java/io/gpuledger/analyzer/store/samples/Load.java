package io.gpuledger.analyzer.store.samples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.store.postgres.CopyBuffer;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import java.util.List;
import java.util.OptionalDouble;

/// Rows for one table, each key once.
sealed interface Load {
    String table();

    List<String> key();

    /// The columns beyond the key: of a key that is there already, each takes the greater value.
    List<String> merged();

    int size();

    void encode(int index, CopyBuffer buffer);

    /// Names only those columns that any of the rows has: the others cost nothing.
    record Samples(List<Fact.Sample> samples, List<Column> columns, long said) implements Load {
        private static final List<String> KEY = List.of("unit_id", "ts");

        Samples(List<Fact.Sample> samples) {
            this(samples, Facts.said(samples));
        }

        private Samples(List<Fact.Sample> samples, long said) {
            this(
                    samples,
                    Column.ALL.stream()
                            .filter(column -> (column.field().bit() & said) != 0)
                            .toList(),
                    said);
        }

        @Override
        public String table() {
            return "sample";
        }

        @Override
        public List<String> key() {
            return KEY;
        }

        @Override
        public List<String> merged() {
            return columns.stream().map(Column::name).toList();
        }

        @Override
        public int size() {
            return samples.size();
        }

        @Override
        public void encode(int index, CopyBuffer buffer) {
            var sample = samples.get(index);
            var values = sample.values();
            buffer.row(KEY.size() + columns.size());
            buffer.putInt(sample.unit());
            buffer.putInstant(sample.millis());
            var packed = 0;
            for (var bits = said; bits != 0; bits &= bits - 1) {
                if ((values.said() & Long.lowestOneBit(bits)) == 0) {
                    buffer.putAbsent();
                } else {
                    Encoders.TYPES[Long.numberOfTrailingZeros(bits)].encode(values.packed(packed++), buffer);
                }
            }
        }
    }

    record Holdings(List<Fact.Held> holdings) implements Load {
        private static final List<String> KEY = List.of("unit_id", "ts", "holder_id");
        private static final List<String> MERGED =
                List.of("replicas_held", "replicas", "mode", "busy_ms", "memory_used_bytes");

        @Override
        public String table() {
            return "holding";
        }

        @Override
        public List<String> key() {
            return KEY;
        }

        @Override
        public List<String> merged() {
            return MERGED;
        }

        @Override
        public int size() {
            return holdings.size();
        }

        @Override
        public void encode(int index, CopyBuffer buffer) {
            var held = holdings.get(index);
            buffer.row(KEY.size() + MERGED.size());
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
    }

    record Xids(List<Fact.Xid> xids) implements Load {
        private static final List<String> KEY = List.of("unit_id", "ts", "xid");
        private static final List<String> MERGED = List.of("count");

        @Override
        public String table() {
            return "xid_count";
        }

        @Override
        public List<String> key() {
            return KEY;
        }

        @Override
        public List<String> merged() {
            return MERGED;
        }

        @Override
        public int size() {
            return xids.size();
        }

        @Override
        public void encode(int index, CopyBuffer buffer) {
            var xid = xids.get(index);
            buffer.row(KEY.size() + MERGED.size());
            buffer.putInt(xid.unit());
            buffer.putInstant(xid.millis());
            buffer.putInt(xid.xid());
            buffer.putLong(xid.count());
        }
    }

    /// By place of the field.
    final class Encoders {
        private static final ColumnType[] TYPES =
                Field.ALL.stream().map(field -> Column.of(field).type()).toArray(ColumnType[]::new);

        private Encoders() {}
    }
}
