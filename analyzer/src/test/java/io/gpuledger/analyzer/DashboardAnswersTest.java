package io.gpuledger.analyzer;

import static io.gpuledger.analyzer.DashboardAnswers.labels;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Asks a real Prometheus every query of every dashboard: about a fleet to which everything has happened, and about one
/// of which nobody tells but dcgm-exporter.
@Timeout(300)
class DashboardAnswersTest {
    /// Dashboards about what dcgm-exporter tells of.
    private static final Set<String> OF_HARDWARE = Set.of("node-gpu.json", "health.json");

    /// Dashboards about what only the analyzer tells of.
    private static final Set<String> OF_THE_ANALYZER = Set.of("stranded-queue.json", "pipeline.json");

    private static final DashboardFleet FLEET = DashboardFleet.ofOurs();

    private static DashboardAnswers ours;
    private static DashboardAnswers dcgm;

    @BeforeAll
    static void start_prometheus(@TempDir Path folder) throws IOException, InterruptedException {
        ours = DashboardAnswers.of(FLEET, folder.resolve("ours"));
        dcgm = DashboardAnswers.of(DashboardFleet.ofDcgmExporter(), folder.resolve("dcgm"));
    }

    @AfterAll
    static void stop_prometheus() {
        // Where Prometheus is not installed, none was started.
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
                assertThat(ours.answer(placed, promQl, Map.of()))
                        .as("%s: %s", placed, promQl)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void every_query_is_understood_with_one_value_chosen_of_each_variable() throws IOException, InterruptedException {
        for (var placed : DashboardFolder.panels()) {
            var first = ours.firstValues(placed.dashboard());
            for (var promQl : placed.promQl()) {
                assertThat(ours.answer(placed, promQl, first)).isNotNull();
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
            assertThat(ours.firstValues(dashboard.getValue()).keySet())
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
                assertThat(dcgm.answer(placed, promQl, Map.of()))
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
                    assertThat(dcgm.answer(placed, promQl, Map.of()))
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
                var labels = labels(ours.answer(placed, promQl, Map.of()));
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
        var parts = labels(ours.answer("node-gpu.json", "Activity", Map.of("node", "mig")));
        assertThat(parts).hasSize(14).allMatch(part -> part.containsKey("instance_id"));
        // By the time in which multiprocessors were active, of 45 s a minute or of 30.
        assertThat(ours.answer("node-gpu.json", "Activity", Map.of("node", "mig")))
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
            assertThat(dcgm.values(dashboard, nodes, Map.of())).contains(DashboardFleet.BARE, "mixed");
        }
        assertThat(labels(dcgm.answer("node-gpu.json", "Temperature", Map.of("node", DashboardFleet.BARE))))
                .extracting(sample -> sample.get("node"))
                .hasSize(4)
                .containsOnly(DashboardFleet.BARE);
    }

    @Test
    void what_is_wrong_has_the_node_of_an_exporter_and_the_limit_of_a_gpu() throws IOException, InterruptedException {
        assertThat(labels(ours.answer("health.json", "What is wrong, now", Map.of())))
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
        assertThat(labels(dcgm.answer("health.json", "What is wrong, now", Map.of("node", "faults"))))
                .extracting(sample -> sample.get("what") + " " + sample.get("xid"))
                .contains("latest XID is fatal 64", "latest XID asks for a reset 63", "latest XID asks for a reset 74")
                .noneMatch(line -> line.endsWith(" 43"));
    }

    @Test
    void what_never_went_well_is_no_age() throws IOException, InterruptedException {
        assertThat(ours.answer("pipeline.json", "Exporters whose collectors fail", Map.of()))
                .filteredOn(sample ->
                        sample.path("metric").path("collector").asText().equals("kubelet"))
                .extracting(sample -> sample.path("value").path(1).asText())
                .containsExactly("10000000000");
    }

    @Test
    void what_is_free_is_of_all_clusters() throws IOException, InterruptedException {
        assertThat(ours.answer("stranded-queue.json", "Free while pods wait, and what stands between", Map.of()))
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

    private static Map<String, String> without(Map<String, String> sample, Set<String> names) {
        var rest = new TreeMap<>(sample);
        rest.keySet().removeAll(names);
        return rest;
    }
}
