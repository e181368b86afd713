package io.gpuledger.analyzer.fit;

import static io.gpuledger.analyzer.fit.Specs.GPU;
import static io.gpuledger.analyzer.fit.Specs.Node.FREE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Reason.Cordoned;
import io.gpuledger.analyzer.fit.Reason.Lacking;
import io.gpuledger.analyzer.fit.Reason.NotNamed;
import io.gpuledger.analyzer.fit.Reason.OtherNode;
import io.gpuledger.analyzer.fit.Reason.OutOfAffinity;
import io.gpuledger.analyzer.fit.Reason.Unselected;
import io.gpuledger.analyzer.fit.Reason.Untolerated;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FitTest {
    private static final Taint GPUS_ONLY = new Taint(GPU, "present", "NoSchedule");

    private static List<Reason> reasons(Ask ask, Specs.Node node) {
        return Fit.reasons(ask, node.place());
    }

    private static Term term(Requirement... labels) {
        return new Term(List.of(labels), List.of());
    }

    private static Requirement sku(String... skus) {
        return new Requirement("nvidia.com/gpu.product", Operator.IN, List.of(skus));
    }

    @Test
    void nothing_is_against_a_pod_on_a_node_that_has_what_it_asks_for() {
        assertThat(reasons(Specs.pod(), FREE)).isEmpty();
        assertThat(Fit.schedulersWords(Specs.pod(), FREE.place())).isEmpty();
    }

    @Test
    void a_cordoned_node_takes_only_who_tolerates_that() {
        assertThat(reasons(Specs.pod(), FREE.cordon())).containsExactly(new Cordoned());
        assertThat(reasons(Specs.tolerating(new Toleration("", true, "", "")), FREE.cordon()))
                .isEmpty();
        assertThat(reasons(
                        Specs.tolerating(new Toleration("node.kubernetes.io/unschedulable", true, "", "NoExecute")),
                        FREE.cordon()))
                .containsExactly(new Cordoned());
    }

    @Test
    void a_pod_that_names_its_node_fits_no_other() {
        assertThat(reasons(Specs.named("node-2"), FREE)).containsExactly(new OtherNode("node-2"));
        assertThat(reasons(Specs.named("node-1"), FREE)).isEmpty();
    }

    @Test
    void each_taint_that_is_not_tolerated_is_a_reason_and_a_wish_is_none() {
        var node = FREE.taint(GPU, "present", "NoSchedule")
                .taint("dedicated", "vision", "NoExecute")
                .taint("old", "", "PreferNoSchedule");
        assertThat(reasons(Specs.pod(), node))
                .containsExactly(
                        new Untolerated(GPUS_ONLY), new Untolerated(new Taint("dedicated", "vision", "NoExecute")));
        assertThat(reasons(Specs.tolerating(new Toleration(GPU, true, "", "")), node))
                .containsExactly(new Untolerated(new Taint("dedicated", "vision", "NoExecute")));
    }

    @Test
    void a_toleration_is_for_its_key_its_value_and_its_effect() {
        var node = FREE.taint(GPU, "present", "NoSchedule");
        assertThat(reasons(Specs.tolerating(new Toleration(GPU, false, "present", "NoSchedule")), node))
                .isEmpty();
        assertThat(reasons(Specs.tolerating(new Toleration(GPU, false, "true", "NoSchedule")), node))
                .containsExactly(new Untolerated(GPUS_ONLY));
        assertThat(reasons(Specs.tolerating(new Toleration(GPU, false, "present", "NoExecute")), node))
                .containsExactly(new Untolerated(GPUS_ONLY));
        assertThat(reasons(Specs.tolerating(new Toleration("amd.com/gpu", true, "", "")), node))
                .containsExactly(new Untolerated(GPUS_ONLY));
        assertThat(reasons(Specs.tolerating(new Toleration("", true, "", "")), node))
                .isEmpty();
    }

    @Test
    void a_selector_wants_each_label_with_its_value_and_says_what_is_there_instead() {
        var wanted = new TreeMap<>(Map.of("nvidia.com/gpu.product", "H100", "zone", "a"));
        assertThat(reasons(Specs.selecting(wanted), FREE.label("nvidia.com/gpu.product", "A100")))
                .containsExactly(
                        new Unselected("nvidia.com/gpu.product", "H100", Optional.of("A100")),
                        new Unselected("zone", "a", Optional.empty()));
        assertThat(reasons(
                        Specs.selecting(wanted),
                        FREE.label("nvidia.com/gpu.product", "H100").label("zone", "a")))
                .isEmpty();
    }

    @Test
    void one_term_of_an_affinity_is_enough_and_the_nearest_one_is_named() {
        var zone = new Requirement("zone", Operator.IN, List.of("a"));
        var pod = Specs.with(term(sku("H100", "H200"), zone), term(sku("B200")));
        assertThat(reasons(pod, FREE.label("nvidia.com/gpu.product", "B200"))).isEmpty();
        assertThat(reasons(pod, FREE.label("nvidia.com/gpu.product", "H200").label("zone", "b")))
                .containsExactly(new OutOfAffinity(List.of(zone)));
        assertThat(reasons(pod, FREE)).containsExactly(new OutOfAffinity(List.of(sku("B200"))));
    }

    @Test
    void no_node_matches_a_term_that_requires_nothing_or_a_list_without_terms() {
        assertThat(reasons(Specs.with(term()), FREE)).containsExactly(new OutOfAffinity(List.of()));
        assertThat(reasons(Specs.with(), FREE)).containsExactly(new OutOfAffinity(List.of()));
    }

    @Test
    void a_term_may_require_the_name_of_a_node() {
        var name = new Requirement("metadata.name", Operator.IN, List.of("node-7"));
        assertThat(reasons(Specs.with(new Term(List.of(), List.of(name))), FREE))
                .containsExactly(new NotNamed(new TreeSet<>(List.of("node-7"))));
        var other = new Requirement("metadata.name", Operator.NOT_IN, List.of("node-7"));
        assertThat(reasons(Specs.with(new Term(List.of(), List.of(other))), FREE))
                .isEmpty();
    }

    @Test
    void each_resource_of_which_too_little_is_free_is_a_reason_with_by_how_much_it_misses() {
        var node = FREE.take(GPU, 6).take("cpu", 61_000);
        var reasons = reasons(Specs.asks(Map.of(GPU, 4L, "cpu", 8_000L, "memory", 0L)), node);
        assertThat(reasons).containsExactly(new Lacking("cpu", 8_000, 3_000, 64_000), new Lacking(GPU, 4, 2, 8));
        assertThat(((Lacking) reasons.getFirst()).missing()).isEqualTo(5_000);
        assertThat(((Lacking) reasons.getFirst()).isForGood()).isFalse();
    }

    @Test
    void a_node_that_has_too_little_even_when_it_is_empty_never_fits() {
        assertThat(reasons(Specs.asks(Map.of(GPU, 16L)), FREE))
                .containsExactly(new Lacking(GPU, 16, 8, 8))
                .allMatch(reason -> ((Lacking) reason).isForGood());
        assertThat(reasons(Specs.asks(Map.of("nvidia.com/mig-1g.10gb", 1L)), FREE))
                .containsExactly(new Lacking("nvidia.com/mig-1g.10gb", 1, 0, 0));
    }

    @Test
    void a_pod_takes_one_of_the_pods_that_a_node_can_have() {
        assertThat(reasons(Specs.pod(), FREE.take("pods", 109))).isEmpty();
        assertThat(reasons(Specs.pod(), FREE.take("pods", 110))).containsExactly(new Lacking("pods", 1, 0, 110));
    }

    @Test
    void all_reasons_are_told_and_the_scheduler_tells_those_of_the_first_step() {
        var node = FREE.cordon()
                .taint(GPU, "present", "NoSchedule")
                .taint("b", "", "NoExecute")
                .take(GPU, 8);
        assertThat(reasons(Specs.pod(), node))
                .containsExactly(
                        new Cordoned(),
                        new Untolerated(GPUS_ONLY),
                        new Untolerated(new Taint("b", "", "NoExecute")),
                        new Lacking(GPU, 1, 0, 8));
        assertThat(Fit.schedulersWords(Specs.pod(), node.place())).containsExactly("node(s) were unschedulable");
        var uncordoned = FREE.taint(GPU, "present", "NoSchedule")
                .taint("b", "", "NoExecute")
                .take(GPU, 8);
        assertThat(Fit.schedulersWords(Specs.pod(), uncordoned.place()))
                .containsExactly("node(s) had untolerated taint {nvidia.com/gpu: present}");
        assertThat(Fit.schedulersWords(
                        Specs.asks(Map.of(GPU, 1L, "cpu", 1L)),
                        FREE.take(GPU, 8).take("cpu", 64_000).place()))
                .containsExactlyInAnyOrder("Insufficient nvidia.com/gpu", "Insufficient cpu");
    }
}
