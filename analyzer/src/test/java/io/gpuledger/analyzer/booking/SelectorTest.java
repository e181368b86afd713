package io.gpuledger.analyzer.booking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.time.Timeline;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
    private static Pod pod(Map<String, String> labels) {
        return Pods.labelled(Timeline.always(new TreeMap<>(labels)));
    }

    @Test
    void a_pod_has_all_labels_that_are_asked_for() {
        var selector = Selector.parse("app.kubernetes.io/name=balloon, tier=spare");
        assertThat(selector.matches(pod(Map.of("app_kubernetes_io_name", "balloon", "tier", "spare", "x", "y"))))
                .isTrue();
        assertThat(selector.matches(pod(Map.of("app_kubernetes_io_name", "balloon"))))
                .isFalse();
        assertThat(selector.matches(pod(Map.of("app_kubernetes_io_name", "other", "tier", "spare"))))
                .isFalse();
    }

    @Test
    void nobody_is_meant_where_nothing_is_said() {
        assertThat(Selector.NONE.matches(pod(Map.of("tier", "spare")))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "app", "=balloon", "app=balloon,,tier=spare", "app in (a, b)"})
    void what_is_no_selector_says_what_one_is_like(String text) {
        assertThatThrownBy(() -> Selector.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("app=balloon,tier=spare");
    }
}
