package io.gpuledger.analyzer;

import static java.util.stream.Collectors.toMap;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
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

    /// The exporter tells of a GPU by both sets of names, and of a part of one with different labels. dcgm-exporter may
    /// tell of it once more, and call its node otherwise.
    @Test
    void no_gpu_is_shown_twice() throws IOException, InterruptedException {
        for (var placed : DashboardFolder.panels()) {
            for (var promQl : placed.promQl()) {
                var labels = labels(answer(ours, placed, promQl, Map.of()));
                assertThat(labels)
                        .as("%s: %s", placed, promQl)
                        .noneMatch(sample -> DashboardFleet.BESIDE.equals(sample.get("node")));
                assertThat(labels)
                        .as("%s: %s", placed, promQl)
                        .filteredOn(sample -> sample.containsKey("uuid"))
                        .extracting(sample -> without(sample, Set.of("node", "compute_instance_id")))
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void each_part_of_a_gpu_is_there_once() throws IOException, InterruptedException {
        var parts = labels(answerOf(ours, "node-gpu.json", "Activity", Map.of("node", "mig")));
        assertThat(parts).hasSize(14).allMatch(part -> part.containsKey("instance_id"));
        // By the time in which multiprocessors were active, of 45 s a minute or of 30.
        assertThat(answerOf(ours, "node-gpu.json", "Activity", Map.of("node", "mig")))
                .extracting(sample -> sample.path("value").path(1).asDouble())
                .allMatch(active -> active > 0.66);
    }

    @Test
    void a_node_that_only_the_target_names_can_be_chosen() throws IOException, InterruptedException {
        for (var file : List.of("node-gpu.json", "health.json", "fleet.json")) {
            var dashboard = Dashboard.read(file);
            var nodes = dashboard.variables().stream()
                    .filter(variable -> variable.path("name").asText().equals("node"))
                    .findFirst()
                    .orElseThrow();
            assertThat(values(dcgm, dashboard, nodes, Map.of())).contains(DashboardFleet.BARE, "mixed");
        }
        assertThat(labels(answerOf(dcgm, "node-gpu.json", "Temperature", Map.of("node", DashboardFleet.BARE))))
                .extracting(sample -> sample.get("node"))
                .hasSize(4)
                .containsOnly(DashboardFleet.BARE);
    }

    @Test
    void what_is_wrong_has_the_node_of_an_exporter_and_the_limit_of_a_gpu() throws IOException, InterruptedException {
        assertThat(labels(answerOf(ours, "health.json", "What is wrong, now", Map.of())))
                .extracting(sample -> "%s of %s %s"
                        .formatted(
                                sample.get("what"),
                                sample.getOrDefault("node", sample.get("instance")),
                                sample.getOrDefault("gpu", "")))
                .contains(
                        "exporter mute of silent ",
                        "page stands still of hot:9400 ",
                        "hot of hot 0",
                        "fatal XIDs of mixed 0",
                        "XIDs that ask for a reset of faults 1",
                        "hardly a page left to retire of faults 3",
                        "NVLink errors of mixed 0",
                        "PCIe replays a minute of mixed 0",
                        "slowed down by heat of mixed 0",
                        "slowed down by the power brake of mixed 0")
                // It was never up.
                .doesNotContain("NVLinks down of hot 0")
                // It may be as hot as that.
                .doesNotContain("hot of hot 1")
                // The exporter itself counts them.
                .noneMatch(line -> line.startsWith("latest XID"));
    }

    @Test
    void latest_xids_of_dcgm_exporter_are_told_apart() throws IOException, InterruptedException {
        assertThat(labels(answerOf(dcgm, "health.json", "What is wrong, now", Map.of("node", "faults"))))
                .extracting(sample -> sample.get("what") + " " + sample.get("xid"))
                .contains("latest XID is fatal 64", "latest XID asks for a reset 63", "latest XID asks for a reset 74")
                .noneMatch(line -> line.endsWith(" 43"));
    }

    @Test
    void what_never_went_well_is_no_age() throws IOException, InterruptedException {
        assertThat(answerOf(ours, "pipeline.json", "Exporters whose collectors fail", Map.of()))
                .filteredOn(sample ->
                        sample.path("metric").path("collector").asText().equals("kubelet"))
                .extracting(sample -> sample.path("value").path(1).asText())
                .containsExactly("10000000000");
    }

    @Test
    void what_is_free_is_of_all_clusters() throws IOException, InterruptedException {
        assertThat(answerOf(ours, "stranded-queue.json", "Free while pods wait, and what stands between", Map.of()))
                .extracting(sample -> sample.path("value").path(1).asText())
                .containsExactly("11");
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
            labels.addAll(Set.of("Hostname", "node", "namespace", "pod", "container"));
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
                var values = values(ours, dashboard, variable, chosen);
                if (!values.isEmpty()) {
                    chosen.put(name, values.getFirst());
                }
            }
        }
        return chosen;
    }

    private static List<String> values(
            PrometheusServer prometheus, Dashboard dashboard, JsonNode variable, Map<String, String> chosen)
            throws IOException, InterruptedException {
        var definition = DashboardFolder.filled(variable.path("definition").asText(), dashboard, chosen);
        var byLabel = LABEL_VALUES.matcher(definition);
        if (byLabel.matches()) {
            var answer = new ObjectMapper().readTree(prometheus.labelValues(byLabel.group(1), byLabel.group(2)));
            return answer.path("data").valueStream().map(JsonNode::asText).toList();
        }
        var byResult = QUERY_RESULT.matcher(definition);
        assertThat(byResult.matches()).as(definition).isTrue();
        var label = variable.path("name").asText();
        return result(prometheus, byResult.group(1))
                .valueStream()
                .map(sample -> sample.path("metric").path(label).asText())
                .filter(value -> !value.isEmpty())
                .sorted()
                .toList();
    }

    /// Returns the samples of the first query of a panel.
    private static List<JsonNode> answerOf(
            PrometheusServer prometheus, String file, String title, Map<String, String> chosen)
            throws IOException, InterruptedException {
        var placed = DashboardFolder.panels().stream()
                .filter(panel ->
                        panel.file().equals(file) && panel.panel().title().equals(title))
                .findFirst()
                .orElseThrow();
        return answer(prometheus, placed, placed.panel().promQl(), chosen)
                .valueStream()
                .toList();
    }

    private static List<Map<String, String>> labels(Iterable<JsonNode> samples) {
        return StreamSupport.stream(samples.spliterator(), false)
                .map(sample -> sample.path("metric").propertyStream())
                .map(labels -> labels.collect(
                        toMap(Map.Entry::getKey, label -> label.getValue().asText())))
                .toList();
    }

    private static Map<String, String> without(Map<String, String> sample, Set<String> names) {
        var rest = new TreeMap<>(sample);
        rest.keySet().removeAll(names);
        return rest;
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
