package io.gpuledger.exporter.attribution;

import static io.gpuledger.exporter.attribution.Nodes.has;
import static io.gpuledger.exporter.attribution.Nodes.holder;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.Pods.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Tests which pod has a device, of several that the kubelet lists for it.
class EvidenceTest {
    private final Seniority seniority = new Seniority();

    private static Pod pod(String name, boolean ended, String... running) {
        return new Pod(new PodName("team", name), "uid-" + name, Map.of(), ended, Set.of(running), Map.of());
    }

    private List<Holder> fit(Pods pods, Holder... candidates) {
        return new Evidence(pods, seniority).fit("GPU-0", List.of(candidates));
    }

    @Test
    void none_whose_pod_has_ended() {
        var pods = new Pods(List.of(pod("old", true), pod("new", false, "main")));
        assertThat(fit(pods, holder("new"), holder("old"))).containsExactly(holder("new"));
    }

    @Test
    void one_that_crashes_again_and_again_holds_what_it_has() {
        assertThat(fit(new Pods(List.of(pod("loop", false))), holder("loop"))).containsExactly(holder("loop"));
    }

    @Test
    void rather_one_that_runs() {
        var pods = new Pods(List.of(pod("waits", false), pod("runs", false, "main")));
        assertThat(fit(pods, holder("runs"), holder("waits")).getLast()).isEqualTo(holder("runs"));
    }

    @Test
    void rather_one_that_came_later_wherever_it_is_listed() {
        seniority.saw(List.of(has("early", "nvidia.com/gpu", "0")));
        seniority.saw(List.of(has("late", "nvidia.com/gpu", "0"), has("early", "nvidia.com/gpu", "0")));
        assertThat(fit(Pods.NONE, holder("late"), holder("early")).getLast()).isEqualTo(holder("late"));
    }

    @Test
    void of_one_pod_s_containers_the_last() {
        var setup = new Holder(new PodName("team", "train"), "setup");
        var main = new Holder(new PodName("team", "train"), "main");
        assertThat(fit(Pods.NONE, setup, main).getLast()).isEqualTo(main);
    }
}
