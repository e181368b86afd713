package io.gpuledger.analyzer.stranded;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.stranded.QuotaRoom.Amounts;
import io.gpuledger.analyzer.time.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class QuotaRoomTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final String QUOTA = "requests." + GPU;

    private static ExpectedPod pod(long gpus, String... namespaces) {
        var ask = new Ask(
                Optional.empty(), new TreeMap<>(Map.of(GPU, gpus)), new TreeMap<>(), Optional.empty(), List.of());
        return new ExpectedPod(ask, new TreeSet<>(List.of(namespaces)), 0.5);
    }

    private static Amounts amounts(long hard, long used) {
        return new Amounts(new TreeMap<>(Map.of(QUOTA, hard, "requests.cpu", 0L)), new TreeMap<>(Map.of(QUOTA, used)));
    }

    private static final QuotaRoom ROOM = new QuotaRoom.Draft()
            .add("lab", Timeline.of(Map.of(100L, Optional.of(amounts(8, 6)), 200L, Optional.of(amounts(8, 2)))))
            .add("closed", Timeline.always(amounts(0, 0)))
            .room();

    @Test
    void a_pod_may_come_where_its_namespace_has_as_many_left() {
        assertThat(ROOM.allows(pod(2, "lab"), 150)).isTrue();
        assertThat(ROOM.allows(pod(4, "lab"), 150)).isFalse();
        assertThat(ROOM.allows(pod(4, "lab"), 250)).isTrue();
    }

    @Test
    void one_of_its_namespaces_is_enough_and_so_is_one_without_quotas() {
        assertThat(ROOM.allows(pod(1, "closed"), 150)).isFalse();
        assertThat(ROOM.allows(pod(1, "closed", "lab"), 150)).isTrue();
        assertThat(ROOM.allows(pod(1, "closed", "open"), 150)).isTrue();
        assertThat(ROOM.allows(pod(1), 150)).isTrue();
    }

    @Test
    void before_a_quota_is_told_nothing_keeps_anybody() {
        assertThat(ROOM.allows(pod(8, "lab"), 50)).isTrue();
    }

    @Test
    void who_may_come_changes_only_where_it_makes_a_difference() {
        var lens = new Lens(List.of(pod(1, "lab"), pod(4, "lab")));

        assertThat(ROOM.allowed(lens))
                .isEqualTo(Timeline.of(Map.of(
                        Long.MIN_VALUE,
                        Optional.of(List.of(true, true)),
                        100L,
                        Optional.of(List.of(true, false)),
                        200L,
                        Optional.of(List.of(true, true)))));
    }
}
