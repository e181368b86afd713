package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.gate.PrometheusServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every query of every dashboard, asked of a real Prometheus: of a fleet to which everything has happened, and of one
/// of which nobody tells but dcgm-exporter.
@Timeout(300)
class DashboardAnswersTest {
    private static final Pattern LABEL_VALUES = Pattern.compile("(?s)label_values\\((.*), (\\w+)\\)");
    private static final Pattern QUERY_RESULT = Pattern.compile("(?s)query_result\\((.*)\\)");

    /// Dashboards about what dcgm-exporter tells of.
    private static final Set<String> OF_HARDWARE = Set.of("node-gpu.json", "health.json");

    /// Dashboards about what only the analyzer tells of.
    private static final Set<String> OF_THE_ANALYZER = Set.of("stranded-queue.json", "pipeline.json");

    private static final DashboardFleet FLEET = DashboardFleet.ofOurs();

    private static PrometheusServer ours;
    private static PrometheusServer dcgm;

    @BeforeAll
    static void start_prometheus(@TempDir Path folder) throws IOException, InterruptedException {
        ours = holding(FLEET, folder.resolve("ours"));
        dcgm = holding(DashboardFleet.ofDcgmExporter(), folder.resolve("dcgm"));
    }

    private static PrometheusServer holding(DashboardFleet fleet, Path folder)
            throws IOException, InterruptedException {
        return PrometheusServer.holding(fleet.openMetrics(), Files.createDirectories(folder));
    }

    @AfterAll
    static void stop_prometheus() {
        // None where it is not installed.
        if (ours != null) {
            ours.close();
        }
        if (dcgm != null) {
            dcgm.close();
        }
    }

    @Test
    void every_query_of_every_panel_returns_something() throws IOException, InterruptedException {
        for (var placed : DashboardFolder.panels()) {
            for (var promQl : placed.promQl()) {
                assertThat(answer(ours, placed, promQl, Map.of()))
                        .as("%s: %s", placed, promQl)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void every_query_is_understood_with_one_value_chosen_of_each_variable() throws IOException, InterruptedException {
        for (var placed : DashboardFolder.panels()) {
            var first = firstValues(placed.dashboard());
            for (var promQl : placed.promQl()) {
                assertThat(answer(ours, placed, promQl, first)).isNotNull();
            }
        }
    }

    @Test
    void every_variable_has_values() throws IOException, InterruptedException {
        for (var dashboard : DashboardFolder.all().entrySet()) {
            var asked = dashboard.getValue().variables().stream()
                    .filter(variable -> variable.path("type").asText().equals("query"))
                    .map(variable -> variable.path("name").asText())
                    .toList();
            assertThat(firstValues(dashboard.getValue()).keySet())
                    .as(dashboard.getKey())
                    .containsExactlyElementsOf(asked);
        }
    }

    @Test
    void with_dcgm_exporter_alone_there_is_what_it_tells_of() throws IOException, InterruptedException {
        for (var placed : DashboardFolder.panels()) {
            var told = placed.promQl().stream()
                    .filter(promQl -> promQl.contains("DCGM_FI_"))
                    .toList();
            for (var promQl : OF_HARDWARE.contains(placed.file()) ? told : List.<String>of()) {
                assertThat(answer(dcgm, placed, promQl, Map.of()))
                        .as("%s: %s", placed, promQl)
                        .isNotEmpty();
            }
        }
    }

    /// A 0 that nobody told of would be taken for a good sign.
    @Test
    void what_nobody_tells_of_is_no_zero() throws IOException, InterruptedException {
        for (var placed : DashboardFolder.panels()) {
            for (var promQl : placed.promQl()) {
                if (OF_THE_ANALYZER.contains(placed.file()) || !promQl.contains("DCGM_FI_")) {
                    assertThat(answer(dcgm, placed, promQl, Map.of()))
                            .as("%s: %s", placed, promQl)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void every_label_that_is_named_is_there() throws IOException {
        var all = new TreeSet<>(FLEET.labels());
        all.addAll(Set.of("cluster", "compute_instance_id"));
        for (var placed : DashboardFolder.panels()) {
            for (var promQl : placed.promQl()) {
                var query = new DashboardQuery(promQl);
                assertThat(all).as("%s", placed).containsAll(without(query.labels(), query.made()));
                query.chosenBy()
                        .forEach((metric, labels) -> assertThat(ofSeries(metric))
                                .as("%s: %s", placed, metric)
                                .containsAll(labels));
            }
        }
    }

    /// Returns the labels of a metric's series, with those that Prometheus adds, and either label of the host.
    private static Set<String> ofSeries(String metric) {
        var labels = new TreeSet<>(FLEET.labels(metric));
        labels.addAll(Set.of("cluster", "instance", "job"));
        if (metric.startsWith("DCGM_FI_")) {
            labels.addAll(Set.of("Hostname", "namespace", "pod", "container"));
        }
        return labels;
    }

    private static Set<String> without(Set<String> labels, Set<String> made) {
        var rest = new TreeSet<>(labels);
        rest.removeAll(made);
        return rest;
    }

    /// Returns the first value of each variable that has any, chosen one after the other as Grafana does.
    private static Map<String, String> firstValues(Dashboard dashboard) throws IOException, InterruptedException {
        var chosen = new LinkedHashMap<String, String>();
        for (var variable : dashboard.variables()) {
            if (variable.path("type").asText().equals("query")) {
                var name = variable.path("name").asText();
                var values = values(dashboard, variable, chosen);
                if (!values.isEmpty()) {
                    chosen.put(name, values.getFirst());
                }
            }
        }
        return chosen;
    }

    private static List<String> values(Dashboard dashboard, JsonNode variable, Map<String, String> chosen)
            throws IOException, InterruptedException {
        var definition = DashboardFolder.filled(variable.path("definition").asText(), dashboard, chosen);
        var byLabel = LABEL_VALUES.matcher(definition);
        if (byLabel.matches()) {
            var answer = new ObjectMapper().readTree(ours.labelValues(byLabel.group(1), byLabel.group(2)));
            return answer.path("data").valueStream().map(JsonNode::asText).toList();
        }
        var byResult = QUERY_RESULT.matcher(definition);
        assertThat(byResult.matches()).as(definition).isTrue();
        var label = variable.path("name").asText();
        return result(ours, byResult.group(1))
                .valueStream()
                .map(sample -> sample.path("metric").path(label).asText())
                .filter(value -> !value.isEmpty())
                .sorted()
                .toList();
    }

    private static JsonNode answer(
            PrometheusServer prometheus, DashboardFolder.Placed placed, String promQl, Map<String, String> chosen)
            throws IOException, InterruptedException {
        return result(prometheus, DashboardFolder.filled(promQl, placed.dashboard(), chosen));
    }

    private static JsonNode result(PrometheusServer prometheus, String promQl)
            throws IOException, InterruptedException {
        var answer = new ObjectMapper().readTree(prometheus.queryAt(DashboardFleet.END, promQl));
        assertThat(answer.path("status").asText())
                .as("%s: %s", promQl, answer.path("error").asText())
                .isEqualTo("success");
        return answer.path("data").path("result");
    }
}
