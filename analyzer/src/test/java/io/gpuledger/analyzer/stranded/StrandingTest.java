package io.gpuledger.analyzer.stranded;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Term;
import io.gpuledger.analyzer.fit.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrandingTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final long GIB = 1L << 30;
    private static final Taint DEDICATED = new Taint("dedicated", "vision", "NoSchedule");

    /// A node of eight GPUs, 64 cores and 512 GiB, and what is taken of it.
    private record Host(SortedMap<String, Long> taken, Map<String, String> labels, List<Taint> taints, int free) {
        Host(Map<String, Long> taken, int free) {
            this(new TreeMap<>(taken), Map.of("nvidia_com_gpu_product", "H100"), List.of(), free);
        }

        SpareUnits spare() {
            return new SpareUnits(place(), GPU, false, free, 0, false);
        }

        Place place() {
            var all = new TreeMap<>(Map.of("cpu", 64_000L, "memory", 512 * GIB, "pods", 110L, GPU, 8L));
            return new Place(
                    "node-1",
                    new NodeState(true, false, taints, all, all, new TreeMap<>(labels), Optional.empty()),
                    taken);
        }
    }

    private static ExpectedPod pod(Map<String, Long> requests) {
        return pod(requests, Map.of(), List.of());
    }

    private static ExpectedPod pod(
            Map<String, Long> requests, Map<String, String> selector, List<Toleration> tolerations) {
        var ask = new Ask(
                Optional.empty(), new TreeMap<>(requests), new TreeMap<>(selector), Optional.empty(), tolerations);
        return new ExpectedPod(ask, new TreeSet<>(), 0.1);
    }

    private static ExpectedPod gpus(long gpus, long cores) {
        return pod(Map.of(GPU, gpus, "cpu", 1_000 * cores, "memory", 16 * GIB));
    }

    private static Stranding judged(SpareUnits spare, ExpectedPod... pods) {
        return Stranding.of(spare, new Candidates(new Lens(List.of(pods)), _ -> true));
    }

    @Test
    void two_gpus_beside_three_cores_lack_cores() {
        // The smallest pod that is expected wants 8 cores for a GPU.
        assertThat(judged(new Host(Map.of("cpu", 61_000L), 2).spare(), gpus(1, 8), gpus(4, 48)))
                .isEqualTo(new Stranding(Map.of(Cause.HOST_CPU, 2), 0));
    }

    @Test
    void cores_for_one_of_two_gpus_leave_that_one_free() {
        assertThat(judged(new Host(Map.of("cpu", 50_000L), 2).spare(), gpus(1, 8)))
                .isEqualTo(new Stranding(Map.of(Cause.HOST_CPU, 1), 1));
    }

    @Test
    void memory_is_asked_about_after_cores() {
        var node = new Host(Map.of("cpu", 48_000L, "memory", 508 * GIB), 4);

        assertThat(judged(node.spare(), gpus(1, 8)))
                .isEqualTo(new Stranding(Map.of(Cause.HOST_CPU, 2, Cause.HOST_MEMORY, 2), 0));
    }

    @Test
    void a_node_with_as_many_pods_as_it_may_have_lacks_something_else() {
        assertThat(judged(new Host(Map.of("pods", 110L), 3).spare(), gpus(1, 1)))
                .isEqualTo(new Stranding(Map.of(Cause.HOST_OTHER, 3), 0));
    }

    @Test
    void a_network_device_that_no_node_has_is_something_else() {
        assertThat(judged(new Host(Map.of(), 8).spare(), pod(Map.of(GPU, 1L, "rdma/hca", 1L))))
                .isEqualTo(new Stranding(Map.of(Cause.HOST_OTHER, 8), 0));
    }

    @Test
    void three_gpus_where_pods_want_two_or_eight_leave_a_fragment_of_one() {
        assertThat(judged(new Host(Map.of(), 3).spare(), gpus(2, 4), gpus(8, 16)))
                .isEqualTo(new Stranding(Map.of(Cause.FRAGMENTED, 1), 2));
    }

    @Test
    void cores_that_would_do_for_a_part_of_a_pod_make_a_fragment() {
        // Four GPUs of the eight that a pod wants, and a pod of one GPU that finds no 32 cores.
        var node = new Host(Map.of("cpu", 56_000L), 4);

        assertThat(judged(node.spare(), gpus(8, 8), gpus(1, 32)))
                .isEqualTo(new Stranding(Map.of(Cause.FRAGMENTED, 4), 0));
    }

    @Test
    void who_selects_another_product_leaves_it_unused() {
        var pod = pod(Map.of(GPU, 1L), Map.of("nvidia.com/gpu.product", "A100"), List.of());

        assertThat(judged(new Host(Map.of(), 5).spare(), pod))
                .isEqualTo(new Stranding(Map.of(Cause.SKU_MISMATCH, 5), 0));
    }

    @Test
    void an_affinity_to_another_product_does_so_too() {
        var term = new Term(
                List.of(new Requirement("nvidia.com/gpu.product", Operator.IN, List.of("A100", "L4"))), List.of());
        var ask = new Ask(
                Optional.empty(),
                new TreeMap<>(Map.of(GPU, 1L)),
                new TreeMap<>(),
                Optional.of(List.of(term)),
                List.of());

        assertThat(judged(new Host(Map.of(), 5).spare(), new ExpectedPod(ask, new TreeSet<>(), 1)))
                .isEqualTo(new Stranding(Map.of(Cause.SKU_MISMATCH, 5), 0));
    }

    @Test
    void a_taint_counts_where_the_product_is_wanted_and_not_before_cores_are_short() {
        var node = new Host(
                new TreeMap<>(Map.of("cpu", 48_000L)), Map.of("nvidia_com_gpu_product", "H100"), List.of(DEDICATED), 4);

        assertThat(judged(node.spare(), gpus(1, 8)))
                .isEqualTo(new Stranding(Map.of(Cause.HOST_CPU, 2, Cause.TAINT_MISMATCH, 2), 0));
        assertThat(judged(
                        node.spare(),
                        gpus(1, 1),
                        pod(Map.of(GPU, 1L, "cpu", 4_000L), Map.of(), List.of(Toleration.OF_ALL))))
                .isEqualTo(new Stranding(Map.of(), 4));
    }

    @Test
    void a_label_that_says_nothing_of_the_gpu_is_a_matter_of_place() {
        var pod = pod(Map.of(GPU, 1L), Map.of("topology.kubernetes.io/zone", "b"), List.of());

        assertThat(judged(new Host(Map.of(), 2).spare(), pod)).isEqualTo(new Stranding(Map.of(Cause.TOPOLOGY, 2), 0));
    }

    @Test
    void a_quota_that_is_used_up_keeps_pods_away_that_would_fit() {
        var lens = new Lens(List.of(gpus(1, 4)));

        assertThat(Stranding.of(new Host(Map.of(), 2).spare(), new Candidates(lens, _ -> false)))
                .isEqualTo(new Stranding(Map.of(Cause.QUOTA_BLOCKED, 2), 0));
    }

    @Test
    void a_node_that_rejects_pods_has_nothing_to_give() {
        var spare = new SpareUnits(new Host(Map.of("cpu", 64_000L), 3).place(), GPU, false, 3, 0, true);

        assertThat(judged(spare, gpus(1, 1))).isEqualTo(new Stranding(Map.of(Cause.ADMISSION, 3), 0));
    }

    @Test
    void mig_devices_are_of_use_where_somebody_asks_for_their_profile() {
        var mig = new SpareUnits(new Host(Map.of(), 0).place(), "nvidia.com/mig-1g.10gb", true, 7, 2, false);

        assertThat(judged(mig, gpus(1, 1)))
                .isEqualTo(new Stranding(Map.of(Cause.MIG_RECONFIGURATION, 2, Cause.MIG_REMAINDER, 5), 0));
        assertThat(judged(mig, pod(Map.of("nvidia.com/mig-1g.10gb", 1L, "cpu", 4_000L))))
                .isEqualTo(new Stranding(Map.of(Cause.MIG_RECONFIGURATION, 2), 5));
    }

    @Test
    void a_node_of_which_nobody_says_what_it_has_is_short_of_nothing() {
        var state = new NodeState(
                true, false, List.of(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), Optional.empty());
        var spare = new SpareUnits(new Place("node-1", state, new TreeMap<>()), GPU, false, 3, 0, false);

        assertThat(judged(spare, gpus(1, 8))).isEqualTo(new Stranding(Map.of(), 3));
    }

    @Test
    void amounts_that_are_larger_than_any_machine_are_reckoned_with() {
        var all = new TreeMap<>(Map.of("cpu", Long.MAX_VALUE / 2, "memory", 1L, "pods", 110L));
        var state = new NodeState(true, false, List.of(), all, all, new TreeMap<>(), Optional.empty());
        var spare = new SpareUnits(new Place("node-1", state, new TreeMap<>()), GPU, false, 3, 0, false);

        assertThat(judged(spare, pod(Map.of(GPU, 8L, "cpu", Long.MAX_VALUE / 4)))
                        .units())
                .isEqualTo(Map.of(Cause.FRAGMENTED, 3));
    }

    /// Draws nodes and pods of few kinds, so that much is just enough.
    private static final class Draw {
        private final Random random;

        Draw(int seed) {
            this.random = new Random(seed);
        }

        Host host() {
            var taken = new TreeMap<String, Long>();
            taken.put("cpu", 8_000L * random.nextInt(9));
            taken.put("memory", 64 * GIB * random.nextInt(9));
            taken.put("pods", random.nextInt(10) == 0 ? 100L + random.nextInt(11) : 10);
            var labels = Map.of(
                    "nvidia_com_gpu_product", random.nextBoolean() ? "H100" : "A100", //
                    "pool", random.nextBoolean() ? "a" : "b");
            return new Host(taken, labels, random.nextInt(4) == 0 ? List.of(DEDICATED) : List.of(), random.nextInt(9));
        }

        SpareUnits spare() {
            var host = host();
            var notOffered = random.nextInt(5) == 0 ? random.nextInt(host.free() + 1) : 0;
            return new SpareUnits(host.place(), GPU, false, host.free(), notOffered, random.nextInt(12) == 0);
        }

        List<ExpectedPod> pods() {
            var pods = new ArrayList<ExpectedPod>();
            for (var i = 1 + random.nextInt(4); i > 0; i--) {
                pods.add(pod());
            }
            return pods;
        }

        ExpectedPod pod() {
            var requests = Map.of(
                    GPU,
                    (long) List.of(1, 1, 2, 3, 4, 8).get(random.nextInt(6)),
                    "cpu",
                    4_000L * random.nextInt(6),
                    "memory",
                    32 * GIB * random.nextInt(5));
            var selector = new TreeMap<String, String>();
            if (random.nextInt(3) == 0) {
                selector.put("nvidia.com/gpu.product", random.nextBoolean() ? "H100" : "A100");
            }
            if (random.nextInt(4) == 0) {
                selector.put("pool", random.nextBoolean() ? "a" : "b");
            }
            return StrandingTest.pod(requests, selector, random.nextBoolean() ? List.of(Toleration.OF_ALL) : List.of());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void causes_and_what_is_free_add_up_and_pods_can_be_put_where_it_is_free(int seed) {
        System.out.println("seed " + seed);
        var draw = new Draw(seed);
        for (var i = 0; i < 500; i++) {
            var spare = draw.spare();
            var pods = draw.pods();
            var judged = Stranding.of(spare, new Candidates(new Lens(pods), _ -> true));

            assertThat(judged.units().values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum()
                            + judged.free())
                    .isEqualTo(spare.count());
            assertThat(judged.units().values()).allMatch(units -> units > 0);
            assertThat(judged.free()).as("%s %s", spare, pods).isEqualTo(tried(spare, pods));
        }
    }

    @Test
    void nothing_is_stranded_while_it_is_not_known_who_is_expected() {
        var spare = new Draw(5).spare();

        assertThat(Stranding.of(spare, new Candidates(Lens.EMPTY, _ -> true))
                        .units()
                        .keySet())
                .doesNotContain(Cause.SKU_MISMATCH);
    }

    /// Tries all ways to put pods on a node, one after the other.
    private static int tried(SpareUnits spare, List<ExpectedPod> pods) {
        var state = spare.place().state();
        var coming = pods.stream()
                .filter(pod -> pod.ask().selector().entrySet().stream()
                        .allMatch(label -> state.label(label.getKey()).equals(Optional.of(label.getValue()))))
                .filter(pod ->
                        state.taints().isEmpty() || !pod.ask().tolerations().isEmpty())
                .toList();
        return spare.isRejecting()
                ? 0
                : tried(spare.count() - spare.notOffered(), spare.place().taken(), coming, state);
    }

    private static int tried(int gpus, SortedMap<String, Long> taken, List<ExpectedPod> pods, NodeState state) {
        var most = 0;
        for (var pod : pods) {
            var wanted = Math.toIntExact(pod.ask().requests().getOrDefault(GPU, 0L));
            var after = new TreeMap<>(taken);
            after.merge("pods", 1L, Long::sum);
            List.of("cpu", "memory")
                    .forEach(resource ->
                            after.merge(resource, pod.ask().requests().getOrDefault(resource, 0L), Long::sum));
            var fits = wanted <= gpus
                    && after.entrySet().stream()
                            .allMatch(
                                    one -> one.getValue() <= state.allocatable().getOrDefault(one.getKey(), 0L));
            if (fits) {
                // Pods before this one in the list need not be tried again after it: the order says nothing.
                var rest = pods.subList(pods.indexOf(pod), pods.size());
                most = Math.max(most, wanted + tried(gpus - wanted, after, rest, state));
            }
        }
        return most;
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 12})
    void another_pod_that_is_expected_strands_nothing_more(int seed) {
        System.out.println("seed " + seed);
        var draw = new Draw(seed);
        for (var i = 0; i < 1_000; i++) {
            var spare = draw.spare();
            var pods = new ArrayList<>(draw.pods());
            var before = Stranding.of(spare, new Candidates(new Lens(pods), _ -> true))
                    .free();
            pods.add(draw.pod());

            assertThat(Stranding.of(spare, new Candidates(new Lens(pods), _ -> true))
                            .free())
                    .isGreaterThanOrEqualTo(before);
        }
    }
}
