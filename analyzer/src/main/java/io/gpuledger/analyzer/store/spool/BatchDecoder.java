package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.spool.BatchEncoder.HoldingFlag;
import io.gpuledger.analyzer.store.spool.BatchEncoder.RowFlag;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// Reads the frames of one segment that a [BatchEncoder] wrote, all of them and in their order.
final class BatchDecoder {
    /// @param arrivedMillis when it was taken in
    record Read(Batch batch, long arrivedMillis) {}

    private final List<String> texts = new ArrayList<>();
    private final List<Unit> units = new ArrayList<>();
    private final List<Holder> holders = new ArrayList<>();
    private final StatementDecoder statements = new StatementDecoder();
    private final FieldMapping columns;

    private int unit;
    private long millis;
    private long said;

    BatchDecoder(Header header) {
        columns = new FieldMapping(header.columns());
    }

    long unknownValues() {
        return columns.unknown();
    }

    Read decode(Unpacker in) {
        var arrived = in.varint();
        var origin = known(in);
        unit = -1;
        millis = arrived;
        said = 0;
        return new Read(new Batch(origin, several(in, this::row), statements.decode(in, arrived)), arrived);
    }

    private Row row(Unpacker in) {
        var flags = in.octet();
        unit = has(flags, RowFlag.NEXT_UNIT) ? unit + 1 : (int) in.varint();
        var whose = Numbering.read(units, unit, () -> unit(in));
        millis += has(flags, RowFlag.SAME_TIME) ? 0 : in.zigzag();
        said = has(flags, RowFlag.SAME_FIELDS) ? said : in.fixed64();
        return new Row(
                whose,
                millis,
                columns.read(said, in),
                has(flags, RowFlag.HOLDINGS) ? several(in, this::holding) : List.of(),
                has(flags, RowFlag.XIDS) ? several(in, BatchDecoder::xid) : List.of());
    }

    private Holding holding(Unpacker in) {
        var flags = in.octet();
        return new Holding(
                Numbering.read(holders, (int) in.varint(), () -> holder(in)),
                has(flags, HoldingFlag.SHARE) ? Optional.of(share(in)) : Optional.empty(),
                has(flags, HoldingFlag.BUSY) ? OptionalDouble.of(in.number()) : OptionalDouble.empty(),
                has(flags, HoldingFlag.MEMORY) ? OptionalDouble.of(in.number()) : OptionalDouble.empty());
    }

    private Share share(Unpacker in) {
        return new Share((int) in.zigzag(), (int) in.zigzag(), known(in));
    }

    private static XidCount xid(Unpacker in) {
        return new XidCount((int) in.zigzag(), in.zigzag());
    }

    private Unit unit(Unpacker in) {
        var cluster = known(in);
        return new Unit(
                new UnitId(cluster, in.text(), optional(in, this::known)),
                known(in),
                optional(in, this::known),
                optional(in, this::known),
                optional(in, this::known),
                optional(in, Unpacker::text),
                optional(in, BatchDecoder::slices),
                optional(in, BatchDecoder::slices));
    }

    private static int slices(Unpacker in) {
        return (int) in.zigzag();
    }

    private Holder holder(Unpacker in) {
        return new Holder(known(in), in.text(), known(in), optional(in, Unpacker::text));
    }

    private String known(Unpacker in) {
        return Numbering.read(texts, (int) in.varint(), in::text);
    }

    private static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }

    private static <T> Optional<T> optional(Unpacker in, Function<Unpacker, T> reader) {
        return in.octet() == 0 ? Optional.empty() : Optional.of(reader.apply(in));
    }

    private static <T> List<T> several(Unpacker in, Function<Unpacker, T> reader) {
        var count = in.count();
        var things = new ArrayList<T>(count);
        for (var i = 0; i < count; i++) {
            things.add(reader.apply(in));
        }
        return things;
    }
}
