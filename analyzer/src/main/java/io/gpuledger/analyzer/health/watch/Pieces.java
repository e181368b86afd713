package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Puts together what is told of a unit at one instant. A page is one piece; who sends by remote write cuts it wherever
/// a request is full, and a rule that compares two fields would be wrong about half of them.
///
/// A reading is whole when it tells all that the one before told: its fields, its XIDs, and that anybody holds the
/// unit.
/// One that tells less waits for its other pieces, until something is told of a later instant or nothing comes any
/// more:
/// then that is all there is. So does the first of all, as nobody knows what there is to tell: an XID that only came in
/// its last piece would seem to be new. A GPU that is lost or stuck tells less, and is not waited for.
final class Pieces {
    private final Consumer<Tick> whole;
    private Optional<Tick> waiting = Optional.empty();
    private long last = Long.MIN_VALUE;
    private long fields;
    private int xids;
    private boolean isHeld;
    private boolean isKnown;

    /// @param whole takes each reading once it is whole
    Pieces(Consumer<Tick> whole) {
        this.whole = whole;
    }

    /// Takes the next piece. One that is older than the last comes too late to say anything of the present.
    void add(Row row, List<Row> instances) {
        if (row.millis() < last) {
            return;
        }
        if (row.millis() == last && waiting.isEmpty()) {
            expect(row);
            return;
        }
        if (row.millis() > last) {
            flush();
        }
        last = row.millis();
        var piece = new Tick(row, instances);
        var tick = waiting.map(known -> joined(known, piece)).orElse(piece);
        waiting = Optional.of(tick);
        if (isWhole(tick.row())) {
            flush();
        }
    }

    /// Nothing more is told of the instant.
    void flush() {
        waiting.ifPresent(tick -> {
            fields = tick.row().values().said();
            xids = tick.row().xids().size();
            isHeld = !tick.row().holdings().isEmpty();
            isKnown = true;
            waiting = Optional.empty();
            whole.accept(tick);
        });
    }

    /// A piece came although the reading seemed to be whole: the next one is waited for.
    private void expect(Row row) {
        fields |= row.values().said();
        xids = Math.max(xids, row.xids().size());
        isHeld |= !row.holdings().isEmpty();
    }

    private boolean isWhole(Row row) {
        return isAway(row)
                || (isKnown
                        && (row.values().said() & fields) == fields
                        && row.xids().size() >= xids
                        && (!isHeld || !row.holdings().isEmpty()));
    }

    private static boolean isAway(Row row) {
        return row.values().get(Field.LOST).orElse(0) > 0
                || row.values().get(Field.STUCK).orElse(0) > 0;
    }

    private static Tick joined(Tick one, Tick other) {
        var instances = new ArrayList<>(one.instances());
        instances.addAll(other.instances());
        return new Tick(joined(one.row(), other.row()), instances);
    }

    /// Of what both tell the greater counts, as in the database. How many links are up is a sum over series, of which
    /// each piece may have some: where both tell it, it is not known.
    private static Row joined(Row one, Row other) {
        var ours = one.values();
        var theirs = other.values();
        var said = ours.said() | theirs.said();
        if ((ours.said() & theirs.said() & Field.NVLINK_LINKS_UP.bit()) != 0) {
            said &= ~Field.NVLINK_LINKS_UP.bit();
        }
        var packed = new double[Long.bitCount(said)];
        var place = 0;
        for (var left = said; left != 0; left &= left - 1) {
            var field = Field.ALL.get(Long.numberOfTrailingZeros(left));
            packed[place++] = Math.max(
                    ours.get(field).orElse(Double.NEGATIVE_INFINITY),
                    theirs.get(field).orElse(Double.NEGATIVE_INFINITY));
        }
        return new Row(
                other.unit(),
                one.millis(),
                Values.of(said, packed),
                holdings(one.holdings(), other.holdings()),
                xids(one.xids(), other.xids()));
    }

    private static List<Holding> holdings(List<Holding> some, List<Holding> others) {
        var byHolder = new LinkedHashMap<Holder, Holding>();
        some.forEach(holding -> byHolder.putIfAbsent(holding.holder(), holding));
        others.forEach(holding -> byHolder.putIfAbsent(holding.holder(), holding));
        return List.copyOf(byHolder.values());
    }

    private static List<XidCount> xids(List<XidCount> some, List<XidCount> others) {
        var counts = new TreeMap<Integer, Long>();
        some.forEach(told -> counts.merge(told.xid(), told.count(), Math::max));
        others.forEach(told -> counts.merge(told.xid(), told.count(), Math::max));
        return counts.entrySet().stream()
                .map(told -> new XidCount(told.getKey(), told.getValue()))
                .toList();
    }
}
