package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What stands in somebody's accounts, in milliseconds of GPUs and millionths of currencies: sums that are exact.
public final class Accounts {
    private final Map<State, Long> millis = new EnumMap<>(State.class);
    private final Map<State, SortedMap<String, Long>> cost = new EnumMap<>(State.class);
    private long open;
    private long unpriced;

    void add(State state, long more, long stillOpen, long withoutPrice, Map<String, Long> its) {
        millis.merge(state, more, Math::addExact);
        open += stillOpen;
        unpriced += withoutPrice;
        var sums = cost.computeIfAbsent(state, _ -> new TreeMap<>());
        its.forEach((currency, micros) -> sums.merge(currency, micros, Math::addExact));
    }

    /// Of all of them.
    public static Accounts sum(Collection<Accounts> some) {
        var sum = new Accounts();
        some.forEach(sum::add);
        return sum;
    }

    private void add(Accounts other) {
        other.millis.forEach(
                (state, more) -> add(state, more, 0, 0, other.cost.getOrDefault(state, Collections.emptySortedMap())));
        open += other.open;
        unpriced += other.unpriced;
    }

    public long of(State state) {
        return millis.getOrDefault(state, 0L);
    }

    public long all() {
        return millis.values().stream().mapToLong(some -> some).sum();
    }

    /// What of it may still change.
    public long open() {
        return open;
    }

    /// What of it has no price.
    public long unpriced() {
        return unpriced;
    }

    /// By currency.
    public SortedMap<String, Long> cost() {
        var all = new TreeMap<String, Long>();
        cost.values().forEach(one -> one.forEach((currency, micros) -> all.merge(currency, micros, Math::addExact)));
        return all;
    }

    /// By currency.
    public SortedMap<String, Long> cost(State state) {
        return new TreeMap<>(cost.getOrDefault(state, Collections.emptySortedMap()));
    }
}
