package io.gpuledger.analyzer;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.Dashboard.Choice;
import io.gpuledger.gate.PrometheusServer;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The dashboard, asked of a real Prometheus whose samples are known.
@Timeout(300)
class DashboardTest {
    private static final Choice ALL = new Choice(".*", ".*", "6h");

    /// What is computed in floating point, of counters that were written with three decimals.
    private static final double ROUNDING = 1e-6;

    /// Stands for the length of the range that is shown, in seconds. The ranges of these cases are as long or shorter.
    private static final String SECONDS = "21600";

    private static PrometheusServer prometheus;

    private final Dashboard dashboard = Dashboard.read("team-waste.json");

    DashboardTest() throws IOException {}

    @BeforeAll
    static void start_prometheus(@TempDir Path folder) throws IOException, InterruptedException {
        prometheus = PrometheusServer.holding(BookedFleet.openMetrics(), folder);
    }

    @AfterAll
    static void stop_prometheus() {
        // None where it is not installed.
        if (prometheus != null) {
            prometheus.close();
        }
    }

    @Test
    void grafana_10_takes_its_model() {
        assertThat(dashboard.json().path("schemaVersion").asInt()).isBetween(37, 41);
        assertThat(dashboard.json().path("uid").asText()).matches("[a-z0-9-]{1,40}");
        assertThat(dashboard.json().path("title").asText()).isNotBlank();
        assertThat(dashboard.json().path("id").isNull()).isTrue();
        assertThat(dashboard.variables())
                .extracting(variable -> variable.path("name").asText())
                .containsExactly("datasource", "database", "cluster", "team");
        assertThat(dashboard.dataSources())
                .extracting(source -> source.path("uid").asText())
                .containsOnly("${datasource}", "${database}", "-- Grafana --");
    }

    @Test
    void every_panel_says_what_its_number_is_and_in_which_unit() {
        assertThat(dashboard.panels()).extracting(Dashboard.Panel::title).doesNotHaveDuplicates();
        assertThat(dashboard.panels()).allSatisfy(panel -> {
            assertThat(panel.title()).isNotBlank();
            assertThat(panel.description()).hasSizeGreaterThan(60).endsWith(".");
            assertThat(panel.unit()).isNotBlank();
            assertThat(panel.targets()).hasSize(1);
        });
    }

    @Test
    void the_two_kinds_of_waste_are_never_added_up() {
        assertThat(dashboard.panels())
                .extracting(Dashboard.Panel::promQl)
                .allSatisfy(
                        promQl -> assertThat(promQl).doesNotContain("+", "\"idle|underused\"", "\"underused|idle\""));
    }

    @Test
    void every_metric_that_it_names_is_there() {
        var known = new TreeSet<>(MetricNames.documented());
        known.addAll(MetricNames.LEDGER);
        assertThat(dashboard.panels())
                .allSatisfy(panel -> assertThat(known).containsAll(MetricNames.in(panel.promQl())));
    }

    @Test
    void every_panel_shows_something_of_all_and_of_one_team() throws IOException, InterruptedException {
        for (var choice : List.of(ALL, new Choice("east", "vision", "2h"), new Choice("(east|west)", "speech", "1h"))) {
            for (var panel : dashboard.panels()) {
                assertThat(answer(panel.title(), choice))
                        .as("%s, %s", panel, choice)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void the_variables_list_the_clusters_and_their_teams() throws IOException, InterruptedException {
        assertThat(values("cluster")).contains("[\"east\",\"west\"]");
        assertThat(values("team")).contains("[\"speech\",\"vision\"]");
    }

    private static String values(String variable) throws IOException, InterruptedException {
        var dashboard = Dashboard.read("team-waste.json");
        var query = dashboard.variables().stream()
                .filter(one -> one.path("name").asText().equals(variable))
                .map(one -> one.path("definition").asText())
                .findFirst()
                .orElseThrow();
        // label_values(selector, label)
        var selector = query.substring("label_values(".length(), query.lastIndexOf(", "));
        return prometheus.labelValues(ALL.in(selector), variable);
    }

    @Test
    void the_states_add_up_to_the_fleet() throws IOException, InterruptedException {
        var states = by("state", answer("GPUs by state, now", ALL));

        assertThat(states)
                .containsOnly(
                        entry("used", 12.0),
                        entry("underused", 2.5),
                        entry("idle", 7.5),
                        entry("starting", 1.0),
                        entry("free", 3.0),
                        entry("stranded", 2.0),
                        entry("withheld", 1.0),
                        entry("unhealthy", 1.0),
                        entry("unobserved", 2.0));
        assertThat(states.values().stream().mapToDouble(gpus -> gpus).sum())
                .isEqualTo(number(answer("GPUs", ALL)))
                .isEqualTo(32);
    }

    @Test
    void the_settled_gpu_hours_of_six_hours_are_six_times_the_fleet() throws IOException, InterruptedException {
        var hours = by("state", answer("GPU-hours by state", ALL));

        assertThat(hours.values().stream().mapToDouble(each -> each).sum()).isCloseTo(6 * 32, within(ROUNDING));
        assertThat(by("cause", answer("Stranded GPU-hours by cause", ALL))).containsOnlyKeys("host_cpu");
    }

    @Test
    void each_team_s_waste_is_its_own() throws IOException, InterruptedException {
        // Two of vision's stand still in the east and four in the west, one and a half of speech's.
        close(by("team", answer("Idle GPU-hours by team", ALL)), Map.of("vision", 6 * 6.0, "speech", 6 * 1.5));
        close(by("team", answer("Underused GPU-hours by team", ALL)), Map.of("vision", 6 * 2.0, "speech", 6 * 0.5));
        close(by("team", answer("Idle GPU-hours by team", new Choice("west", ".*", "6h"))), Map.of("vision", 6 * 4.0));
        // Of (3 + 2 + 2 + 1) + (4 + 4) that are healthy and observed, and of 5 + 1 + 1.
        close(
                by("team", answer("Idle share of what each team holds", ALL)),
                Map.of("vision", 6.0 / 16, "speech", 1.5 / 7));
    }

    @Test
    void cost_and_coverage_are_of_the_whole_fleet() throws IOException, InterruptedException {
        close(by("currency", answer("Cost", ALL)), Map.of("EUR", 6 * 32 * 2.5));
        assertThat(number(answer("Coverage", ALL))).isCloseTo(30.0 / 32, within(ROUNDING));
        close(by("cluster", answer("Unobserved share by cluster", ALL)), Map.of("east", 1.0 / 23, "west", 1.0 / 9));
    }

    @Test
    void a_shared_gpu_has_a_row_for_each_pod_with_its_own_activity() throws IOException, InterruptedException {
        close(
                by("pod", answer("Least active holders", ALL)),
                Map.of("notebook", 0.02, "serve-0", 0.04, "serve-1", 0.04, "old", 0.3, "train-0", 0.8));
    }

    @Test
    void what_is_lost_and_what_is_stuck_are_told_apart() throws IOException, InterruptedException {
        assertThat(by("uuid", answer("GPUs that are lost or stuck", ALL)))
                .containsOnly(entry("GPU-d", 1.0), entry("GPU-c", 2.0));
    }

    @Test
    void grafana_finds_the_dashboard_and_prometheus_by_its_environment() {
        var provisioning = Dashboard.FOLDER.resolve("provisioning");
        assertThat(Repository.read(provisioning.resolve("dashboards/dashboards.yaml")))
                .contains("apiVersion: 1", "type: file", "path: $GPU_LEDGER_DASHBOARDS");
        assertThat(Repository.read(provisioning.resolve("datasources/datasources.yaml")))
                .contains("apiVersion: 1", "type: prometheus", "url: $GPU_LEDGER_PROMETHEUS_URL");
    }

    private List<JsonNode> answer(String panel, Choice choice) throws IOException, InterruptedException {
        var promQl = choice.in(dashboard.panel(panel).promQl().replace("${__range_s}", SECONDS));
        var json = new ObjectMapper().readTree(prometheus.queryAt(BookedFleet.END, promQl));
        assertThat(json.path("status").asText()).as(json.toString()).isEqualTo("success");
        return StreamSupport.stream(json.path("data").path("result").spliterator(), false)
                .toList();
    }

    private static double number(List<JsonNode> answer) {
        assertThat(answer).hasSize(1);
        return value(answer.getFirst());
    }

    private static double value(JsonNode sample) {
        return Double.parseDouble(sample.path("value").path(1).asText());
    }

    /// Fails where two samples have the same label.
    private static Map<String, Double> by(String label, List<JsonNode> answer) {
        return answer.stream()
                .collect(toMap(sample -> sample.path("metric").path(label).asText(), DashboardTest::value));
    }

    private static void close(Map<String, Double> actual, Map<String, Double> expected) {
        assertThat(actual).containsOnlyKeys(expected.keySet());
        expected.forEach((key, value) -> assertThat(actual.get(key)).as(key).isCloseTo(value, within(ROUNDING)));
    }
}
