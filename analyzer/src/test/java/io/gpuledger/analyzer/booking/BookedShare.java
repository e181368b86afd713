package io.gpuledger.analyzer.booking;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/// Says how much of the time of booking goes into one part of it.
public final class BookedShare {
    private static final Rules RULES = new Rules(
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Set.of(),
            Selector.NONE,
            new Teams("team", Map.of()),
            Prices.NONE);
    private static final Settling SETTLING = new Settling(DrawnBatch.WINDOW.to(), Map.of(), Map.of());

    private BookedShare() {}

    /// Returns what finding stranded units adds to the booking of drawn batches, as a part of what that takes where no
    /// pods are expected: CPU time of one thread, each the best of some rounds that take turns.
    public static double ofStranding(int batches, int rounds) {
        var drawn = LongStream.range(0, batches).mapToObj(DrawnBatch::new).toList();
        var with = drawn.stream().map(batch -> batch.facts(batch.numbers())).toList();
        var without = drawn.stream().map(DrawnBatch::factsWithoutLens).toList();
        var best = new double[] {Double.MAX_VALUE, Double.MAX_VALUE};
        for (var round = 0; round < rounds; round++) {
            best[0] = Math.min(best[0], nanos(without));
            best[1] = Math.min(best[1], nanos(with));
        }
        return best[1] / best[0] - 1;
    }

    private static double nanos(List<BatchFacts> all) {
        var begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        var sheets = all.stream()
                .mapToInt(facts -> BatchBooking.of(facts, RULES, SETTLING).size())
                .sum();
        if (sheets == 0) {
            throw new IllegalStateException("nothing was booked");
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
    }
}
