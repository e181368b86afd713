package io.gpuledger.analyzer.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.latency.Quantile.MoreThan;
import io.gpuledger.analyzer.latency.Quantile.Within;
import io.gpuledger.analyzer.latency.Wait.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private static final List<Double> PARTS = List.of(0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0);

    private static Wait reached(long millis) {
        return new Wait(millis, Outcome.REACHED);
    }

    private static Wait waiting(long millis) {
        return new Wait(millis, Outcome.WAITING);
    }

    private static Waits waits(List<Wait> all) {
        var waits = new Waits();
        all.forEach(waits::add);
        return waits;
    }

    private static Quantile quantile(double part, Wait... all) {
        return waits(List.of(all)).quantile(part).orElseThrow();
    }

    /// Of which it is only known that it is more is more than all others.
    private static double length(Quantile quantile) {
        return switch (quantile) {
            case Within(var millis) -> millis;
            case MoreThan(var millis) -> Double.MAX_VALUE / 2 + millis;
        };
    }

    private static Random random() {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        return new Random(seed);
    }

    private static List<Wait> drawn(Random random, boolean isCensored) {
        var outcomes = List.of(Outcome.values());
        var all = new ArrayList<Wait>();
        var count = 1 + random.nextInt(60);
        for (var i = 0; i < count; i++) {
            var outcome = isCensored ? outcomes.get(random.nextInt(outcomes.size())) : Outcome.REACHED;
            all.add(new Wait(random.nextInt(40), outcome));
        }
        return all;
    }

    @Test
    void nobody_waited_and_there_is_no_quantile() {
        assertThat(new Waits().quantile(0.5)).isEmpty();
    }

    @Test
    void the_curve_is_that_of_kaplan_and_meier() {
        // 1: 5/6. 2: two of 5, which leaves 3/6; the one that is censored then was at risk. 4: one of 2, 3/12. 5: 0.
        var all = List.of(reached(1), reached(2), waiting(2), reached(2), reached(4), reached(5));
        assertThat(waits(all).quantile(0.16)).contains(new Within(1));
        assertThat(waits(all).quantile(0.17)).contains(new Within(2));
        assertThat(waits(all).quantile(0.5)).contains(new Within(2));
        assertThat(waits(all).quantile(0.51)).contains(new Within(4));
        assertThat(waits(all).quantile(0.75)).contains(new Within(4));
        assertThat(waits(all).quantile(0.76)).contains(new Within(5));
    }

    @Test
    void a_curve_that_does_not_come_down_so_far_says_more_than_the_longest_wait() {
        assertThat(quantile(0.5, reached(1), reached(2), waiting(90), waiting(7)))
                .isEqualTo(new Within(2));
        assertThat(quantile(0.9, reached(1), reached(2), waiting(90), waiting(7)))
                .isEqualTo(new MoreThan(90));
        assertThat(quantile(0.5, waiting(3))).isEqualTo(new MoreThan(3));
    }

    @Test
    void who_left_and_who_waits_are_counted() {
        var waits = waits(List.of(reached(1), waiting(2), new Wait(3, Outcome.LEFT), waiting(4)));
        assertThat(waits.count()).isEqualTo(4);
        assertThat(waits.waiting()).isEqualTo(2);
        assertThat(waits.left()).isEqualTo(1);
    }

    @Test
    void without_censoring_quantiles_are_those_of_the_waits() {
        var random = random();
        for (var round = 0; round < 500; round++) {
            var all = drawn(random, false);
            var sorted = all.stream().map(Wait::millis).sorted().toList();
            for (var part : PARTS) {
                var rank = (int) Math.ceil(part * sorted.size() - 1e-9);
                assertThat(waits(all).quantile(part)).contains(new Within(sorted.get(rank - 1)));
            }
        }
    }

    @Test
    void the_order_does_not_matter_nor_who_asked_before() {
        var random = random();
        for (var round = 0; round < 500; round++) {
            var all = drawn(random, true);
            var shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, random);
            var asked = new Waits();
            shuffled.forEach(wait -> {
                asked.add(wait);
                assertThat(asked.quantile(0.5)).isPresent();
            });
            for (var part : PARTS) {
                assertThat(asked.quantile(part)).isEqualTo(waits(all).quantile(part));
            }
        }
    }

    @Test
    void who_waits_on_never_makes_a_quantile_less() {
        var random = random();
        for (var round = 0; round < 2_000; round++) {
            var all = drawn(random, true);
            var longer = new ArrayList<>(all);
            var at = random.nextInt(all.size());
            longer.set(at, waiting(all.get(at).millis() + random.nextInt(20)));
            for (var part : PARTS) {
                assertThat(length(waits(longer).quantile(part).orElseThrow()))
                        .as("%s of %s", part, longer)
                        .isGreaterThanOrEqualTo(length(waits(all).quantile(part).orElseThrow()));
            }
        }
    }

    @Test
    void a_greater_part_never_waits_for_less() {
        var random = random();
        for (var round = 0; round < 500; round++) {
            var waits = waits(drawn(random, true));
            var lengths = PARTS.stream()
                    .map(part -> length(waits.quantile(part).orElseThrow()))
                    .toList();
            assertThat(lengths).isSorted();
        }
    }
}
