package io.gpuledger.analyzer.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.admission.GroupHolds.Waiting;
import io.gpuledger.analyzer.admission.Hold.Incomplete;
import io.gpuledger.analyzer.admission.Hold.OverLimit;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GroupHoldsTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final GroupName TRAIN = new GroupName("lab", "volcano", "train");

    private final Map<Kind, List<Fact>> facts = new HashMap<>();

    private void told(Kind kind, String namespace, String name, Map<String, String> attributes) {
        facts.put(kind, List.of(new Fact(namespace, name, new TreeMap<>(attributes), Map.of())));
    }

    private Optional<Hold> held(long placed, long... gpus) {
        var waiting = LongStream.of(gpus)
                .mapToObj(
                        count -> new Waiting(new TreeMap<>(Map.of(GPU, count)), OptionalLong.empty(), Optional.empty()))
                .toList();
        return new GroupHolds(new Facts(0, facts, Map.of(TRAIN, placed)))
                .of(TRAIN, waiting)
                .map(Held::hold);
    }

    private void queue(String limit, String used) {
        told(Kind.VOLCANO_GROUP, "lab", "train", Map.of("min_member", "3", "queue", "q"));
        told(Kind.VOLCANO_QUEUE, "", "q", Map.of("limit." + GPU, limit, "used." + GPU, used));
    }

    @Test
    void who_is_placed_and_who_asks_for_no_gpus_is_there() {
        told(Kind.VOLCANO_GROUP, "lab", "train", Map.of("min_member", "6"));
        told(Kind.GROUP_PODS, "lab", "volcano/train", Map.of("existing", "2", "placed", "1"));

        assertThat(held(2, 8)).contains(new Incomplete(TRAIN, 6, 5));
        assertThat(held(3, 8)).isEmpty();
    }

    @Test
    void the_smallest_of_those_that_still_have_to_start_are_asked_for() {
        queue("16", "8");

        assertThat(held(0, 8, 4, 2, 2)).isEmpty();
        assertThat(held(0, 8, 4, 4)).contains(new OverLimit(TRAIN, "q", GPU, 16, 8, 16, false));
        assertThat(held(2, 8, 8)).isEmpty();
        assertThat(held(3, 16)).contains(new OverLimit(TRAIN, "q", GPU, 16, 8, 16, false));
    }

    @Test
    void what_a_group_says_that_it_needs_counts_while_none_of_it_is_placed() {
        queue("16", "0");
        told(Kind.VOLCANO_GROUP, "lab", "train", Map.of("min_member", "1", "queue", "q", "min." + GPU, "32"));

        assertThat(held(0, 4)).contains(new OverLimit(TRAIN, "q", GPU, 16, 0, 32, false));
        assertThat(held(1, 4)).isEmpty();
    }

    @Test
    void queues_that_are_part_of_each_other_come_to_an_end() {
        queue("16", "0");
        told(Kind.VOLCANO_QUEUE, "", "q", Map.of("parent", "q"));

        assertThat(held(0, 4, 4, 4)).isEmpty();
    }

    @Test
    void where_nobody_tells_of_groups_or_queues_nothing_is_said() {
        assertThat(held(0, 4)).isEmpty();
        told(Kind.VOLCANO_GROUP, "lab", "train", Map.of("min_member", "1", "queue", "q"));
        assertThat(held(0, 4)).isEmpty();
        assertThat(new GroupHolds(new Facts(0, Collections.emptyMap(), Map.of())).min(TRAIN, List.of()))
                .isEmpty();
    }
}
