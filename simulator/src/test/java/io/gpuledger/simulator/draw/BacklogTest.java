package io.gpuledger.simulator.draw;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.schedule.Reason;
import io.gpuledger.simulator.schedule.Scheduler;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static final long BEGIN = 1_800_000L * 3600;
    private static final Span TWO_WEEKS = new Span(BEGIN, BEGIN + 14 * 86_400);

    /// What is kept of stories elsewhere depends on it.
    @Test
    void who_waits_changes_nothing_of_who_holds() {
        var story = Drawing.of(16, 16, new Span(BEGIN, BEGIN + 21 * 86_400));

        var told = story.holds().stream()
                .map(hold -> "%s %s %s %d %s"
                        .formatted(
                                hold.pod(),
                                hold.unit().id(),
                                hold.span(),
                                hold.startedAt(),
                                hold.activity().at(hold.span().from() + 777)))
                .collect(Collectors.joining("\n"));
        assertThat("%d holds, %08x".formatted(story.holds().size(), told.hashCode()))
                .isEqualTo("1986 holds, 8aacaa94");
    }

    @Test
    void two_weeks_of_sixteen_nodes_have_every_reason() {
        var scheduler = new Scheduler(
                Cluster.of(Drawing.of(1, 16, TWO_WEEKS)).firstEntry().getValue());

        var seen = EnumSet.noneOf(Reason.class);
        for (var second = TWO_WEEKS.from(); second < TWO_WEEKS.to(); second += 1800) {
            scheduler.waiting(second).values().forEach(verdict -> seen.add(verdict.reason()));
        }
        assertThat(seen).containsExactlyInAnyOrder(Reason.values());
    }

    @Test
    void nobody_waits_who_could_start() {
        var first = new Random().nextInt();
        System.out.println("seeds from " + first);
        for (var seed = first; seed < first + 20; seed++) {
            var story = Drawing.of(seed, 1 + Math.floorMod(seed, 20), TWO_WEEKS);
            var scheduler = new Scheduler(Cluster.of(story).firstEntry().getValue());
            for (var wait : story.waits()) {
                assertThat(wait.gate().isPresent()
                                || scheduler.roomFrom(wait.ask(), wait.span()).isEmpty())
                        .as("seed %d: %s", seed, wait)
                        .isTrue();
            }
            assertAllFit(seed, story);
        }
    }

    /// To look for room is most of the work, and with twice the nodes there are twice the pods that look. What
    /// is made on the way tells how much was looked at one by one.
    @Test
    void who_waits_is_drawn_without_making_much_on_the_way() {
        Drawing.of(1, 100, TWO_WEEKS);
        var before = allocated();
        var story = Drawing.of(1, 100, TWO_WEEKS);

        assertThat((allocated() - before) / story.holds().size()).isLessThan(7_000);
    }

    private static long allocated() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
    }

    /// What all pods of a node ask for together is no more than the node has.
    private static void assertAllFit(long seed, Story story) {
        var cluster = Cluster.of(story).firstEntry().getValue();
        for (var second = TWO_WEEKS.from(); second < TWO_WEEKS.to(); second += 40_000) {
            var pods = cluster.podsAt(second);
            for (var node : cluster.nodesAt(second)) {
                node.capacity()
                        .forEach((resource, amount) -> assertThat(pods.stream()
                                        .filter(pod -> pod.placement()
                                                .filter(place -> place.node()
                                                        .equals(node.node().name()))
                                                .isPresent())
                                        .mapToLong(pod -> pod.ask().amount(resource))
                                        .sum())
                                .as(
                                        "seed %d: %s of %s",
                                        seed, resource, node.node().name())
                                .isLessThanOrEqualTo(amount));
            }
        }
    }

    @Test
    void a_pod_that_waits_and_starts_is_one_pod() {
        var story = Drawing.of(1, 16, TWO_WEEKS);
        Map<String, Hold> holds = story.holds().stream()
                .collect(Collectors.toMap(hold -> hold.pod().uid(), hold -> hold, (one, _) -> one));
        var cluster = Cluster.of(story).firstEntry().getValue();

        var started = story.waits().stream()
                .filter(wait -> holds.containsKey(wait.pod().uid()))
                .toList();
        assertThat(started).hasSizeGreaterThan(20).allSatisfy(wait -> {
            var before = cluster.podsAt(wait.span().to() - 1).stream()
                    .filter(pod -> pod.pod().equals(wait.pod()))
                    .toList();
            var after = cluster.podsAt(wait.span().to()).stream()
                    .filter(pod -> pod.pod().equals(wait.pod()))
                    .toList();
            assertThat(before).singleElement().matches(PodState::waits);
            assertThat(after)
                    .singleElement()
                    .matches(pod -> !pod.waits() && pod.created() == wait.span().from());
        });
    }

    @Test
    void quotas_have_room_for_all_pods_that_are_there() {
        var cluster = Cluster.of(Drawing.of(1, 16, TWO_WEEKS)).firstEntry().getValue();

        for (var second = TWO_WEEKS.from(); second < TWO_WEEKS.to(); second += 40_000) {
            var pods = cluster.podsAt(second);
            assertThat(cluster.quotasAt(second))
                    .isNotEmpty()
                    .allSatisfy(quota -> assertThat(quota.used())
                            .isLessThanOrEqualTo(quota.hard())
                            .isEqualTo(pods.stream()
                                    .filter(pod -> pod.pod().namespace().equals(quota.namespace()))
                                    .mapToLong(pod -> pod.ask().amount("nvidia.com/gpu"))
                                    .sum()));
        }
    }
}
