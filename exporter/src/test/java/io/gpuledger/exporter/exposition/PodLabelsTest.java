package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.PodName;
import io.gpuledger.exporter.attribution.Pods.Pod;
import io.gpuledger.exporter.attribution.SoleHolder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What of a pod stands on dcgm-compatible series beside its name.
class PodLabelsTest {
    private static final PodName NAME = new PodName("team", "train");

    private static Pod labelled(String... keys) {
        var labels = new HashMap<String, String>();
        for (var key : keys) {
            labels.put(key, "of " + key);
        }
        return new Pod(NAME, "uid-1", labels, false, Set.of(), Map.of());
    }

    private static PodLabels all(String... allowed) {
        return new PodLabels(
                false, true, List.of(allowed).stream().map(Pattern::compile).toList());
    }

    @Test
    void keys_become_names_that_prometheus_allows() {
        assertThat(all().of(labelled("app.kubernetes.io/name", "team")))
                .isEqualTo(Map.of("app_kubernetes_io_name", "of app.kubernetes.io/name", "team", "of team"));
    }

    @Test
    void a_name_that_is_taken_has_a_prefix() {
        assertThat(all().of(labelled("pod", "gpu", "DCGM_FI_DRIVER_VERSION", "0-day")))
                .containsOnlyKeys(
                        "pod_label_pod", "pod_label_gpu", "pod_label_DCGM_FI_DRIVER_VERSION", "pod_label_0_day");
    }

    @Test
    void of_two_that_become_the_same_the_first_stays() {
        assertThat(all().of(labelled("a.b", "a-b"))).isEqualTo(Map.of("a_b", "of a-b"));
    }

    @Test
    void only_those_that_are_allowed_are_shown() {
        assertThat(all("^app", "team$").of(labelled("app", "apple", "my-team", "other")))
                .containsOnlyKeys("app", "apple", "my_team");
    }

    @Test
    void none_unless_asked_for() {
        assertThat(PodLabels.NONE.of(labelled("app"))).isEmpty();
    }

    @Test
    void the_uid_stands_behind_the_name_where_it_is_asked_for() {
        var style = new DcgmStyle(Optional.empty(), false, false, new PodLabels(true, false, List.of()));
        var holder = new SoleHolder(NAME, Optional.of("main"));
        assertThat(style.attributes(Optional.of(holder), Optional.empty(), Optional.of(labelled())))
                .containsExactly(
                        Map.entry("container", "main"),
                        Map.entry("namespace", "team"),
                        Map.entry("pod", "train"),
                        Map.entry("pod_uid", "uid-1"));
    }
}
