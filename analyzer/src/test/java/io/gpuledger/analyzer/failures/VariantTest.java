package io.gpuledger.analyzer.failures;

import static io.gpuledger.analyzer.failures.DrawnFleet.DAY;
import static io.gpuledger.analyzer.failures.DrawnFleet.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VariantTest {
    private static final Optional<String> H100 = Optional.of("H100");

    private static NodeTrait driver(int node, String value, long from, long to) {
        return driver(node, value, 8, from, to);
    }

    private static NodeTrait driver(int node, String value, int gpus, long from, long to) {
        return new NodeTrait(new OfNode("c", "n" + node), H100, Trait.DRIVER, value, gpus, new Span(from, to));
    }

    private static List<Variant> of(DrawnFleet fleet, NodeTrait... traits) {
        return Variant.of(WINDOW, List.of(traits), fleet.failures(WINDOW));
    }

    @Test
    void a_variant_is_held_against_the_others_since_it_came_and_against_itself_before() {
        // One of two nodes gets another driver after ten days.
        var fleet = new DrawnFleet(2)
                .fails(0, 2 * DAY)
                .fails(0, 12 * DAY)
                .fails(0, 20 * DAY)
                .fails(1, 5 * DAY)
                .fails(1, 25 * DAY);

        var variants = of(
                fleet,
                driver(0, "580", 0, 10 * DAY),
                driver(0, "590", 10 * DAY, 30 * DAY),
                driver(1, "580", 0, 30 * DAY));

        assertThat(variants)
                .containsExactly(
                        new Variant(
                                new Variant.Name("c", H100, Trait.DRIVER, "580"),
                                1,
                                8,
                                0,
                                new Rate(3, 40 * DAY),
                                new Rate(2, 20 * DAY),
                                new Rate(0, 0)),
                        new Variant(
                                new Variant.Name("c", H100, Trait.DRIVER, "590"),
                                1,
                                8,
                                10 * DAY,
                                new Rate(2, 20 * DAY),
                                new Rate(1, 20 * DAY),
                                new Rate(1, 10 * DAY)));
    }

    @Test
    void a_node_whose_gpus_differ_has_all_their_values() {
        var variants = of(
                new DrawnFleet(1).fails(0, 5 * DAY),
                driver(0, "a", 6, 0, 30 * DAY),
                driver(0, "b", 2, 3 * DAY, 30 * DAY));

        assertThat(variants)
                .extracting(
                        variant -> variant.name().value(),
                        Variant::gpus,
                        variant -> variant.own().failures())
                .containsExactly(tuple("a + b", 8, 1L), tuple("a", 0, 0L));
    }

    @Test
    void of_a_time_of_which_nothing_was_told_nothing_is_counted() {
        var variants = of(new DrawnFleet(1).fails(0, 5 * DAY), driver(0, "580", 10 * DAY, 30 * DAY));

        assertThat(variants).singleElement().satisfies(variant -> {
            assertThat(variant.own()).isEqualTo(new Rate(0, 20 * DAY));
            assertThat(variant.chanceAgainst(variant.others())).isEqualTo(1);
        });
    }

    @Test
    void the_variants_of_a_trait_add_up_to_all_failures_and_all_time() {
        for (var seed = 0; seed < 100; seed++) {
            var random = new SplittableRandom(seed);
            var fleet = new DrawnFleet(20).failingAtRandom(random, 100);
            var variants = Variant.of(WINDOW, drawn(random, 20), fleet.failures(WINDOW));

            assertThat(variants.stream().mapToLong(variant -> variant.own().failures()))
                    .as("seed %d", seed)
                    .satisfies(counts -> assertThat(
                                    counts.stream().mapToLong(Long::longValue).sum())
                            .isEqualTo(fleet.failures(WINDOW).size()));
            assertThat(variants.stream()
                            .mapToLong(variant -> variant.own().nodeMillis())
                            .sum())
                    .as("seed %d", seed)
                    .isEqualTo(20 * WINDOW.millis());
            assertThat(variants.stream().mapToInt(Variant::nodes).sum())
                    .as("seed %d", seed)
                    .isEqualTo(20);
        }
    }

    /// Each node has another driver from some time on.
    private static List<NodeTrait> drawn(SplittableRandom random, int nodes) {
        var traits = new ArrayList<NodeTrait>();
        for (var node = 0; node < nodes; node++) {
            var turn = random.nextLong(1, WINDOW.to());
            traits.add(driver(node, "d" + random.nextInt(3), 0, turn));
            traits.add(driver(node, "d" + random.nextInt(3), turn, WINDOW.to()));
        }
        return traits;
    }

    @Test
    void where_all_fail_alike_one_canary_of_a_hundred_looks_worse_than_the_rest() {
        var worse = IntStream.range(0, 1_000)
                .filter(seed -> canary(new DrawnFleet(64).failingAtRandom(new SplittableRandom(seed), 20)) < 0.01)
                .count();

        assertThat(worse).isLessThanOrEqualTo(10);
    }

    @Test
    void a_canary_that_fails_five_times_as_often_is_seen_within_a_month() {
        var seen = IntStream.range(0, 100)
                .filter(seed -> {
                    var random = new SplittableRandom(seed);
                    var fleet = new DrawnFleet(64).failingAtRandom(random, 20);
                    for (var node = 0; node < 8; node++) {
                        for (var at = 0.0; ; ) {
                            at += random.nextExponential() * 1_000 / 80 * DAY;
                            if (at >= WINDOW.to()) {
                                break;
                            }
                            fleet.fails(node, (long) at);
                        }
                    }
                    return canary(fleet) < 0.01;
                })
                .count();

        assertThat(seen).isGreaterThanOrEqualTo(98);
    }

    /// Eight of 64 nodes have the next driver.
    private static double canary(DrawnFleet fleet) {
        var traits = IntStream.range(0, 64)
                .mapToObj(node -> driver(node, node < 8 ? "590" : "580", 0, WINDOW.to()))
                .toList();
        return Variant.of(WINDOW, traits, fleet.failures(WINDOW)).stream()
                .filter(variant -> variant.name().value().equals("590"))
                .mapToDouble(variant -> variant.chanceAgainst(variant.others()))
                .findFirst()
                .orElseThrow();
    }
}
