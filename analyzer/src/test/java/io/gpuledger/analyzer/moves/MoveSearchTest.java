package io.gpuledger.analyzer.moves;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class MoveSearchTest {
    @Test
    void nothing_is_moved_where_there_is_room() {
        var list = new Cases().node("a", 8, 4).node("b", 8, 8).find(4);

        assertThat(list.node()).contains("a");
        assertThat(list.moves()).isEmpty();
        assertThat(list.isSmallest()).isTrue();
    }

    @Test
    void the_pod_goes_that_leaves_enough_to_the_fullest_node_with_room() {
        var list =
                new Cases().node("a", 8, 1).node("b", 8, 5, 1).node("c", 8, 2).find(8);

        assertThat(Cases.text(list)).containsExactly("a-0 b");
        assertThat(list.node()).contains("a");
        assertThat(list.isSmallest()).isTrue();
        assertThat(list.lostMillis(3_600_000)).isEqualTo(3_600_000);
    }

    @Test
    void who_has_no_room_elsewhere_has_it_when_another_one_has_gone() {
        var list = new Cases()
                .node("a", 4, 3)
                .node("b", 4, 2, 1)
                .node("c", 4, 3, 0)
                .find(4);

        assertThat(Cases.text(list)).isEmpty();

        list = new Cases()
                .node("a", 4, 2)
                .node("b", 4, 1)
                .pod("b", "tied", 2, Optional.empty(), Optional.of(Stay.VOLUME), 0)
                .node("c", 4, 3)
                .find(4);

        assertThat(Cases.text(list)).containsExactly("b-0 c", "a-0 b");
        assertThat(list.atLeast()).isEqualTo(OptionalInt.of(1));
        assertThat(list.isSmallest()).isFalse();
    }

    @Test
    void who_stays_is_counted_by_why() {
        var list = new Cases()
                .node("a", 8, 1)
                .pod("a", "daemon", 1, Optional.empty(), Optional.of(Stay.DAEMON), 0)
                .node("b", 8, 1)
                .pod("b", "important", 1, Optional.empty(), Optional.empty(), 1)
                .find(8);

        assertThat(list.node()).isEmpty();
        assertThat(list.atLeast()).isEmpty();
        assertThat(list.staying()).isEqualTo(Map.of(Stay.DAEMON, 1, Stay.PRIORITY, 1));
    }

    @Test
    void no_more_pods_of_a_budget_go_than_it_allows() {
        var budget = Optional.of(new Budget("team", "web", 1));
        var list = new Cases()
                .node("a", 4)
                .pod("a", "web-0", 1, budget, Optional.empty(), 0)
                .pod("a", "web-1", 1, budget, Optional.empty(), 0)
                .node("b", 4, 1, 1)
                .node("c", 4, 2)
                .find(4);

        assertThat(list.node()).contains("c");
        assertThat(Cases.text(list)).containsExactly("c-0 a");
    }

    @Test
    void pods_of_another_scheduler_are_judged_by_the_same_rules() {
        var cases = new Cases().node("a", 8, 1).node("b", 8, 7);
        var theirs = cases.pods().stream()
                .map(pod -> new PlacedPod(
                        pod.namespace(),
                        pod.name(),
                        pod.node(),
                        pod.ask().by("kai-scheduler"),
                        pod.owner(),
                        pod.priority(),
                        pod.workSince(),
                        pod.budget(),
                        pod.stay()))
                .toList();
        var list = new MoveSearch(cases.places(), theirs, 0).find(Cases.ask(8).by("volcano"), 0);

        assertThat(Cases.text(list)).containsExactly("a-0 b");
    }

    @Test
    void a_size_that_no_node_has_is_never_free() {
        var list = new Cases().node("a", 4, 1).find(8);

        assertThat(list.node()).isEmpty();
        assertThat(list.atLeast()).isEmpty();
        assertThat(list.isExhaustive()).isTrue();
    }

    /// Beside what is there a node has room for a small pod, whose old place then takes what is there.
    @Test
    void a_pod_may_go_to_the_node_that_is_made_free_before_others_leave_it() {
        var list = new Cases()
                .node("a", 4, 2)
                .node("b", 5, 3, 2)
                .node("c", 4, 3)
                .node("d", 5, 3, 1, 1)
                .find(3);

        assertThat(list.node()).contains("a");
        assertThat(Cases.text(list)).hasSize(3).last().isEqualTo("a-0 d");
    }

    @Test
    void no_shorter_list_is_found_by_trying_all() {
        var seed = ThreadLocalRandom.current().nextLong(1_000_000);
        var random = new Random(seed);
        var found = 0;
        for (var i = 0; i < 300; i++) {
            var cases = new Cases();
            var text = new StringBuilder();
            for (var node = 0; node < 4; node++) {
                var held = random.longs(random.nextInt(4), 1, 4).toArray();
                var has = Math.max(4, Arrays.stream(held).sum());
                cases.node(String.valueOf((char) ('a' + node)), has, held);
                text.append(has).append(Arrays.toString(held));
            }
            var size = 2 + random.nextInt(3);
            var shortest = new Trial(cases, size).shortest(3);
            var list = cases.find(size);
            assertThat(
                            list.node().isPresent() && list.moves().size() <= 3
                                    ? list.moves().size()
                                    : -1)
                    .as("seed %d, %s, %d", seed, text, size)
                    .isEqualTo(shortest);
            found += shortest > 0 ? 1 : 0;
        }
        assertThat(found).as("seed %d", seed).isPositive();
    }

    /// Tries all ways to move pods one after the other.
    private static final class Trial {
        private final List<PlacedPod> pods;
        private final List<String> nodes = new ArrayList<>();
        private final long[] free;
        private final int size;

        Trial(Cases cases, int size) {
            this.pods = cases.pods();
            this.size = size;
            var places = cases.places().all();
            places.forEach(place -> nodes.add(place.name()));
            this.free =
                    places.stream().mapToLong(place -> place.free(Cases.GPU)).toArray();
        }

        int shortest(int most) {
            for (var moves = 0; moves <= most; moves++) {
                if (works(moves, new HashSet<>())) {
                    return moves;
                }
            }
            return -1;
        }

        private boolean works(int left, Set<PlacedPod> moved) {
            if (left == 0) {
                return Arrays.stream(free).anyMatch(some -> some >= size);
            }
            for (var pod : pods) {
                var from = nodes.indexOf(pod.node());
                if (moved.contains(pod)) {
                    continue;
                }
                for (var to = 0; to < free.length; to++) {
                    if (to != from && free[to] >= pod.gpus()) {
                        free[to] -= pod.gpus();
                        free[from] += pod.gpus();
                        moved.add(pod);
                        var works = works(left - 1, moved);
                        moved.remove(pod);
                        free[to] += pod.gpus();
                        free[from] -= pod.gpus();
                        if (works) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }
    }
}
