package io.gpuledger.analyzer.diagnosis;

import static io.gpuledger.analyzer.fit.Specs.GPU;
import static io.gpuledger.analyzer.fit.Specs.Node.FREE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.diagnosis.Verdict.Rank;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Mount;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Specs;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.Term;
import io.gpuledger.analyzer.fit.Toleration;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Each case is a small cluster of which a person sees at once what keeps the pod.
class BacklogTest {
    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final Place FULL = FREE.take(GPU, 8).place("full");
    private static final Place HALF = FREE.take(GPU, 4).place("half");

    private static Ask gpus(long count) {
        return Specs.asks(Map.of(GPU, count, "cpu", 8_000L, "memory", 0L));
    }

    private static Verdict verdict(Ask ask, Place... places) {
        return verdict(Waiting.of("p", ask), places);
    }

    private static Verdict verdict(Waiting pod, Place... places) {
        return verdicts(List.of(pod), places).getFirst();
    }

    private static List<Verdict> verdicts(List<Waiting> pods, Place... places) {
        return new Backlog(
                        pods.stream().map(Waiting::pod).toList(),
                        new Places(List.of(places), Surroundings.NONE),
                        _ -> Optional.empty(),
                        Facts.none())
                .verdicts();
    }

    private static Place named(String name, Place place) {
        return new Place(name, place.state(), place.taken(), place.residents());
    }

    @Test
    void all_gpus_are_taken() {
        var verdict = verdict(gpus(8), FULL, named("full-too", FULL), named("nearly", HALF));

        assertThat(verdict.blocker()).isEqualTo(Blocker.CAPACITY);
        assertThat(verdict.why())
                .isEqualTo("It asks for 8 nvidia.com/gpu on one node. Of the 3 nodes that it may use and that are large"
                        + " enough, nearly has 4 free, and all have 4 together.");
        assertThat(verdict.remedies())
                .containsExactly(new Remedy(Blocker.CAPACITY, "if 4 nvidia.com/gpu more were free there", 3, "nearly"));
    }

    @Test
    void there_are_as_many_free_and_not_on_one_node() {
        var verdict = verdict(gpus(8), HALF, named("half-too", HALF), FULL);

        assertThat(verdict.blocker()).isEqualTo(Blocker.FRAGMENTATION);
        assertThat(verdict.why()).contains("has 4 free, and all have 8 together.");
    }

    @Test
    void sixteen_are_asked_for_and_no_node_has_more_than_eight() {
        var verdict = verdict(gpus(16), HALF, FULL);

        assertThat(verdict.blocker()).isEqualTo(Blocker.NEVER);
        assertThat(verdict.why())
                .isEqualTo("It asks for 16 nvidia.com/gpu. Of the 2 nodes that it may use, none has more than"
                        + " 8 nvidia.com/gpu.");
        assertThat(verdict.remedies())
                .containsExactly(new Remedy(Blocker.CAPACITY, "if it asked for 4 nvidia.com/gpu at most", 2, "half"));
    }

    /// The nodes without GPUs come first, and look the same to whoever asks for too many.
    @Test
    void that_it_is_never_had_goes_by_the_node_that_has_the_most() {
        var small = FREE.has(GPU, 4).place("b-four");

        assertThat(verdict(gpus(16), FREE.has(GPU, 0).place("a-none"), small, FULL)
                        .why())
                .endsWith("none has more than 8 nvidia.com/gpu.");
        assertThat(verdict(gpus(6), FREE.has(GPU, 0).place("a-none"), small).why())
                .endsWith("none has more than 4 nvidia.com/gpu.");
    }

    @Test
    void nodes_that_have_the_gpus_have_too_few_cores_even_without_other_pods() {
        var many = FREE.has(GPU, 16).has("cpu", 4_000).place("many");
        var pod = Specs.asks(Map.of(GPU, 16L, "cpu", 8_000L));

        assertThat(verdict(pod, many, FULL).why())
                .isEqualTo("It asks for 16 nvidia.com/gpu and 8 cores. Of the 2 nodes that it may use, none has both:"
                        + " many has 4 cores at most.");
    }

    @Test
    void a_kind_of_gpu_that_no_node_offers_is_never_had() {
        assertThat(verdict(Specs.asks(Map.of("nvidia.com/mig-1g.10gb", 1L)), HALF)
                        .blocker())
                .isEqualTo(Blocker.NEVER);
    }

    @Test
    void the_free_gpus_are_behind_a_taint() {
        var vision = FREE.taint("dedicated", "vision", "NoSchedule");
        var verdict = verdict(gpus(8), FULL, vision.place("v1"), vision.place("v2"), vision.place("v3"));

        assertThat(verdict.blocker()).isEqualTo(Blocker.CAPACITY);
        assertThat(verdict.remedies().getFirst())
                .isEqualTo(new Remedy(Blocker.TAINT, "if it tolerated dedicated=vision:NoSchedule", 3, "v1"));
    }

    @Test
    void all_nodes_have_a_taint() {
        var verdict =
                verdict(gpus(8), FREE.taint("dedicated", "vision", "NoSchedule").place("v1"));

        assertThat(verdict.blocker()).isEqualTo(Blocker.TAINT);
        assertThat(verdict.why())
                .isEqualTo("1 node is large enough, with all that it selects; of these v1 has the taint"
                        + " dedicated=vision:NoSchedule.");
    }

    @Test
    void what_it_selects_is_there_and_has_a_taint() {
        var ask = Specs.selecting(new TreeMap<>(Map.of("pool", "research")));
        var research = FREE.label("pool", "research").taint("dedicated", "research", "NoSchedule");
        var general = FREE.label("pool", "general");

        var verdict = verdict(ask, research.place("r"), general.place("g1"), general.place("g2"));
        assertThat(verdict.blocker()).isEqualTo(Blocker.TAINT);
        assertThat(verdict.why())
                .isEqualTo("1 node is large enough, with all that it selects; of these r has the taint"
                        + " dedicated=research:NoSchedule.");
    }

    @Test
    void a_cordon_and_its_taint_are_one_thing() {
        var cordoned = FREE.cordon().taint("node.kubernetes.io/unschedulable", "", "NoSchedule");
        var verdict = verdict(gpus(8), cordoned.place("c1"));

        assertThat(verdict.blocker()).isEqualTo(Blocker.CORDON);
        assertThat(verdict.remedies())
                .containsExactly(new Remedy(Blocker.CORDON, "if they were not cordoned", 1, "c1"));
    }

    @Test
    void no_node_has_the_label() {
        var ask = Specs.selecting(new TreeMap<>(Map.of("pool", "b")));
        var verdict = verdict(ask, FREE.label("pool", "a").place());

        assertThat(verdict.blocker()).isEqualTo(Blocker.SELECTOR);
        assertThat(verdict.why())
                .isEqualTo("1 node is large enough; of these node-1 does not have the label pool=b but a.");
        assertThat(verdict.remedies().getFirst().change()).isEqualTo("if it did not ask for pool=b");
    }

    @Test
    void no_node_that_is_free_has_the_product() {
        var ask = Specs.selecting(new TreeMap<>(Map.of(PRODUCT, "H200")));

        assertThat(verdict(ask, FREE.label(PRODUCT, "H100").place()).blocker()).isEqualTo(Blocker.SKU);
    }

    @Test
    void no_node_is_within_the_affinity() {
        var term = new Term(List.of(new Requirement("pool", Operator.IN, List.of("a", "b"))), List.of());

        var verdict = verdict(Specs.with(term), FREE.place());
        assertThat(verdict.blocker()).isEqualTo(Blocker.SELECTOR);
        assertThat(verdict.remedies().getFirst().change()).isEqualTo("if its affinity did not ask for pool in (a, b)");
    }

    @Test
    void it_names_a_node_that_is_not_there() {
        assertThat(verdict(Specs.named("gone"), FREE.place()).blocker()).isEqualTo(Blocker.SELECTOR);
    }

    @Test
    void a_node_has_the_gpus_and_too_few_cores() {
        var verdict =
                verdict(gpus(4), FULL, FREE.take(GPU, 4).take("cpu", 60_000).place("tight"));

        assertThat(verdict.blocker()).isEqualTo(Blocker.HOST_CPU);
        assertThat(verdict.why())
                .isEqualTo("1 node that it may use has the GPUs; of these tight has 4 cores free, and it asks for"
                        + " 8 cores.");
        assertThat(verdict.remedies())
                .extracting(Remedy::blocker, Remedy::nodes)
                .containsExactly(tuple(Blocker.HOST_CPU, 1), tuple(Blocker.CAPACITY, 1));
    }

    @Test
    void a_node_has_the_gpus_and_too_little_memory() {
        var ask = Specs.asks(Map.of(GPU, 1L, "memory", 64L << 30));
        var small = FREE.place();
        var state = new io.gpuledger.analyzer.cluster.NodeState(
                true,
                false,
                List.of(),
                new TreeMap<>(),
                new TreeMap<>(Map.of(GPU, 8L, "cpu", 64_000L, "pods", 110L, "memory", 100L << 30)),
                new TreeMap<>(),
                Optional.empty());
        var full = new Place("m", state, new TreeMap<>(Map.of("memory", 50L << 30)));

        var verdict = verdict(ask, small, full);
        assertThat(verdict.blocker()).isEqualTo(Blocker.HOST_MEMORY);
        assertThat(verdict.why()).contains("has 50 GiB of memory free, and it asks for 64 GiB of memory");
    }

    @Test
    void a_node_has_the_gpus_and_no_place_for_another_pod() {
        assertThat(verdict(gpus(1), FREE.take("pods", 110).place()).blocker()).isEqualTo(Blocker.HOST_OTHER);
    }

    @Test
    void a_claim_is_not_there() {
        var ask = Specs.mounting(List.of(new Mount("data", false)));
        var around = new Surroundings(Optional.of(new TreeMap<>()), new TreeMap<>());
        var verdict = new Backlog(
                        List.of(Waiting.of("p", ask).pod()),
                        new Places(List.of(FREE.place()), around),
                        _ -> Optional.empty(),
                        Facts.none())
                .verdicts()
                .getFirst();

        assertThat(verdict.blocker()).isEqualTo(Blocker.VOLUME);
        assertThat(verdict.why()).isEqualTo("Its claim data is not there.");
        assertThat(verdict.fitting()).isEqualTo(1);
    }

    @Test
    void a_gate_stands_before_it_whatever_the_nodes_are() {
        assertThat(verdict(Specs.gated("example.com/licence"), FULL).blocker()).isEqualTo(Blocker.GATE);
        assertThat(verdict(Specs.gated("kueue.x-k8s.io/admission"), FULL).blocker())
                .isEqualTo(Blocker.QUEUE);
    }

    @Test
    void it_would_fit() {
        var verdict = verdict(gpus(4), HALF);

        assertThat(verdict.blocker()).isEqualTo(Blocker.NONE);
        assertThat(verdict.why()).isEqualTo("It would fit on 1 of the 1 nodes, for example on half.");
        assertThat(verdict.remedies()).isEmpty();
    }

    @Test
    void who_is_for_another_scheduler_is_judged_by_the_same_rules() {
        assertThat(verdict(Specs.scheduledBy("volcano"), FULL).blocker()).isEqualTo(Blocker.CAPACITY);
        var verdict = verdict(Specs.scheduledBy("volcano"), HALF);
        assertThat(verdict.blocker()).isEqualTo(Blocker.SCHEDULER);
        assertThat(verdict.why()).endsWith("It is for the scheduler volcano.");
    }

    @Test
    void a_node_was_found_on_which_others_have_to_make_way() {
        var verdict = verdict(Waiting.of("p", gpus(8)).nominated("full"), FULL);

        assertThat(verdict.blocker()).isEqualTo(Blocker.PREEMPTION);
        assertThat(verdict.why()).contains("the node full");
    }

    @Test
    void nothing_is_known_of_its_spec_or_of_any_node() {
        var unread =
                verdict(Waiting.of("p", gpus(1)).need(new Unknown(List.of("its spec takes 70,000 characters"))), HALF);
        assertThat(unread.blocker()).isEqualTo(Blocker.UNKNOWN);
        assertThat(unread.why()).isEqualTo("its spec takes 70,000 characters");

        assertThat(verdict(gpus(1)).blocker()).isEqualTo(Blocker.UNKNOWN);
    }

    @Test
    void of_a_gang_all_fit_one_by_one_and_not_at_once() {
        var gang = IntStream.range(0, 4)
                .mapToObj(i -> Waiting.of("w" + i, gpus(4)).label("volcano_sh_job_name", "train"))
                .toList();

        var verdict = verdicts(gang, HALF, FREE.place("free")).getFirst();
        assertThat(verdict.blocker()).isEqualTo(Blocker.GANG);
        assertThat(verdict.why())
                .isEqualTo("It would fit by itself. Of the 4 of its gang that wait, 3 fit at once, at most.");
        assertThat(verdicts(gang.subList(0, 3), HALF, FREE.place("free")))
                .extracting(Verdict::blocker)
                .containsOnly(Blocker.NONE);
    }

    @Test
    void the_scheduler_knows_of_devices_and_volumes_what_is_not_known_here() {
        assertThat(said("0/1 nodes are available: 1 cannot allocate all claims."))
                .isEqualTo(Blocker.DRA);
        assertThat(said("0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims."))
                .isEqualTo(Blocker.VOLUME);
        assertThat(said("0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules."))
                .isEqualTo(Blocker.TOPOLOGY);
        assertThat(said("0/1 nodes are available: 1 Insufficient nvidia.com/gpu."))
                .isEqualTo(Blocker.NONE);
    }

    private static Blocker said(String words) {
        return verdict(Waiting.of("p", gpus(1)).said(words), HALF).blocker();
    }

    @Test
    void it_is_told_whether_the_scheduler_says_the_same() {
        var same = "0/2 nodes are available: 1 Insufficient nvidia.com/gpu, 1 node(s) had untolerated taint {a: b}."
                + " preemption: 0/2 nodes are available: 2 No preemption victims found.";
        var tainted = FREE.taint("z", "", "NoSchedule").place("t");

        assertThat(verdict(Waiting.of("p", gpus(1)).said(same), FULL, tainted).agrees())
                .contains(true);
        assertThat(verdict(Waiting.of("p", gpus(1)).said(same), FULL).agrees()).contains(false);
        assertThat(verdict(Waiting.of("p", gpus(1)).said(same), HALF).agrees()).contains(false);
        assertThat(verdict(Waiting.of("p", gpus(1)), FULL).agrees()).isEmpty();
    }

    @Test
    void what_else_a_scheduler_with_devices_says_is_no_reason() {
        for (var more : List.of(
                " preemption: 0/1 nodes are available: 1 No preemption victims found.",
                " no new claims to deallocate, preemption: 0/1 nodes are available: 1 No victims found.",
                " still not schedulable, preemption: 0/1 nodes are available: 1 No victims found.",
                " deallocation of ResourceClaim completed")) {
            var words = "0/1 nodes are available: 1 Insufficient nvidia.com/gpu." + more;
            assertThat(verdict(Waiting.of("p", gpus(1)).said(words), FULL).agrees())
                    .contains(true);
        }
    }

    @Test
    void who_is_before_whom_goes_by_priority_and_then_by_age() {
        var verdicts = verdicts(
                List.of(
                        Waiting.of("old", gpus(8)).since(1),
                        Waiting.of("young", gpus(8)).since(2),
                        Waiting.of("high", gpus(8)).since(3).priority(10),
                        Waiting.of("gated", Specs.gated("x")).since(0)),
                FULL);

        assertThat(verdicts)
                .extracting(verdict -> verdict.pod().name(), Verdict::rank)
                .containsExactly(
                        tuple("old", Optional.of(new Rank(2, 3, List.of("lab/high")))),
                        tuple("young", Optional.of(new Rank(3, 3, List.of("lab/high", "lab/old")))),
                        tuple("high", Optional.of(new Rank(1, 3, List.of()))),
                        tuple("gated", Optional.empty()));
    }

    @Test
    void what_can_hardly_be_meant_is_said() {
        var both = Specs.asks(Map.of(GPU, 1L, "nvidia.com/mig-1g.10gb", 1L));

        assertThat(verdict(both, HALF).lint())
                .first()
                .isEqualTo(
                        "It asks for 1 nvidia.com/gpu and 1 nvidia.com/mig-1g.10gb at the same time, all of one node:"
                                + " few nodes have more than one kind.");
        assertThat(verdict(Specs.tolerating(new Toleration("", true, "", "")), HALF)
                        .lint())
                .anyMatch(line -> line.startsWith("It tolerates all taints"));
        assertThat(verdict(Specs.asks(Map.of(GPU, 1L, "cpu", 1L, "memory", 1L)), HALF)
                        .lint())
                .isEmpty();
    }

    @Test
    void of_thousands_of_taints_only_so_many_are_told_and_names_are_cut() {
        var places = IntStream.range(0, 3_000)
                .mapToObj(i ->
                        FREE.taint("t" + "x".repeat(300) + i, "", "NoSchedule").place("n" + i))
                .toArray(Place[]::new);

        var verdict = verdict(gpus(1), places);
        assertThat(verdict.blocker()).isEqualTo(Blocker.TAINT);
        assertThat(verdict.findings()).hasSize(20);
        assertThat(verdict.remedies()).hasSize(8);
        assertThat(Arrays.stream(new String[] {
                    verdict.why(), verdict.findings().getFirst().matter()
                }))
                .allMatch(words -> words.length() < 400);
    }
}
