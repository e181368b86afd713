package io.gpuledger.analyzer.store.samples;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import io.gpuledger.analyzer.store.samples.TableRow.Held;
import io.gpuledger.analyzer.store.samples.TableRow.Sample;
import io.gpuledger.analyzer.store.samples.TableRow.Xid;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/// The rows that a portion gives each table, sorted by their keys. None has the key of another. They are sorted because
/// neighbours share pages of the index, and because two writers that go the same way never wait for each other in a
/// circle.
///
/// @param joined how many were joined with another of the same key
record TableRows(List<Sample> samples, List<Held> holdings, List<Xid> xids, int joined) {
    private static final Comparator<Sample> BY_UNIT = comparingInt(Sample::unit).thenComparingLong(Sample::millis);
    private static final Comparator<Held> BY_HOLDER =
            comparingInt(Held::unit).thenComparing(comparingLong(Held::millis)).thenComparingInt(Held::holder);
    private static final Comparator<Xid> BY_XID =
            comparingInt(Xid::unit).thenComparing(comparingLong(Xid::millis)).thenComparingInt(Xid::xid);

    /// @param defects told how many values were left out, as no device has them
    static TableRows of(List<Row> rows, Dimensions dimensions, IntConsumer defects) {
        var samples = new ArrayList<Sample>(rows.size());
        var holdings = new ArrayList<Held>();
        var xids = new ArrayList<Xid>();
        for (var row : rows) {
            var unit = dimensions.unit(row.unit().id());
            var values = PlausibleValues.of(row.values());
            defects.accept(row.values().size() - values.size());
            samples.add(new Sample(unit, row.millis(), values));
            var cluster = row.unit().id().cluster();
            row.holdings()
                    .forEach(holding -> holdings.add(
                            new Held(unit, row.millis(), dimensions.holder(cluster, holding.holder()), holding)));
            row.xids().forEach(xid -> xids.add(new Xid(unit, row.millis(), xid.xid(), xid.count())));
        }
        var count = samples.size() + holdings.size() + xids.size();
        joined(samples, BY_UNIT, Sample::isSame, Sample::joined);
        joined(holdings, BY_HOLDER, Held::isSame, Held::joined);
        joined(xids, BY_XID, Xid::isSame, Xid::joined);
        return new TableRows(samples, holdings, xids, count - samples.size() - holdings.size() - xids.size());
    }

    private static <R> void joined(
            List<R> rows, Comparator<R> order, BiPredicate<R, R> isSame, BinaryOperator<R> join) {
        rows.sort(order);
        var last = -1;
        for (var row : rows) {
            if (last >= 0 && isSame.test(rows.get(last), row)) {
                rows.set(last, join.apply(rows.get(last), row));
            } else {
                rows.set(++last, row);
            }
        }
        rows.subList(last + 1, rows.size()).clear();
    }

    TableRows where(Predicate<TableRow> condition) {
        return new TableRows(
                samples.stream().filter(condition).toList(),
                holdings.stream().filter(condition).toList(),
                xids.stream().filter(condition).toList(),
                0);
    }

    /// Returns what goes into each table, in the order in which it is written.
    List<Load<?>> loads() {
        return List.of(Load.samples(samples), Load.holdings(holdings), Load.xids(xids));
    }

    static long said(List<Sample> samples) {
        var said = Values.NONE.said();
        for (var sample : samples) {
            said |= sample.values().said();
        }
        return said;
    }
}
