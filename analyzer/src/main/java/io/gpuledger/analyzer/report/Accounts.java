package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Sums of somebody's accounts, in milliseconds of GPUs and millionths of currencies. The sums are exact.
public final class Accounts {
    private final Map<State, Long> millis = new EnumMap<>(State.class);
    private final Map<State, SortedMap<String, Long>> cost = new EnumMap<>(State.class);
    private long open;
    private long filling;
    private long unpriced;
    private long uncertain;

    void add(State state, long more, long withoutPrice, Map<String, Long> its) {
        millis.merge(state, more, Math::addExact);
        unpriced += withoutPrice;
        var sums = cost.computeIfAbsent(state, _ -> new TreeMap<>());
        its.forEach((currency, micros) -> sums.merge(currency, micros, Math::addExact));
    }

    /// Adds time that may still change.
    ///
    /// @param stillOpen all time that may still change
    /// @param stillFilling the part of it that is long over
    void addOpen(long stillOpen, long stillFilling) {
        open += stillOpen;
        filling += stillFilling;
    }

    /// Returns the sum of several accounts.
    public static Accounts sum(Collection<Accounts> some) {
        var sum = new Accounts();
        some.forEach(sum::add);
        return sum;
    }

    private void add(Accounts other) {
        other.millis.forEach(
                (state, more) -> add(state, more, 0, other.cost.getOrDefault(state, Collections.emptySortedMap())));
        addOpen(other.open, other.filling);
        unpriced += other.unpriced;
        uncertain += other.uncertain;
    }

    void addUncertain(long more) {
        uncertain += more;
    }

    public long of(State state) {
        return millis.getOrDefault(state, 0L);
    }

    public long all() {
        return millis.values().stream().mapToLong(some -> some).sum();
    }

    /// Returns the time that may still change.
    public long open() {
        return open;
    }

    /// Returns the part of the open time that is long over, and waits for rows that are still to come in.
    public long filling() {
        return filling;
    }

    /// Returns the time that has no price.
    public long unpriced() {
        return unpriced;
    }

    /// Returns the time that may belong to another account, as it was found by an estimate between two readings.
    public long uncertain() {
        return uncertain;
    }

    /// The amounts are keyed by currency.
    public SortedMap<String, Long> cost() {
        var all = new TreeMap<String, Long>();
        cost.values().forEach(one -> one.forEach((currency, micros) -> all.merge(currency, micros, Math::addExact)));
        return all;
    }

    /// The amounts are keyed by currency.
    public SortedMap<String, Long> cost(State state) {
        return new TreeMap<>(cost.getOrDefault(state, Collections.emptySortedMap()));
    }
}
