package io.gpuledger.analyzer.diagnosis;

import static io.gpuledger.analyzer.fit.Specs.GPU;
import static io.gpuledger.analyzer.fit.Specs.Node.FREE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.diagnosis.FreeWhileWaiting.Part;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Specs;
import io.gpuledger.analyzer.fit.Specs.Node;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FreeWhileWaitingTest {
    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final Node H100 = FREE.label(PRODUCT, "H100");
    private static final Node A100 = FREE.label(PRODUCT, "A100");

    private static FreeWhileWaiting found(List<Waiting> pods, Place... places) {
        var skus = new TreeMap<String, Optional<String>>();
        List.of(places).forEach(place -> skus.put(place.name(), place.state().label(PRODUCT)));
        var backlog = new Backlog(
                pods.stream().map(Waiting::pod).toList(),
                new Places(List.of(places), Surroundings.NONE),
                node -> skus.getOrDefault(node, Optional.empty()),
                Facts.none());
        return backlog.freeWhileWaiting(backlog.verdicts());
    }

    private static Waiting pod(String name, long gpus) {
        return Waiting.of(name, Specs.asks(Map.of(GPU, gpus)));
    }

    private static Waiting wanting(String name, String product, long gpus) {
        var any = Specs.asks(Map.of(GPU, gpus));
        var labels = new TreeMap<>(Map.of(PRODUCT, product));
        return Waiting.of(name, new Ask(Optional.empty(), any.requests(), labels, Optional.empty(), List.of()));
    }

    private static Part part(String free, String wanted, Blocker reason, double gpus) {
        return new Part(Optional.of(free), Optional.of(wanted).filter(sku -> !sku.isEmpty()), "lab", reason, gpus);
    }

    @Test
    void a_pod_wants_another_kind_of_gpu_than_those_that_are_free() {
        var found = found(
                List.of(wanting("p", "H100", 4)),
                H100.take(GPU, 8).place("h"),
                A100.take(GPU, 2).place("a"));

        assertThat(found).isEqualTo(new FreeWhileWaiting(6, 4, List.of(part("A100", "H100", Blocker.SKU, 4))));
    }

    @Test
    void each_of_two_nodes_has_a_part_of_what_is_asked_for_on_one() {
        var found = found(
                List.of(pod("p", 8)),
                H100.take(GPU, 3).place("h1"),
                H100.take(GPU, 4).place("h2"));

        assertThat(found)
                .isEqualTo(new FreeWhileWaiting(9, 8, List.of(part("H100", "H100", Blocker.FRAGMENTATION, 8))));
    }

    @Test
    void a_gpu_stands_against_one_pod_and_no_more_gpus_against_a_pod_than_it_asks_for() {
        var found = found(
                List.of(pod("first", 8), pod("second", 8)), H100.take(GPU, 5).place("h"));

        assertThat(found.free()).isEqualTo(3);
        assertThat(found.wanted()).isEqualTo(16);
        assertThat(found.gpus()).isEqualTo(3);
    }

    @Test
    void who_is_kept_by_least_comes_before_who_would_be_taken_first() {
        var pods = List.of(
                wanting("urgent", "B200", 8).priority(1_000), pod("p", 8).since(7));

        assertThat(found(pods, H100.take(GPU, 2).place("h")).parts())
                .containsExactly(part("H100", "H100", Blocker.FRAGMENTATION, 6));
    }

    @Test
    void of_those_that_the_same_keeps_the_scheduler_would_take_the_urgent_one_first() {
        var pods = List.of(wanting("p", "B200", 8), wanting("urgent", "B300", 8).priority(1_000));

        assertThat(found(pods, H100.place("h")).parts()).containsExactly(part("H100", "B300", Blocker.SKU, 8));
    }

    @Test
    void what_follows_from_the_kind_of_a_node_is_told_before_what_is_taken_of_it() {
        var tainted = A100.taint("dedicated", "vision", "NoSchedule").take(GPU, 7);

        assertThat(found(List.of(pod("p", 2)), tainted.place("a")).parts())
                .containsExactly(part("A100", "A100", Blocker.TAINT, 1));
        assertThat(found(List.of(wanting("p", "H100", 2)), tainted.place("a")).parts())
                .containsExactly(part("A100", "H100", Blocker.SKU, 1));
    }

    @Test
    void who_would_take_any_kind_wants_none_in_particular() {
        var full = H100.take(GPU, 8).take("cpu", 64_000);
        var noCores = A100.take("cpu", 64_000);
        var ask = Waiting.of("p", Specs.asks(Map.of(GPU, 1L, "cpu", 1_000L)));

        assertThat(found(List.of(ask), full.place("h"), noCores.place("a")).parts())
                .containsExactly(part("A100", "", Blocker.HOST_CPU, 1));
    }

    @Test
    void a_gate_stands_between_a_pod_and_gpus_that_would_do() {
        var gated = Waiting.of("p", Specs.gated("kueue.x-k8s.io/admission"));

        assertThat(found(List.of(gated), H100.place("h")).parts())
                .containsExactly(part("H100", "H100", Blocker.QUEUE, 1));
    }

    @Test
    void of_whom_nothing_is_known_is_set_against_what_others_leave() {
        var unknown = pod("a", 1).need(new Unknown(List.of("its spec was not told")));

        assertThat(found(
                                List.of(unknown, wanting("b", "B200", 1)),
                                H100.take(GPU, 7).place("h"))
                        .parts())
                .containsExactly(part("H100", "B200", Blocker.SKU, 1));
        assertThat(found(List.of(unknown), H100.take(GPU, 7).place("h"))
                        .parts()
                        .getFirst()
                        .reason())
                .isEqualTo(Blocker.UNKNOWN);
    }

    @Test
    void an_instance_is_its_part_of_a_gpu_and_a_shared_one_is_one_of_so_many() {
        var mig = "nvidia.com/mig-3g.40gb";
        var cut = H100.has(GPU, 0).has(mig, 2);
        var found = found(List.of(pod("p", 1)), cut.place("h"));

        assertThat(found.free()).isEqualTo(6.0 / 7, within(1e-9));
        assertThat(found.parts().getFirst().reason()).isEqualTo(Blocker.SKU);
        assertThat(found.gpus()).isEqualTo(6.0 / 7, within(1e-9));

        var shared = H100.has(GPU, 32).label("nvidia.com/gpu.replicas", "4");
        assertThat(found(List.of(), shared.place("s")).free()).isEqualTo(8);
        var a30 = FREE.label(PRODUCT, "NVIDIA-A30").has(GPU, 0).has("nvidia.com/mig-1g.6gb", 4);
        assertThat(found(List.of(), a30.place("a")).free()).isEqualTo(1);
    }

    @Test
    void no_more_is_set_against_pods_than_they_want_where_gpus_are_shared_out_in_several_ways() {
        var slice = "nvidia.com/mig-1g.6gb";
        var a30 = FREE.label(PRODUCT, "NVIDIA-A30").has(GPU, 0).has(slice, 4);
        var one = Waiting.of("p", Specs.asks(Map.of(slice, 1L)));

        assertThat(found(List.of(one), a30.place("a")))
                .isEqualTo(
                        new FreeWhileWaiting(1, 0.25, List.of(part("NVIDIA-A30", "NVIDIA-A30", Blocker.NONE, 0.25))));

        var shared = H100.has(GPU, 32).label("nvidia.com/gpu.replicas", "4");
        var onShared = found(List.of(pod("p", 2)), shared.place("s"));
        assertThat(onShared.wanted()).isEqualTo(0.5);
        assertThat(onShared.gpus()).isEqualTo(0.5);
        var besideWhole =
                found(List.of(pod("p", 2)), shared.place("s"), A100.take(GPU, 8).place("a"));
        assertThat(besideWhole.wanted()).isEqualTo(2);
        assertThat(besideWhole.gpus()).isEqualTo(0.5);
        var rtx = FREE.label(PRODUCT, "NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition")
                .has(GPU, 0)
                .has("nvidia.com/mig-2g.48gb", 2);
        assertThat(found(List.of(), rtx.place("r")).free()).isEqualTo(1);
    }

    @Test
    void the_example_of_the_documentation() {
        var pods = List.of(wanting("eight", "H100", 8), pod("two", 2));
        var found = found(
                pods,
                A100.taint("dedicated", "vision", "NoSchedule").take(GPU, 2).place("a"),
                H100.take(GPU, 5).place("h"));

        assertThat(found)
                .isEqualTo(new FreeWhileWaiting(
                        9,
                        10,
                        List.of(
                                part("A100", "H100", Blocker.SKU, 6),
                                part("H100", "", Blocker.NONE, 2),
                                part("H100", "H100", Blocker.FRAGMENTATION, 1))));
    }

    @Test
    void who_would_fit_and_is_for_another_scheduler_comes_after_who_just_fits() {
        var other =
                Waiting.of("urgent", Specs.asks(Map.of(GPU, 8L)).by("volcano")).priority(1_000);

        assertThat(found(List.of(other, pod("p", 4)), H100.take(GPU, 4).place("h"))
                        .parts())
                .containsExactly(part("H100", "H100", Blocker.NONE, 4));
        assertThat(found(List.of(other, pod("p", 8)), H100.place("h")).parts())
                .containsExactly(part("H100", "H100", Blocker.NONE, 8));
    }

    @Test
    void gpus_of_a_node_that_is_not_ready_are_not_free() {
        var place = H100.place("h");
        var state = place.state();
        var away = new io.gpuledger.analyzer.cluster.NodeState(
                false, false, state.taints(), state.capacity(), state.allocatable(), state.labels(), Optional.empty());

        assertThat(found(List.of(pod("p", 1)), new Place("h", away, place.taken())))
                .isEqualTo(new FreeWhileWaiting(0, 1, List.of()));
    }

    @Test
    void all_that_is_free_or_all_that_is_wanted_is_paired() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (var i = 0; i < 300; i++) {
            var places = places(random);
            var pods = pods(random);
            var found = found(pods, places.toArray(Place[]::new));
            var whole = places.stream()
                    .mapToDouble(place -> (double) Math.max(0L, place.free(GPU)))
                    .sum();

            assertThat(found.free()).as("seed %d, cluster %d", seed, i).isEqualTo(whole);
            assertThat(found.gpus())
                    .as("seed %d, cluster %d", seed, i)
                    .isEqualTo(Math.min(found.free(), found.wanted()), within(1e-6));
            assertThat(found.parts()).allMatch(part -> part.gpus() > 0);
        }
    }

    private static List<Place> places(Random random) {
        var places = new ArrayList<Place>();
        for (var i = random.nextInt(6); i > 0; i--) {
            var node = random.nextBoolean() ? H100 : A100;
            node = random.nextInt(4) == 0 ? node.taint("dedicated", "x", "NoSchedule") : node;
            node = random.nextInt(6) == 0 ? node.cordon() : node;
            places.add(node.take(GPU, random.nextInt(10))
                    .take("cpu", random.nextInt(65) * 1_000L)
                    .place("n" + i));
        }
        return places;
    }

    private static List<Waiting> pods(Random random) {
        var pods = new ArrayList<Waiting>();
        for (var i = random.nextInt(8); i > 0; i--) {
            var gpus = 1 + random.nextInt(12);
            pods.add(
                    switch (random.nextInt(4)) {
                        case 0 -> wanting("p" + i, "H100", gpus);
                        case 1 -> pod("p" + i, gpus).priority(random.nextInt(3));
                        case 2 -> Waiting.of("p" + i, Specs.gated("example.com/wait"));
                        default -> Waiting.of("p" + i, Specs.asks(Map.of(GPU, (long) gpus, "cpu", 32_000L)));
                    });
        }
        return pods;
    }
}
