package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// deploy/helm/gpu-ledger, rendered with each file of values in src/test/resources/chart. What the programs make of
/// their arguments is for the tests of their modules (ChartArgumentsTest), which read what is rendered here.
class ChartTest {
    private static final Pattern SHORT = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    /// Dashboards and rules are half a megabyte, which stands in the repository already: see [ChartFilesTest].
    static List<String> goldenCases() {
        return Chart.cases().stream()
                .filter(name -> !name.equals("rules-and-dashboards"))
                .toList();
    }

    @Test
    void helm_finds_nothing_wrong_with_it() {
        var lint = Chart.lint();
        assertThat(lint.isFailed()).as("%s", lint.getMessages()).isFalse();
        assertThat(lint.getMessages()).noneMatch(message -> message.contains("[WARNING]"));
    }

    @ParameterizedTest
    @MethodSource("goldenCases")
    void it_is_rendered_as_before(String name) {
        Golden.file("golden/chart/%s.yaml".formatted(name)).matches(Chart.rendered(name));
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void all_objects_are_as_an_api_server_takes_them(String name) {
        assertThat(ChartObjects.of(name).objects()).isNotEmpty().allSatisfy(object -> {
            assertThat(object.getMetadata().getName()).matches(SHORT);
            assertThat(object.getMetadata().getLabels()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void no_object_is_there_twice(String name) {
        assertThat(Chart.objects(Chart.rendered(name)))
                .extracting(object -> Manifest.kind(object) + " " + object.get("metadata"))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void services_and_budgets_select_the_pods_of_their_program(String name) {
        var manifest = ChartObjects.of(name);
        var labels = ChartObjects.pods(manifest)
                .map(pod -> pod.getMetadata().getLabels())
                .toList();
        assertThat(manifest.all(Service.class))
                .allSatisfy(service -> assertThat(labels)
                        .filteredOn(of -> of.entrySet()
                                .containsAll(service.getSpec().getSelector().entrySet()))
                        .hasSize(1));
        assertThat(manifest.all(PodDisruptionBudget.class))
                .allSatisfy(budget -> assertThat(labels)
                        .filteredOn(of -> of.entrySet()
                                .containsAll(budget.getSpec()
                                        .getSelector()
                                        .getMatchLabels()
                                        .entrySet()))
                        .hasSize(1));
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void monitors_select_a_program_by_its_name(String name) {
        assertThat(Chart.objects(Chart.rendered(name)))
                .filteredOn(object -> Manifest.kind(object).endsWith("Monitor"))
                .allSatisfy(object -> {
                    var monitor = Monitor.of(object);
                    assertThat(monitor.selector().getMatchLabels()).containsKey("app.kubernetes.io/name");
                    assertThat(monitor.jobLabel()).isEqualTo("app.kubernetes.io/name");
                    assertThat(monitor.ways())
                            .singleElement()
                            .satisfies(way -> assertThat(way.path()).isEqualTo("/metrics"));
                });
    }

    @Test
    void whoever_installs_it_is_told_what_to_do_next() {
        assertThat(Chart.notes(Chart.values("default")))
                .contains("kubectl -n gpu-ledger port-forward service/gpu-analyzer 8080:8080")
                .contains("Nothing tells it of GPUs yet: prometheus.url is empty, and there is no exporter.")
                .contains("Anybody who reaches its port may read everything");
        assertThat(Chart.notes(Chart.values("exporter")))
                .doesNotContain("port-forward")
                .contains("kubectl label namespace gpu-ledger pod-security.kubernetes.io/enforce=privileged");
        assertThat(Chart.notes(Chart.values("everything")))
                .doesNotContain("Nothing tells it of GPUs")
                .doesNotContain("Anybody who reaches");
    }

    @Test
    void its_version_is_that_of_the_programs() {
        var pom = Repository.read(Repository.root().resolve("pom.xml"));
        var chart = (Map<?, ?>) Chart.yaml(Repository.read(Chart.FOLDER.resolve("Chart.yaml")));
        assertThat(pom).contains("<version>%s</version>\n  <packaging>pom".formatted(chart.get("version")));
        assertThat(chart.get("appVersion")).isEqualTo(chart.get("version"));
    }
}
