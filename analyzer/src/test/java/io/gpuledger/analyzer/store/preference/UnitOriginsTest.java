package io.gpuledger.analyzer.store.preference;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.preference.UnitOrigins.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two origins that tell of a unit every 30 s or so, each with outages, and each heard of in its own order, however far
/// behind the other.
class UnitOriginsTest {
    private static final int INTERVAL = 30_000;
    private static final int INTERVAL_LEAST = INTERVAL * 9 / 10;
    private static final int INTERVAL_MOST = INTERVAL * 11 / 10;

    private record Told(String origin, long millis) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void one_at_a_time_is_kept_and_nothing_is_missed(long seed) {
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var round = 0; round < 200; round++) {
            var origins = new UnitOrigins();
            var kept = new ArrayList<Told>();
            var dropped = new ArrayList<Told>();
            for (var told : interleaved(random)) {
                var isDropped = origins.judge(told.origin(), told.millis()) instanceof Verdict.Dropped;
                (isDropped ? dropped : kept).add(told);
            }
            nothing_of_another_lies_between_rows_of_one(kept);
            nothing_is_dropped_but_behind_what_was_kept(kept, dropped);
        }
    }

    private static List<Told> interleaved(Random random) {
        var queues = List.of(told("a", random), told("b", random));
        var order = new ArrayList<Told>();
        while (!queues.getFirst().isEmpty() || !queues.getLast().isEmpty()) {
            var queue = queues.get(random.nextInt(2));
            var burst = random.nextInt(1, 20);
            for (var i = 0; i < burst && !queue.isEmpty(); i++) {
                order.add(queue.removeFirst());
            }
        }
        return order;
    }

    private static List<Told> told(String origin, Random random) {
        var told = new ArrayList<Told>();
        var millis = random.nextLong(INTERVAL);
        for (var i = 0; i < 100; i++) {
            told.add(new Told(origin, millis));
            // The median of three gaps is no outage's, as long as there are others between two of them.
            var isOutage = i % 4 == 3 && random.nextInt(30) == 0;
            millis += isOutage ? random.nextLong(40L * INTERVAL) : jittered(random);
        }
        return told;
    }

    private static long jittered(Random random) {
        return random.nextLong(INTERVAL * 9 / 10, INTERVAL * 11 / 10);
    }

    private static void nothing_of_another_lies_between_rows_of_one(List<Told> kept) {
        var inOrder =
                kept.stream().sorted(Comparator.comparingLong(Told::millis)).toList();
        for (var origin : List.of("a", "b")) {
            var last = Long.MIN_VALUE;
            var between = false;
            for (var told : inOrder) {
                if (!told.origin().equals(origin)) {
                    between = true;
                    continue;
                }
                if (between && last != Long.MIN_VALUE) {
                    assertThat(told.millis() - last).isGreaterThan(3 * INTERVAL_LEAST);
                }
                last = told.millis();
                between = false;
            }
        }
    }

    private static void nothing_is_dropped_but_behind_what_was_kept(List<Told> kept, List<Told> dropped) {
        var times = new TreeMap<Long, Told>();
        kept.forEach(told -> times.put(told.millis(), told));
        dropped.forEach(told -> {
            var before = times.floorKey(told.millis());
            assertThat(before).isNotNull();
            assertThat(told.millis() - before).isLessThanOrEqualTo(3 * INTERVAL_MOST);
        });
    }
}
