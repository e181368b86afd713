package io.gpuledger.analyzer.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuledger.analyzer.admission.Refusal.AboveMax;
import io.gpuledger.analyzer.admission.Refusal.BelowMin;
import io.gpuledger.analyzer.admission.Refusal.Exceeded;
import io.gpuledger.analyzer.admission.Refusal.LimitBelowRequest;
import io.gpuledger.analyzer.admission.Refusal.NoPriorityClass;
import io.gpuledger.analyzer.admission.Refusal.Side;
import io.gpuledger.analyzer.admission.Refusal.Unsaid;
import io.gpuledger.analyzer.cluster.kubernetes.ToldLimits;
import io.gpuledger.analyzer.fit.spec.NewPod;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// By hand, one thing at a time; `CreationOracle` holds the same against a real API server.
class CreationTest {
    private static final String FOUR_GPUS =
            "{containers: [{name: main, resources: {requests: {cpu: 4}, limits: {memory: 1Gi, nvidia.com/gpu: 4}}}]}";

    private final ToldLimits told = new ToldLimits();

    private void limits(String items) {
        told.limitRange("{metadata: {name: standard, namespace: lab}, spec: {limits: [%s]}}".formatted(items));
    }

    private void quota(String spec, String used) {
        told.quota("{metadata: {name: gpus, namespace: lab}, spec: {%s}, status: {%s}}".formatted(spec, used));
    }

    private Creation creation(String spec) {
        var json = Serialization.asJson(Serialization.unmarshal("---\n" + spec, Map.class));
        return Creation.of(told.facts(), "lab", NewPod.read(json).orElseThrow());
    }

    @Test
    void where_nothing_is_told_nothing_is_against_it() {
        var creation = creation(FOUR_GPUS.replace("{containers", "{priorityClassName: high, containers"));
        assertThat(creation.refusals()).isEmpty();
        assertThat(creation.room()).isEmpty();
        assertThat(creation.resources().requests()).containsEntry("nvidia.com/gpu", 4L);
    }

    @Test
    void a_container_gets_the_defaults_of_what_it_does_not_say() {
        limits("{type: Container, default: {cpu: 8, memory: 64Gi}, defaultRequest: {cpu: 2, memory: 32Gi}}");
        var silent = creation("{containers: [{name: main, resources: {limits: {memory: 1Gi}}}]}");
        assertThat(silent.resources().requests()).isEqualTo(Map.of("cpu", 2_000L, "memory", 1L << 30));
        assertThat(silent.resources().containers().getFirst().limits())
                .isEqualTo(Map.of("cpu", 8_000L, "memory", 1L << 30));
    }

    @Test
    void a_default_limit_that_is_less_than_the_request_is_a_contradiction() {
        limits("{type: Container, default: {cpu: 1}, defaultRequest: {cpu: 1}}");
        assertThat(creation(FOUR_GPUS).refusals())
                .containsExactly(new LimitBelowRequest("main", "cpu", 1_000, 4_000, true));
    }

    @Test
    void a_container_keeps_within_its_bounds() {
        limits("{type: Container, max: {nvidia.com/gpu: 2}, min: {cpu: 8, ephemeral-storage: 1}}");
        assertThat(creation(FOUR_GPUS).refusals())
                .containsExactly(
                        new BelowMin("standard", Optional.of("main"), "cpu", 8_000, Side.REQUEST, Optional.of(4_000L)),
                        new BelowMin(
                                "standard",
                                Optional.of("main"),
                                "ephemeral-storage",
                                1,
                                Side.REQUEST,
                                Optional.empty()),
                        new AboveMax(
                                "standard", Optional.of("main"), "nvidia.com/gpu", 2, Side.LIMIT, Optional.of(4L)));
    }

    @Test
    void all_of_a_pod_together_keeps_within_its_bounds() {
        limits("{type: Pod, max: {nvidia.com/gpu: 4, cpu: 4}}");
        var two = "{containers: [{name: a, resources: {limits: {cpu: 1, nvidia.com/gpu: 4}}},"
                + " {name: b, resources: {requests: {cpu: 4}, limits: {nvidia.com/gpu: 1}}}]}";
        assertThat(creation(two).refusals())
                .containsExactly(
                        new AboveMax("standard", Optional.empty(), "cpu", 4_000, Side.REQUEST, Optional.of(5_000L)),
                        new AboveMax("standard", Optional.empty(), "nvidia.com/gpu", 4, Side.LIMIT, Optional.of(5L)));
    }

    @Test
    void a_quota_says_for_how_many_pods_it_has_room() {
        quota("", "hard: {requests.nvidia.com/gpu: 16, pods: 10}, used: {requests.nvidia.com/gpu: 6, pods: 9}");
        assertThat(creation(FOUR_GPUS).refusals()).isEmpty();
        assertThat(creation(FOUR_GPUS).room()).isEqualTo(OptionalLong.of(1));
    }

    @Test
    void a_quota_refuses_a_pod_that_needs_more_than_is_left() {
        quota("", "hard: {requests.nvidia.com/gpu: 8}, used: {requests.nvidia.com/gpu: 6}");
        assertThat(creation(FOUR_GPUS).refusals())
                .containsExactly(new Exceeded("gpus", "requests.nvidia.com/gpu", 4, 6, 8));
        assertThat(creation(FOUR_GPUS).room()).isEqualTo(OptionalLong.of(0));
    }

    @Test
    void a_quota_over_cores_wants_each_container_to_say_how_many() {
        quota("", "hard: {limits.cpu: 100}, used: {limits.cpu: 0}");
        assertThat(creation(FOUR_GPUS).refusals()).containsExactly(new Unsaid("gpus", "limits.cpu", List.of("main")));
    }

    @Test
    void a_quota_is_about_the_pods_of_its_scopes() {
        var full = "hard: {requests.nvidia.com/gpu: 0}, used: {requests.nvidia.com/gpu: 0}";
        quota("scopes: [Terminating]", full);
        told.priorityClass("{metadata: {name: high}, value: 1000}");
        quota("scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [high]}]}", full);
        assertThat(creation(FOUR_GPUS).refusals()).isEmpty();
        assertThat(creation(FOUR_GPUS.replace("{containers", "{activeDeadlineSeconds: 60, containers"))
                        .refusals())
                .hasSize(1);
        assertThat(creation(FOUR_GPUS.replace("{containers", "{priorityClassName: high, containers"))
                        .refusals())
                .hasSize(1);
    }

    @Test
    void a_quota_of_which_nobody_tells_which_pods_it_is_about_is_held_against_none() {
        var attributes = Map.of("hard.requests.nvidia.com/gpu", "0", "used.requests.nvidia.com/gpu", "0");
        var fact = new Fact("lab", "gpus", new TreeMap<>(attributes), Map.of());
        var facts = new Facts(0, Map.of(Kind.RESOURCE_QUOTA, List.of(fact)), Map.of());
        var pod = NewPod.read("{\"containers\": [{\"resources\": {\"limits\": {\"nvidia.com/gpu\": \"1\"}}}]}");
        assertThat(Creation.of(facts, "lab", pod.orElseThrow()).refusals()).isEmpty();
    }

    @Test
    void what_other_namespaces_have_is_none_of_its_business() {
        limits("{type: Container, max: {nvidia.com/gpu: 0}}");
        quota("", "hard: {pods: 0}, used: {pods: 0}");
        var pod = NewPod.read("{\"containers\": [{\"name\": \"a\"}]}").orElseThrow();
        assertThat(Creation.of(told.facts(), "other", pod).refusals()).isEmpty();
    }

    @Test
    void a_pod_has_the_priority_of_its_class_or_of_the_one_by_default() {
        told.priorityClass("{metadata: {name: high}, value: 1000}");
        told.priorityClass("{metadata: {name: usual}, value: 10, globalDefault: true}");
        assertThat(creation(FOUR_GPUS).priority()).isEqualTo(OptionalLong.of(10));
        assertThat(creation(FOUR_GPUS.replace("{containers", "{priorityClassName: high, containers"))
                        .priority())
                .isEqualTo(OptionalLong.of(1_000));
        assertThat(creation(FOUR_GPUS.replace("{containers", "{priorityClassName: none, containers"))
                        .refusals())
                .containsExactly(new NoPriorityClass("none"));
    }
}
