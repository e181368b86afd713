package io.gpuledger.analyzer.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.PodName;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holdings;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedGpusTest {
    private static final UnitId GPU = new UnitId("c", "GPU-a", Optional.empty());
    private static final double GIB = 1L << 30;
    private static final String KAI = "kai-resource-reservation";
    private static final String RESERVATION = "gpu-reservation-n1-abcde";

    private final Map<ObjectId, Timeline<SortedMap<String, String>>> assigned = new HashMap<>();
    private final Map<ObjectId, Timeline<SortedMap<String, String>>> shared = new HashMap<>();
    private final List<Pod> pods = new ArrayList<>();

    private void assign(String pod, int container, Map<String, String> amounts, long from, long to) {
        assigned.put(
                ObjectId.named("c", Kind.ASSIGNMENT, "team", pod + "/" + container + "/GPU-a"),
                Timeline.of(Map.of(from, Optional.of(new TreeMap<>(amounts)), to, Optional.empty())));
    }

    private void assign(String pod, Map<String, String> amounts) {
        assign(pod, 0, amounts, 0, 1_000);
    }

    private void limit(long gibibytes) {
        shared.put(
                ObjectId.named("c", Kind.SHARED_GPU, "GPU-a"),
                Timeline.always(new TreeMap<>(Map.of(Attribute.MEMORY, gib(gibibytes)))));
    }

    private static String gib(long some) {
        return Long.toString(some << 30);
    }

    private void pod(String namespace, String name, Map<String, String> labels, Map<String, String> annotations) {
        pods.add(new Pod(
                "uid-" + name,
                namespace,
                name,
                Optional.of("n1"),
                0,
                100,
                OptionalLong.of(500),
                List.of(),
                Optional.empty(),
                Timeline.always(new TreeMap<>(labels)),
                Timeline.always(new TreeMap<>(annotations)),
                new TreeMap<>(),
                "Running",
                OptionalLong.empty(),
                Optional.empty()));
    }

    private void reservation(Map<String, String> annotations) {
        pod(KAI, RESERVATION, Map.of("runai_gpu_group", "g"), annotations);
    }

    private void sharer(String name, Map<String, String> annotations) {
        pod("team", name, Map.of("runai_gpu_group", "g"), annotations);
    }

    private static Row row(long millis, Holding... holdings) {
        return row(Values.NONE, millis, holdings);
    }

    private static Row row(Values values, long millis, Holding... holdings) {
        return new Row(Unit.of(GPU, "n1"), millis, values, List.of(holdings), List.of());
    }

    private SharedGpus.Held held(Row... rows) {
        var cluster =
                new ClusterFacts(Map.of(), pods, Map.of(), List.of(), Map.of(), Map.of(), Set.of(), Long.MAX_VALUE);
        return SharedGpus.of(cluster, assigned, shared).of(GPU, List.of(rows));
    }

    /// Returns who holds the only row, and how much of it.
    private Map<String, Double> shares(Row row) {
        var shares = new TreeMap<String, Double>();
        held(row).rows().getFirst().holdings().forEach(holding -> {
            var share = holding.share().orElseThrow();
            shares.merge(holding.holder().pod(), share.replicasHeld() / (double) share.replicas(), Double::sum);
        });
        return shares;
    }

    @Test
    void cores_are_the_part_of_the_gpu_whatever_the_memory_is() {
        limit(80);
        assign("train", Map.of(Attribute.CORES, "30", Attribute.MEMORY, gib(70)));
        assign("serve", Map.of(Attribute.CORES, "50", Attribute.MEMORY, gib(4)));

        assertThat(shares(row(10))).isEqualTo(Map.of("train", 0.3, "serve", 0.5));
    }

    @Test
    void memory_is_the_part_where_cores_are_not_bounded() {
        limit(80);
        assign("train", Map.of(Attribute.CORES, "0", Attribute.MEMORY, gib(20)));

        assertThat(shares(row(10))).isEqualTo(Map.of("train", 0.25));
    }

    @Test
    void the_memory_of_the_gpu_counts_where_nobody_says_how_much_there_is_to_be_given() {
        assign("train", Map.of(Attribute.CORES, "0", Attribute.MEMORY, gib(20)));
        var values = Values.of(
                Field.MEMORY_USED_BYTES.bit() | Field.MEMORY_FREE_BYTES.bit(), new double[] {30 * GIB, 10 * GIB});

        assertThat(shares(row(values, 10))).isEqualTo(Map.of("train", 0.5));
    }

    @Test
    void those_of_whom_nothing_is_known_have_an_even_part() {
        assign("a", Map.of());
        assign("b", Map.of(Attribute.CORES, "none", Attribute.MEMORY, gib(20)));
        assign("c", Map.of(Attribute.CORES, "20"));

        assertThat(shares(row(10))).isEqualTo(Map.of("a", 0.333, "b", 0.333, "c", 0.2));
    }

    @Test
    void each_container_of_a_pod_has_its_own_part() {
        assign("train", 0, Map.of(Attribute.CORES, "30"), 0, 1_000);
        assign("train", 1, Map.of(Attribute.CORES, "20"), 0, 1_000);

        assertThat(held(row(10)).rows().getFirst().holdings()).hasSize(2);
        assertThat(shares(row(10))).isEqualTo(Map.of("train", 0.5));
    }

    @Test
    void an_assignment_holds_from_its_begin_to_its_end() {
        assign("train", 0, Map.of(Attribute.CORES, "30"), 100, 200);

        assertThat(held(row(99), row(100), row(199), row(200)).rows())
                .extracting(row -> row.holdings().size())
                .containsExactly(0, 1, 1, 0);
    }

    @Test
    void a_holder_that_the_exporter_names_stays() {
        assign("train", Map.of(Attribute.CORES, "30"));
        var named = row(10, Holdings.exclusive("team", "other"));

        assertThat(held(named).rows()).containsExactly(named);
    }

    @Test
    void those_of_its_group_hold_the_gpu_of_a_reservation_pod() {
        reservation(Map.of());
        sharer("train", Map.of("gpu_fraction", "0.3"));
        sharer("serve", Map.of("gpu_memory", "20480"));
        pod("team", "stranger", Map.of("runai_gpu_group", "h"), Map.of("gpu_fraction", "0.2"));
        var values = Values.of(Field.MEMORY_TOTAL_BYTES.bit(), new double[] {80 * GIB});
        var row = row(values, 200, Holdings.exclusive(KAI, RESERVATION));

        assertThat(shares(row)).isEqualTo(Map.of("train", 0.3, "serve", 0.25));
        assertThat(held(row).relieved()).isEqualTo(Map.of(new PodName(KAI, RESERVATION), List.of(200L)));
    }

    @Test
    void a_pod_on_several_gpus_is_in_the_group_of_each() {
        reservation(Map.of());
        pod(
                "team",
                "train",
                Map.of("runai_gpu_group_g", "g", "runai_gpu_group_h", "h"),
                Map.of("gpu_fraction", "0.5", "gpu_fraction_num_devices", "2"));

        assertThat(shares(row(200, Holdings.exclusive(KAI, RESERVATION)))).isEqualTo(Map.of("train", 0.5));
    }

    @Test
    void a_reservation_pod_that_says_which_gpu_it_has_need_not_be_named() {
        reservation(Map.of("run_ai_reserve_for_gpu_index", "GPU-a"));
        sharer("train", Map.of("gpu_fraction", "0.3"));

        assertThat(shares(row(200))).isEqualTo(Map.of("train", 0.3));
        assertThat(held(row(99), row(500)).rows())
                .allMatch(row -> row.holdings().isEmpty());
    }

    @Test
    void a_reservation_pod_holds_the_gpu_where_nobody_is_known_to_share_it() {
        reservation(Map.of());
        var row = row(200, Holdings.exclusive(KAI, RESERVATION));

        assertThat(held(row)).isEqualTo(new SharedGpus.Held(List.of(row), Map.of()));
    }

    @Test
    void a_pod_that_is_only_called_so_is_a_pod_as_others_are() {
        reservation(Map.of());
        sharer("train", Map.of("gpu_fraction", "0.3"));
        var row = row(200, Holdings.exclusive("team", "gpu-reservation-of-mine"));

        assertThat(held(row).rows()).containsExactly(row);
    }

    @Test
    void nobody_pays_for_a_gpu_by_what_a_pod_of_another_namespace_says_of_itself() {
        pod(
                "team",
                "gpu-reservation-of-mine",
                Map.of("runai_gpu_group", "g"),
                Map.of("run_ai_reserve_for_gpu_index", "GPU-a"));
        sharer("train", Map.of("gpu_fraction", "0.3"));
        var named = row(200, Holdings.exclusive("team", "gpu-reservation-of-mine"));
        var unnamed = row(300);

        assertThat(held(named, unnamed).rows()).containsExactly(named, unnamed);
    }

    @Test
    void a_fraction_that_is_none_bounds_nothing() {
        reservation(Map.of());
        for (var text : List.of("NaN", "-1", "0", "", "1e999", "half")) {
            sharer("p" + text, Map.of("gpu_fraction", text));
        }

        assertThat(shares(row(200, Holdings.exclusive(KAI, RESERVATION))).values())
                .hasSize(6)
                .allSatisfy(share -> assertThat(share).isCloseTo(1 / 6.0, within(1e-3)));
    }

    @Test
    void a_part_is_never_more_than_the_gpu_and_one_that_is_next_to_nothing_is_none() {
        limit(1);
        assign("much", Map.of(Attribute.CORES, "1e300"));
        assign("little", Map.of(Attribute.CORES, "1e-300"));
        assign("more", Map.of(Attribute.CORES, "0", Attribute.MEMORY, gib(80)));

        assertThat(shares(row(10))).isEqualTo(Map.of("much", 0.5, "more", 0.5));
    }

    @Test
    void three_who_have_a_third_each_leave_nothing() {
        assign("a", Map.of());
        assign("b", Map.of());
        assign("c", Map.of());

        assertThat(shares(row(10))).isEqualTo(Map.of("a", 0.334, "b", 0.333, "c", 0.333));
    }

    /// The parts of one instant are the parts of another as far as they can be compared: all are thousandths.
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whatever_is_assigned_the_shares_are_no_more_than_the_gpu(long seed) {
        var random = new Random(seed);
        limit(80);
        for (var round = 0; round < 200; round++) {
            assigned.clear();
            var cores = 0;
            for (var sharer = random.nextInt(12); sharer >= 0; sharer--) {
                var its = 1 + random.nextInt(20);
                cores += its;
                assign("p" + sharer, Map.of(Attribute.CORES, Integer.toString(its)));
            }
            var holdings = held(row(10)).rows().getFirst().holdings();

            assertThat(holdings).allSatisfy(holding -> {
                assertThat(holding.share().orElseThrow().replicas()).isEqualTo(1_000);
                assertThat(holding.share().orElseThrow().replicasHeld()).isPositive();
            });
            assertThat(holdings.stream()
                            .mapToInt(holding -> holding.share().orElseThrow().replicasHeld())
                            .sum())
                    .isEqualTo(Math.min(1_000, 10 * cores));
        }
    }
}
