package io.gpuledger.analyzer.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.story.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class RepackingTest {
    private static final long BEGIN = 1_790_035_200;
    private static final long DAY = 86_400;

    private static List<String> left(Cases cases) {
        return Repacking.of(cases.places(), cases.pods()).stream()
                .map(place -> place.name() + " " + place.free(Cases.GPU))
                .toList();
    }

    @Test
    void pods_that_stand_far_apart_leave_a_node_to_others() {
        assertThat(left(new Cases().node("a", 8, 2).node("b", 8, 2).node("c", 8, 4)))
                .containsExactly("a 8", "b 8", "c 0");
    }

    @Test
    void who_stays_is_where_it_was() {
        assertThat(left(new Cases()
                        .node("a", 8, 4)
                        .node("b", 8)
                        .pod("b", "daemon", 1, Optional.empty(), Optional.of(Stay.DAEMON), 0)))
                .containsExactly("a 8", "b 3");
    }

    @Test
    void nothing_is_lost_and_no_node_has_more_than_it_can_in_drawn_clusters() {
        var seed = ThreadLocalRandom.current().nextLong(1_000_000);
        var random = new Random(seed);
        var story = Drawing.of(seed, 16, new Span(BEGIN, BEGIN + 14 * DAY));
        for (var cluster : Cluster.of(story).values()) {
            for (var at = 0; at < 10; at++) {
                var simulated = SimulatedCluster.of(cluster, BEGIN + DAY + random.nextLong(12 * DAY), random);
                var before = simulated.places().all();
                var after = Repacking.of(
                        simulated.places(), List.copyOf(simulated.pods().keySet()));
                assertThat(sums(after)).as("seed %d", seed).isEqualTo(sums(before));
                for (var node = 0; node < before.size(); node++) {
                    var place = after.get(node);
                    assertThat(place.state()).isEqualTo(before.get(node).state());
                    for (var resource : place.state().allocatable().keySet()) {
                        assertThat(place.free(resource))
                                .as("seed %d, %s of %s", seed, resource, place.name())
                                .isGreaterThanOrEqualTo(
                                        Math.min(0, before.get(node).free(resource)));
                    }
                }
                assertThat(Repacking.concentration(after))
                        .as("seed %d", seed)
                        .isGreaterThanOrEqualTo(Repacking.concentration(before));
            }
        }
    }

    private static SortedMap<String, Long> sums(List<Place> places) {
        var names = new TreeSet<>(List.of(Resource.CPU, Resource.MEMORY, Resource.PODS));
        places.forEach(place -> names.addAll(place.taken().keySet()));
        var sums = new TreeMap<String, Long>();
        for (var name : names) {
            var all = new ArrayList<Long>();
            places.forEach(place -> all.add(place.taken().getOrDefault(name, 0L)));
            sums.put(name, all.stream().mapToLong(Long::longValue).sum());
        }
        return sums;
    }
}
