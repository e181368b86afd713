package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.fleet.Gpu;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/// What stands in each account, exactly: in parts of a GPU-second so small that an activity, a replica and a slice each
/// are whole numbers of them.
public final class Book {
    private static final int THOUSANDTHS = 1000;

    private final Map<Account, Long> parts = new HashMap<>();
    private final Map<String, Long> partsInSecond = new HashMap<>();

    void open(Gpu gpu) {
        partsInSecond.put(gpu.uuid(), partsInSecond(gpu));
    }

    private static long partsInSecond(Gpu gpu) {
        return (long) THOUSANDTHS * gpu.replicas() * gpu.computeSlices();
    }

    void add(Account account, long amount) {
        if (amount != 0) {
            parts.merge(account, amount, Long::sum);
        }
    }

    /// Returns the parts by account; [#partsInSecond] of them are a second of its GPU.
    public Map<Account, Long> parts() {
        return Map.copyOf(parts);
    }

    public long partsInSecond(String gpu) {
        return partsInSecond.getOrDefault(gpu, 1L);
    }

    /// The least number of parts that a second of any GPU can be divided into.
    long partsInEverySecond() {
        return partsInSecond.values().stream()
                .reduce(1L, (one, other) -> one / greatestCommonDivisor(one, other) * other);
    }

    private static long greatestCommonDivisor(long one, long other) {
        return other == 0 ? one : greatestCommonDivisor(other, one % other);
    }

    /// Returns the sum over some accounts, in seconds.
    public double gpuSeconds(Predicate<Account> which) {
        return parts.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .mapToDouble(entry ->
                        (double) entry.getValue() / partsInSecond(entry.getKey().gpu()))
                .sum();
    }
}
