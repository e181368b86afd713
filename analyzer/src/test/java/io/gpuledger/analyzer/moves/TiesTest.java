package io.gpuledger.analyzer.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Selection;
import io.gpuledger.analyzer.fit.spec.PodSelector;
import io.gpuledger.analyzer.fit.spec.PodSpec;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TiesTest {
    private static final Optional<List<Budget>> NO_BUDGET = Optional.of(List.of());

    private static Ask ask(String json) {
        return PodSpec.read("team", "pod", Map.of(), json) instanceof Known(Ask ask) ? ask : Cases.ask(1);
    }

    private static Ties ties(String json, String owner, Map<String, String> labels, Map<String, String> annotations) {
        return new Ties(
                Optional.of(ask(json)),
                Optional.of(owner).filter(name -> !name.isEmpty()),
                false,
                false,
                new TreeMap<>(labels),
                new TreeMap<>(annotations),
                NO_BUDGET);
    }

    private static Optional<Stay> bySpec(String json) {
        return ties(json, "Job/train", Map.of(), Map.of()).stay();
    }

    @Test
    void a_pod_of_a_controller_that_needs_nothing_of_its_node_goes() {
        assertThat(bySpec("{}")).isEmpty();
    }

    @Test
    void what_is_only_there_or_nobody_can_find_again_stays() {
        assertThat(bySpec("""
            {"volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"data"}}]}\
            """)).contains(Stay.VOLUME);
        assertThat(bySpec("""
            {"containers":[{"name":"c","ports":[{"containerPort":80,"hostPort":80}]}]}\
            """)).contains(Stay.PORT);
        assertThat(bySpec("""
            {"resourceClaims":[{"name":"gpu","resourceClaimName":"one"}]}\
            """)).contains(Stay.DEVICES);
        assertThat(bySpec("""
            {"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":\
            [{"topologyKey":"zone","labelSelector":{}}]}}}\
            """)).contains(Stay.COMPANY);
    }

    @ParameterizedTest
    @CsvSource({"DaemonSet/driver, DAEMON", "Node/n1, DAEMON", "'', UNOWNED"})
    void whom_nobody_else_would_make_again_elsewhere_stays(String owner, Stay stay) {
        assertThat(ties("{}", owner, Map.of(), Map.of()).stay()).contains(stay);
    }

    @ParameterizedTest
    @CsvSource({
        "cluster_autoscaler_kubernetes_io_safe_to_evict, false, true",
        "cluster_autoscaler_kubernetes_io_safe_to_evict, true, false",
        "karpenter_sh_do_not_disrupt, true, true",
        "karpenter_sh_do_not_evict, true, true",
        "descheduler_alpha_kubernetes_io_prefer_no_eviction, '', true"
    })
    void an_annotation_keeps_it(String name, String value, boolean keeps) {
        assertThat(ties("{}", "Job/train", Map.of(), Map.of(name, value)).stay().isPresent())
                .isEqualTo(keeps);
    }

    @Test
    void one_of_a_gang_stays() {
        assertThat(ties("{}", "Job/train", Map.of("kueue_x_k8s_io_pod_group_name", "g"), Map.of())
                        .stay())
                .contains(Stay.GANG);
    }

    @Test
    void a_budget_has_to_let_it_go_and_two_never_do() {
        var labels = new TreeMap<>(Map.of("app", "web"));
        var budgets = new Budgets();
        budgets.add(new Budget("team", "web", 1), PodSelector.read("{\"matchLabels\":{\"app\":\"web\"}}"));
        budgets.add(new Budget("team", "other", 0), PodSelector.read("{\"matchLabels\":{\"app\":\"other\"}}"));
        budgets.add(new Budget("team", "none", 0), PodSelector.read("null"));
        budgets.add(new Budget("closed", "all", 0), Optional.of(new Selection(Optional.of(List.of()))));
        budgets.add(new Budget("unread", "what", 5), PodSelector.read("nonsense"));

        assertThat(budgets.of("team", labels)).contains(List.of(new Budget("team", "web", 1)));
        assertThat(budgets.of("nobody", labels)).contains(List.of());
        assertThat(budgets.of("unread", labels)).isEmpty();
        assertThat(by(budgets.of("team", labels))).isEmpty();
        assertThat(by(budgets.of("closed", labels))).contains(Stay.BUDGET);
        assertThat(by(budgets.of("unread", labels))).contains(Stay.BUDGET);
        assertThat(by(Optional.of(List.of(new Budget("team", "web", 1), new Budget("team", "too", 1)))))
                .contains(Stay.BUDGET);
    }

    private static Optional<Stay> by(Optional<List<Budget>> budgets) {
        return new Ties(
                        Optional.of(Cases.ask(1)),
                        Optional.of("Job/train"),
                        false,
                        false,
                        new TreeMap<>(),
                        new TreeMap<>(),
                        budgets)
                .stay();
    }
}
