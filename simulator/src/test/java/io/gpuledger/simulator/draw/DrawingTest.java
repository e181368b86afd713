package io.gpuledger.simulator.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.truth.Account;
import io.gpuledger.simulator.truth.Book;
import io.gpuledger.simulator.truth.State;
import io.gpuledger.simulator.truth.Truth;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@Order(1)
class DrawingTest {
    private static final int SEEDS = 1_000;
    private static final long BEGIN = 1_800_000L * 3600;
    private static final int HOURS = 4;
    private static final Span SPAN = new Span(BEGIN, BEGIN + HOURS * 3600L);

    @Test
    void the_same_seed_draws_the_same_story() {
        var one = Drawing.of(7, 12, SPAN);
        var other = Drawing.of(7, 12, SPAN);

        assertThat(told(one)).isEqualTo(told(other)).isNotEqualTo(told(Drawing.of(8, 12, SPAN)));
        assertThat(one.fleet()).isEqualTo(other.fleet());
        assertThat(one.troubles()).isEqualTo(other.troubles());
    }

    private static String told(Story story) {
        return story.holds().stream()
                .map(hold -> "%s %s %s %s"
                        .formatted(
                                hold.pod(),
                                hold.unit().id(),
                                hold.span(),
                                hold.activity().at(hold.span().from() + 777)))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void a_fleet_is_mostly_held_and_every_kind_has_its_pods() {
        var story = Drawing.of(1, 40, new Span(BEGIN, BEGIN + 7 * 86_400));
        var units = story.fleet()
                .gpus()
                .mapToLong(gpu -> gpu.units().size() * (long) gpu.replicas())
                .sum();
        var held =
                story.holds().stream().mapToLong(hold -> hold.span().seconds()).sum();

        assertThat((double) held / (units * story.span().seconds())).isBetween(0.5, 0.9);
        assertThat(story.holds().stream()
                        .map(Hold::pod)
                        .map(pod -> pod.workload().name().replaceFirst("-\\d+$", "")))
                .contains("training", "serving", "decode", "notebook", "batch", "hung", "crash-loop");
    }

    /// Of each GPU, each hour is there exactly once, whatever happens.
    @Test
    void every_second_of_every_gpu_stands_in_one_account() {
        var first = new Random().nextInt();
        var seen = new EnumMap<State, Integer>(State.class);
        for (var seed = first; seed < first + SEEDS; seed++) {
            var story = Drawing.of(seed, 1 + Math.floorMod(seed, 10), SPAN);
            var book = Truth.withStranded(story, Basis.SM_ACTIVE, story.span());
            assertConserved(seed, story, book);
            book.parts().keySet().stream()
                    .map(Account::state)
                    .distinct()
                    .forEach(state -> seen.merge(state, 1, Integer::sum));
        }
        System.out.println("seeds from " + first + "; of " + SEEDS + " stories, those with " + seen);
        assertThat(seen).containsOnlyKeys(State.values());
        assertThat(seen.values()).allSatisfy(count -> assertThat(count).isGreaterThan(SEEDS / 100));
    }

    @Test
    void what_is_true_of_a_part_of_a_story_is_true_of_it_in_the_whole() {
        var first = new Random().nextInt();
        System.out.println("seeds from " + first);
        for (var seed = first; seed < first + 20; seed++) {
            var story = Drawing.of(seed, 5, new Span(BEGIN, BEGIN + 24 * 3600));
            var cut = BEGIN + new Random(seed).nextLong(1, 24 * 3600);
            var parts = new HashMap<>(
                    Truth.of(story, Basis.SM_ACTIVE, new Span(BEGIN, cut)).parts());
            Truth.of(story, Basis.SM_ACTIVE, new Span(cut, BEGIN + 24 * 3600))
                    .parts()
                    .forEach((account, amount) -> parts.merge(account, amount, Long::sum));

            assertThat(parts)
                    .as("seed %d, cut at %d", seed, cut)
                    .isEqualTo(Truth.of(story, Basis.SM_ACTIVE).parts());
        }
    }

    private static void assertConserved(long seed, Story story, Book book) {
        Map<String, Long> hours = new HashMap<>();
        book.parts().forEach((account, parts) -> {
            assertThat(parts).as("seed %d: %s", seed, account).isPositive();
            hours.merge(account.gpu() + " " + account.hour(), parts, Long::sum);
        });
        assertThat(hours).as("seed " + seed).hasSize((int) story.fleet().gpus().count() * HOURS);
        hours.forEach((hour, parts) -> assertThat(parts)
                .as("seed %d: %s", seed, hour)
                .isEqualTo(3600 * book.partsInSecond(hour.substring(0, hour.indexOf(' ')))));
    }
}
