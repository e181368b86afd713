package io.gpuledger.analyzer.telemetry;

import io.gpuledger.analyzer.telemetry.Holding.Share;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/// Joins what was said of one unit at one instant in pieces, column by column: an absent value yields to any other, the
/// greater stands. The order in which pieces come, and how often, makes no difference.
public final class Join {
    private static final Comparator<Holder> BY_NAME = Comparator.comparing(Holder::namespace)
            .thenComparing(Holder::pod)
            .thenComparing(Holder::container)
            .thenComparing(holder -> holder.podUid().orElse(""));

    private Join() {}

    /// Sorted by time, each instant once, and what is said of each in one order.
    ///
    /// @param rows of one unit
    public static List<Row> rows(List<Row> rows) {
        if (isJoined(rows)) {
            return rows;
        }
        var joined = new TreeMap<Long, Row>();
        rows.forEach(row -> joined.merge(row.millis(), row, Join::of));
        return joined.values().stream().map(row -> of(row, row)).toList();
    }

    private static boolean isJoined(List<Row> rows) {
        for (var i = 0; i < rows.size(); i++) {
            var row = rows.get(i);
            var isLater = i == 0 || row.millis() > rows.get(i - 1).millis();
            if (!isLater || row.holdings().size() > 1 || row.xids().size() > 1) {
                return false;
            }
        }
        return true;
    }

    /// Joins two pieces of a row.
    public static Row of(Row one, Row other) {
        return new Row(
                of(one.unit(), other.unit()),
                one.millis(),
                of(one.values(), other.values()),
                joined(one.holdings(), other.holdings(), Holding::holder, BY_NAME, Join::of),
                joined(
                        one.xids(),
                        other.xids(),
                        XidCount::xid,
                        Comparator.naturalOrder(),
                        (left, right) -> left.count() >= right.count() ? left : right));
    }

    private static <K, T> List<T> joined(
            List<T> some, List<T> others, Function<T, K> key, Comparator<K> order, BinaryOperator<T> join) {
        SortedMap<K, T> joined = new TreeMap<>(order);
        some.forEach(thing -> joined.merge(key.apply(thing), thing, join));
        others.forEach(thing -> joined.merge(key.apply(thing), thing, join));
        return List.copyOf(joined.values());
    }

    /// Joins what two pieces say that a unit is.
    public static Unit of(Unit one, Unit other) {
        return one.equals(other)
                ? one
                : new Unit(
                        one.id(),
                        one.node().compareTo(other.node()) >= 0 ? one.node() : other.node(),
                        greatest(one.index(), other.index()),
                        greatest(one.model(), other.model()),
                        greatest(one.profile(), other.profile()),
                        greatest(one.instanceUuid(), other.instanceUuid()),
                        greatest(one.computeSlices(), other.computeSlices()),
                        greatest(one.memorySlices(), other.memorySlices()));
    }

    /// The greater of two, or the one that is there.
    public static <T extends Comparable<T>> Optional<T> greatest(Optional<T> one, Optional<T> other) {
        return one.map(left -> other.filter(right -> right.compareTo(left) > 0).orElse(left))
                .or(() -> other);
    }

    public static Values of(Values one, Values other) {
        var said = one.said() | other.said();
        var packed = new double[Long.bitCount(said)];
        var bits = said;
        var fromOne = 0;
        var fromOther = 0;
        for (var i = 0; i < packed.length; i++) {
            var bit = Long.lowestOneBit(bits);
            bits ^= bit;
            var left = (one.said() & bit) == 0 ? Double.NEGATIVE_INFINITY : one.packed(fromOne++);
            var right = (other.said() & bit) == 0 ? Double.NEGATIVE_INFINITY : other.packed(fromOther++);
            packed[i] = Math.max(left, right);
        }
        return Values.of(said, packed);
    }

    public static Holding of(Holding one, Holding other) {
        return new Holding(
                one.holder(),
                share(one.share(), other.share()),
                greatest(one.busySeconds(), other.busySeconds()),
                greatest(one.memoryUsedBytes(), other.memoryUsedBytes()));
    }

    private static Optional<Share> share(Optional<Share> one, Optional<Share> other) {
        return one.map(left -> other.map(right -> greatest(left, right)).orElse(left))
                .or(() -> other);
    }

    private static Share greatest(Share one, Share other) {
        return new Share(
                Math.max(one.replicasHeld(), other.replicasHeld()),
                Math.max(one.replicas(), other.replicas()),
                one.mode().compareTo(other.mode()) >= 0 ? one.mode() : other.mode());
    }

    private static OptionalDouble greatest(OptionalDouble one, OptionalDouble other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        return OptionalDouble.of(Math.max(one.getAsDouble(), other.getAsDouble()));
    }
}
