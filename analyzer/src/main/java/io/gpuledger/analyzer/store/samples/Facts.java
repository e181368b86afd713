package io.gpuledger.analyzer.store.samples;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import io.gpuledger.analyzer.store.samples.Fact.Held;
import io.gpuledger.analyzer.store.samples.Fact.Sample;
import io.gpuledger.analyzer.store.samples.Fact.Xid;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/// The rows of a portion, apart by table, sorted by their keys, each key once. Sorted, because neighbours share pages
/// of the index, and because two writers that go the same way never wait for each other in a circle.
///
/// @param joined how many were joined with another of the same key
record Facts(List<Sample> samples, List<Held> holdings, List<Xid> xids, int joined) {
    private static final Comparator<Sample> BY_UNIT = comparingInt(Sample::unit).thenComparingLong(Sample::millis);
    private static final Comparator<Held> BY_HOLDER =
            comparingInt(Held::unit).thenComparing(comparingLong(Held::millis)).thenComparingInt(Held::holder);
    private static final Comparator<Xid> BY_XID =
            comparingInt(Xid::unit).thenComparing(comparingLong(Xid::millis)).thenComparingInt(Xid::xid);

    /// @param defects told how many values were left out, as no device has them
    static Facts of(List<Row> rows, Dimensions dimensions, IntConsumer defects) {
        var samples = new ArrayList<Sample>(rows.size());
        var holdings = new ArrayList<Held>();
        var xids = new ArrayList<Xid>();
        for (var row : rows) {
            var unit = dimensions.unit(row.unit().id());
            var values = Believed.of(row.values());
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
        return new Facts(samples, holdings, xids, count - samples.size() - holdings.size() - xids.size());
    }

    private static <F> void joined(
            List<F> facts, Comparator<F> order, BiPredicate<F, F> isSame, BinaryOperator<F> join) {
        facts.sort(order);
        var last = -1;
        for (var fact : facts) {
            if (last >= 0 && isSame.test(facts.get(last), fact)) {
                facts.set(last, join.apply(facts.get(last), fact));
            } else {
                facts.set(++last, fact);
            }
        }
        facts.subList(last + 1, facts.size()).clear();
    }

    Facts where(Predicate<Fact> condition) {
        return new Facts(
                samples.stream().filter(condition).toList(),
                holdings.stream().filter(condition).toList(),
                xids.stream().filter(condition).toList(),
                0);
    }

    /// In the order in which they are written.
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
