package io.gpuledger.gate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Helm reads nothing outside of a chart's folder, so the chart has copies of the rules and the dashboards.
class ChartFilesTest {
    private final List<Map<?, ?>> objects = Chart.objects(Chart.rendered("rules-and-dashboards"));

    @ParameterizedTest
    @CsvSource({"alerts/rules, files/alerts, .yaml", "grafana/dashboards, files/dashboards, .json"})
    void the_chart_s_copies_are_up_to_date(Path from, Path to, String suffix) {
        var originals = Repository.files(Repository.root().resolve(from), suffix);
        var copies = Repository.files(Chart.FOLDER.resolve(to), suffix);
        for (var file : originals) {
            var copy = Chart.FOLDER.resolve(to).resolve(file.getFileName());
            Golden.document(Repository.root().relativize(copy)).matches(Repository.read(file));
        }
        assertThat(originals.stream().map(Path::getFileName))
                .containsAll(copies.stream().map(Path::getFileName).toList());
    }

    @Test
    void each_file_of_rules_is_a_prometheus_rule() {
        for (var file : Repository.files(Repository.root().resolve("alerts/rules"), ".yaml")) {
            var name = file.getFileName().toString().replace(".yaml", "");
            assertThat(only("PrometheusRule", "gpu-ledger-" + name).get("spec"))
                    .isEqualTo(Chart.yaml(Repository.read(file)));
        }
    }

    @Test
    void each_dashboard_is_a_config_map() {
        for (var file : Repository.files(Repository.root().resolve("grafana/dashboards"), ".json")) {
            var name = file.getFileName().toString();
            assertThat(only("ConfigMap", "gpu-ledger-dashboard-" + name.replace(".json", ""))
                            .get("data"))
                    .isEqualTo(Map.of("gpu-ledger-" + name, Repository.read(file)));
        }
    }

    @Test
    void prometheus_and_grafana_find_them_by_their_labels() {
        assertThat(objects)
                .filteredOn(object -> Manifest.kind(object).equals("PrometheusRule"))
                .allMatch(
                        object -> "kube-prometheus-stack".equals(labels(object).get("release")));
        assertThat(objects)
                .filteredOn(object -> Manifest.kind(object).equals("ConfigMap"))
                .allMatch(object -> "1".equals(labels(object).get("grafana_dashboard")));
    }

    @Test
    void some_rules_can_be_chosen() {
        var values = Map.<String, Object>of("prometheusRule", Map.of("enabled", true, "files", List.of("waste")));
        assertThat(Chart.objects(Chart.render(values)))
                .filteredOn(object -> Manifest.kind(object).equals("PrometheusRule"))
                .hasSize(1);
    }

    /// Helm keeps a release as a Secret, with the chart and all that was rendered. A Secret has a MiB at
    /// the most, and dashboards grow.
    @Test
    void a_release_with_all_of_them_fits_into_a_secret() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            for (var file : Repository.files(Chart.FOLDER, "")) {
                if (Files.isRegularFile(file)) {
                    gzip.write(Base64.getEncoder().encode(Files.readAllBytes(file)));
                }
            }
            gzip.write(Chart.rendered("rules-and-dashboards").getBytes(UTF_8));
        }
        assertThat(Base64.getEncoder().encode(bytes.toByteArray()).length).isLessThan(600 << 10);
    }

    private Map<?, ?> only(String kind, String name) {
        return objects.stream()
                .filter(object -> Manifest.kind(object).equals(kind))
                .filter(object -> name.equals(metadata(object).get("name")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no %s %s".formatted(kind, name)));
    }

    private static Map<?, ?> metadata(Map<?, ?> object) {
        return (Map<?, ?>) requireNonNull(object.get("metadata"));
    }

    private static Map<?, ?> labels(Map<?, ?> object) {
        return (Map<?, ?>) requireNonNull(metadata(object).get("labels"));
    }
}
