package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.List;
import java.util.Optional;

/// Writes the batches of one segment, each as one frame. What it said once it takes for known: all that it wrote has to
/// stand in the segment, in this order, or the segment ends.
final class BatchEncoder {
    /// What a row's first byte says. Most rows are of the unit after that of the row before, and have its time and
    /// fields.
    interface RowFlag {
        int NEXT_UNIT = 1;
        int SAME_TIME = 2;
        int SAME_FIELDS = 4;
        int HOLDINGS = 8;
        int XIDS = 16;
    }

    /// The first byte of a holding says by these bits what follows.
    interface HoldingFlag {
        int SHARE = 1;
        int BUSY = 2;
        int MEMORY = 4;
    }

    private final Numbering<String> texts = new Numbering<>();
    private final Numbering<Unit> units = new Numbering<>();
    private final Numbering<Holder> holders = new Numbering<>();
    private final StatementEncoder statements;
    private final Packer out;

    private int unit;
    private long millis;
    private long said;

    BatchEncoder(Packer out) {
        this.out = out;
        this.statements = new StatementEncoder(out);
    }

    void encode(Batch batch, long arrivedMillis) {
        var start = Frame.begin(out);
        out.varint(arrivedMillis);
        known(batch.origin());
        out.varint(batch.rows().size());
        unit = -1;
        millis = arrivedMillis;
        said = 0;
        batch.rows().forEach(this::row);
        statements.encode(batch.statements(), arrivedMillis);
        Frame.end(out, start, batch.size());
    }

    private void row(Row row) {
        var number = units.of(row.unit());
        var isNext = number == unit + 1;
        var sameTime = row.millis() == millis;
        var sameFields = row.values().said() == said;
        out.octet((isNext ? RowFlag.NEXT_UNIT : 0)
                | (sameTime ? RowFlag.SAME_TIME : 0)
                | (sameFields ? RowFlag.SAME_FIELDS : 0)
                | (row.holdings().isEmpty() ? 0 : RowFlag.HOLDINGS)
                | (row.xids().isEmpty() ? 0 : RowFlag.XIDS));
        if (!isNext) {
            out.varint(number);
        }
        if (units.isNew(number)) {
            define(row.unit());
        }
        if (!sameTime) {
            out.zigzag(row.millis() - millis);
        }
        if (!sameFields) {
            out.fixed64(row.values().said());
        }
        unit = number;
        millis = row.millis();
        said = row.values().said();
        values(row.values());
        holdings(row.holdings());
        xids(row.xids());
    }

    private void values(Values values) {
        for (var i = 0; i < values.size(); i++) {
            out.number(values.packed(i));
        }
    }

    private void holdings(List<Holding> holdings) {
        if (!holdings.isEmpty()) {
            out.varint(holdings.size());
            holdings.forEach(this::holding);
        }
    }

    private void holding(Holding holding) {
        out.octet((holding.share().isPresent() ? HoldingFlag.SHARE : 0)
                | (holding.busySeconds().isPresent() ? HoldingFlag.BUSY : 0)
                | (holding.memoryUsedBytes().isPresent() ? HoldingFlag.MEMORY : 0));
        var number = holders.of(holding.holder());
        out.varint(number);
        if (holders.isNew(number)) {
            define(holding.holder());
        }
        holding.share().ifPresent(share -> {
            out.zigzag(share.replicasHeld());
            out.zigzag(share.replicas());
            known(share.mode());
        });
        holding.busySeconds().ifPresent(out::number);
        holding.memoryUsedBytes().ifPresent(out::number);
    }

    private void xids(List<XidCount> xids) {
        if (!xids.isEmpty()) {
            out.varint(xids.size());
            xids.forEach(count -> {
                out.zigzag(count.xid());
                out.zigzag(count.count());
            });
        }
    }

    private void define(Unit unit) {
        units.add(unit);
        known(unit.id().cluster());
        out.text(unit.id().gpu());
        optional(unit.id().instance());
        known(unit.node());
        optional(unit.index());
        optional(unit.model());
        optional(unit.profile());
        // A MIG instance's UUID is as singular as the GPU's.
        out.octet(unit.instanceUuid().isPresent() ? 1 : 0);
        unit.instanceUuid().ifPresent(out::text);
        slices(unit.computeSlices());
        slices(unit.memorySlices());
    }

    private void define(Holder holder) {
        holders.add(holder);
        known(holder.namespace());
        out.text(holder.pod());
        known(holder.container());
        out.octet(holder.podUid().isPresent() ? 1 : 0);
        holder.podUid().ifPresent(out::text);
    }

    private void optional(Optional<String> text) {
        out.octet(text.isPresent() ? 1 : 0);
        text.ifPresent(this::known);
    }

    private void slices(Optional<Integer> slices) {
        out.octet(slices.isPresent() ? 1 : 0);
        slices.ifPresent(out::zigzag);
    }

    /// A text that others have too.
    private void known(String text) {
        Numbering.write(texts, text, out);
    }
}
