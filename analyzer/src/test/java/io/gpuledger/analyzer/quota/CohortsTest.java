package io.gpuledger.analyzer.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Cohorts within cohorts.
class CohortsTest {
    private static final Allowance EMPTY_QUEUE = Allowance.of(0, Optional.of(0L));

    private static Cohorts cohorts(Map<String, String> parents) {
        var tree = new CohortTree();
        parents.forEach(tree::put);
        return new Cohorts(tree);
    }

    /// By hand. The company has 4 of its own. Research has 8 of its own, lends 6 of what it has, and borrows 5 at most.
    /// Its queue has 4 and uses all of them, and the queue of the other department uses 3 of 8.
    @Test
    void what_is_above_is_had_as_far_as_limits_go() {
        var cohorts = cohorts(Map.of("research", "company", "product", "company"));
        cohorts.own("company", Allowance.of(4, Optional.empty()));
        cohorts.own("research", new Allowance(8, Optional.empty(), Optional.of(5L), Optional.of(6L)));
        var queue = Allowance.of(4, Optional.of(4L));
        var other = Allowance.of(8, Optional.of(3L));
        cohorts.queue("research", queue);
        cohorts.queue("product", other);

        var company = cohorts.find("company").orElseThrow();
        var research = cohorts.find("research").orElseThrow();
        var product = cohorts.find("product").orElseThrow();
        assertThat(company.unused()).as("4 + 6 + 8, of which 3 are used").contains(15L);
        assertThat(research.unused())
                .as("2 of those it keeps, 6 that it lends and 5 more")
                .contains(13L);
        assertThat(research.available(queue)).contains(13L);
        assertThat(product.available(other)).contains(15L);
        assertThat(product.lentUnused(other)).contains(5L);
        assertThat(research.lentUnused(queue)).contains(0L);
    }

    @Test
    void a_cohort_that_is_in_itself_has_nothing() {
        var cohorts = cohorts(Map.of("a", "b", "b", "a", "c", "b"));
        cohorts.queue("a", EMPTY_QUEUE);
        assertThat(cohorts.find("a")).isEmpty();
        assertThat(cohorts.find("c")).isEmpty();
    }

    @Test
    void so_many_levels_that_nobody_means_them_are_not_known_of() {
        var parents = new HashMap<String, String>();
        for (var i = 1; i < 100_000; i++) {
            parents.put("c" + i, "c" + (i - 1));
        }
        var cohorts = cohorts(parents);
        cohorts.own("c0", Allowance.of(8, Optional.empty()));
        assertThat(cohorts.find("c99999")).isEmpty();
        assertThat(cohorts.find("c0").orElseThrow().unused())
                .as("others are in it")
                .isEmpty();
    }

    @Test
    void what_one_queue_does_not_tell_nobody_in_the_tree_knows() {
        var cohorts = cohorts(Map.of("a", "top", "b", "top"));
        cohorts.queue("a", Allowance.of(8, Optional.empty()));
        cohorts.queue("b", EMPTY_QUEUE);
        assertThat(cohorts.find("b").orElseThrow().available(EMPTY_QUEUE)).isEmpty();
    }

    @Test
    void a_quota_that_means_as_many_as_you_like_is_no_less_for_being_added_up() {
        var cohorts = cohorts(Map.of("a", "top"));
        for (var i = 0; i < 20; i++) {
            cohorts.queue("a", Allowance.of(Long.MAX_VALUE, Optional.of(1L)));
        }
        assertThat(cohorts.find("a").orElseThrow().unused().orElseThrow()).isGreaterThan(1_000_000_000L);
    }

    /// A tree of cohorts and queues as a network of pipes: what a node has of its own flows in; to the cohort above
    /// flows no more than is lent, from there no more than is borrowed; what queues use flows out. A queue can have
    /// one more as long as the network can bring it.
    private static final class Network {
        private static final int SOURCE = 0;
        private static final int SINK = 1;
        private static final int FIRST = 2;

        private final int nodes;
        private final long[] pipes;

        Network(List<Node> tree, int more) {
            this.nodes = tree.size() + FIRST;
            this.pipes = new long[nodes * nodes];
            for (var i = 0; i < tree.size(); i++) {
                var allowance = tree.get(i).allowance();
                pipes[pipe(SOURCE, FIRST + i)] = allowance.nominal();
                var parent = FIRST + tree.get(i).parent();
                if (i > 0) {
                    pipes[pipe(FIRST + i, parent)] = allowance.lendingLimit().orElse(1_000L);
                    pipes[pipe(parent, FIRST + i)] = allowance.borrowingLimit().orElse(1_000L);
                }
                pipes[pipe(FIRST + i, SINK)] = allowance.used().orElse(0L) + (i == more ? 1 : 0);
            }
        }

        private int pipe(int from, int to) {
            return from * nodes + to;
        }

        boolean bringsAll() {
            var wanted = 0L;
            for (var i = FIRST; i < nodes; i++) {
                wanted += pipes[pipe(i, SINK)];
            }
            var brought = 0L;
            while (brings(SOURCE, new boolean[nodes])) {
                brought++;
            }
            return brought == wanted;
        }

        private boolean brings(int from, boolean[] seen) {
            if (from == SINK) {
                return true;
            }
            seen[from] = true;
            for (var to = 0; to < nodes; to++) {
                if (!seen[to] && pipes[pipe(from, to)] > 0 && brings(to, seen)) {
                    pipes[pipe(from, to)]--;
                    pipes[pipe(to, from)]++;
                    return true;
                }
            }
            return false;
        }
    }

    /// A queue where nothing is in it.
    private record Node(int parent, Allowance allowance) {}

    private static Cohorts cohorts(List<Node> tree, int queues) {
        var parents = new HashMap<String, String>();
        for (var i = 1; i < tree.size() - queues; i++) {
            parents.put("c" + i, "c" + tree.get(i).parent());
        }
        var cohorts = cohorts(parents);
        for (var i = 0; i < tree.size(); i++) {
            if (i < tree.size() - queues) {
                cohorts.own("c" + i, tree.get(i).allowance());
            } else {
                cohorts.queue("c" + tree.get(i).parent(), tree.get(i).allowance());
            }
        }
        return cohorts;
    }

    private static List<Node> draw(Random random, int queues) {
        var cohorts = 1 + random.nextInt(4);
        var tree = new ArrayList<Node>();
        for (var i = 0; i < cohorts + queues; i++) {
            var parent = i == 0 ? -1 : random.nextInt(Math.min(i, cohorts));
            Optional<Long> used = i < cohorts ? Optional.empty() : Optional.of(0L);
            tree.add(new Node(
                    parent, new Allowance(random.nextInt(7), used, limit(random, parent), limit(random, parent))));
        }
        return tree;
    }

    private static Optional<Long> limit(Random random, int parent) {
        return parent < 0 || random.nextInt(3) == 0 ? Optional.empty() : Optional.of((long) random.nextInt(5));
    }

    @Test
    void a_queue_can_have_as_many_as_a_network_of_pipes_brings() {
        for (var seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            var queues = 1 + random.nextInt(4);
            var tree = draw(random, queues);
            for (var step = 0; step < 12; step++) {
                var at = tree.size() - 1 - random.nextInt(queues);
                var queue = tree.get(at);
                var available = cohorts(tree, queues)
                        .find("c" + queue.parent())
                        .orElseThrow()
                        .available(queue.allowance())
                        .orElseThrow();
                assertThat(available > 0)
                        .as("seed %d, queue %d of %s", seed, at, tree)
                        .isEqualTo(new Network(tree, at).bringsAll());
                if (available > 0) {
                    tree.set(at, new Node(queue.parent(), oneMore(queue.allowance())));
                    var left = cohorts(tree, queues)
                            .find("c" + queue.parent())
                            .orElseThrow()
                            .available(tree.get(at).allowance());
                    assertThat(left).as("seed %d", seed).contains(available - 1);
                }
            }
        }
    }

    private static Allowance oneMore(Allowance allowance) {
        return new Allowance(
                allowance.nominal(),
                allowance.used().map(used -> used + 1),
                allowance.borrowingLimit(),
                allowance.lendingLimit());
    }
}
