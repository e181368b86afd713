package io.gpuledger.analyzer.booking;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Timeline;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TeamsTest {
    private static final long TEN = 10 * Hour.MILLIS;
    private static final Teams TEAMS = new Teams("example.com/team", Map.of("mapped", "by-file"));

    private static SortedMap<String, String> team(String name) {
        return new TreeMap<>(Map.of("example_com_team", name));
    }

    private static Optional<Pod> pod(Timeline<SortedMap<String, String>> labels) {
        return Optional.of(Pods.labelled(labels));
    }

    private static String team(Optional<Pod> pod, Timeline<SortedMap<String, String>> namespace, long hour) {
        return TEAMS.of("ns", pod, Map.of("ns", namespace), hour);
    }

    @Test
    void the_file_comes_before_the_pod_the_pod_before_its_namespace_and_that_stands_for_itself() {
        var pod = pod(Timeline.always(team("of-pod")));
        var namespace = Timeline.always(team("of-namespace"));
        assertThat(TEAMS.of("mapped", pod, Map.of("mapped", namespace), TEN)).isEqualTo("by-file");
        assertThat(team(pod, namespace, TEN)).isEqualTo("of-pod");
        assertThat(team(pod(Timeline.empty()), namespace, TEN)).isEqualTo("of-namespace");
        assertThat(team(Optional.empty(), namespace, TEN)).isEqualTo("of-namespace");
        assertThat(team(Optional.empty(), Timeline.always(team(" ")), TEN)).isEqualTo("ns");
        assertThat(TEAMS.of("ns", Optional.empty(), Map.of(), TEN)).isEqualTo("ns");
    }

    @Test
    void a_pod_that_is_labelled_anew_changes_teams_with_the_next_hour() {
        var pod = pod(Timeline.of(Map.of(
                TEN + 60_000, Optional.of(team("first")), TEN + Hour.MILLIS + 60_000, Optional.of(team("second")))));
        assertThat(team(pod, Timeline.empty(), TEN)).isEqualTo("first");
        assertThat(team(pod, Timeline.empty(), TEN + Hour.MILLIS)).isEqualTo("first");
        assertThat(team(pod, Timeline.empty(), TEN + 2 * Hour.MILLIS)).isEqualTo("second");
    }

    @Test
    void a_namespace_that_is_made_within_an_hour_has_its_team_all_of_it() {
        var made = Timeline.of(Map.of(TEN + 60_000, Optional.of(team("new"))));
        assertThat(team(Optional.empty(), made, TEN)).isEqualTo("new");
        assertThat(team(Optional.empty(), made, TEN - Hour.MILLIS)).isEqualTo("ns");
        assertThat(team(Optional.empty(), made, TEN + 5 * Hour.MILLIS)).isEqualTo("new");
    }
}
