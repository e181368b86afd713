package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.Alerts.Rule;
import io.gpuledger.gate.Promtool;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The alerting rules, by Prometheus' own judge and by what they lean on.
@Timeout(300)
class AlertsTest {
    private static final String GRAVE_XIDS =
            "exporter/src/main/resources/io/gpuledger/exporter/exposition/grave-xids.table";
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");

    @ParameterizedTest
    @ValueSource(strings = {"waste", "stranded", "pipeline", "mail", "gpu-health", "dcgm-exporter", "xids"})
    void promtool_understands_the_rules(String name) throws InterruptedException {
        assertThat(Promtool.run("check", "rules", "--lint-fatal", file("rules", name)))
                .contains("SUCCESS");
    }

    /// The cases feed series to the rules, and say when each alert fires and when it does not.
    @ParameterizedTest
    @ValueSource(strings = {"waste", "stranded", "pipeline", "mail", "gpu-health", "dcgm-exporter", "xids"})
    void the_rules_do_what_their_cases_say(String name) throws InterruptedException {
        assertThat(Promtool.run("test", "rules", file("tests", name))).contains("SUCCESS");
    }

    private static String file(String folder, String name) {
        return Alerts.FOLDER.resolve(folder).resolve(name + ".yaml").toString();
    }

    @Test
    void no_file_is_left_out_here() throws IOException {
        for (var folder : List.of("rules", "tests")) {
            assertThat(Alerts.files(folder))
                    .extracting(file -> file.getFileName().toString())
                    .containsExactly(
                            "dcgm-exporter.yaml",
                            "gpu-health.yaml",
                            "mail.yaml",
                            "pipeline.yaml",
                            "stranded.yaml",
                            "waste.yaml",
                            "xids.yaml");
        }
    }

    @Test
    void each_alert_has_a_case_in_which_it_fires_and_one_in_which_it_does_not() throws IOException {
        var cases = Alerts.expectations();
        assertThat(Alerts.alerts())
                .hasSizeGreaterThanOrEqualTo(6)
                .allSatisfy(alert -> assertThat(cases)
                        .contains(
                                new Alerts.Expectation(alert.name(), true),
                                new Alerts.Expectation(alert.name(), false)));
    }

    @Test
    void each_alert_says_how_bad_it_is_what_it_means_and_where_to_read_on() throws IOException {
        assertThat(Alerts.alerts()).allSatisfy(alert -> {
            assertThat(alert.label("severity")).isIn("critical", "warning", "info");
            assertThat(alert.annotation("summary")).isNotBlank().isNotEqualTo("null");
            assertThat(alert.annotation("description")).endsWith(".").contains("{{");
            assertThat(alert.annotation("runbook_url")).isEqualTo("alerts/runbooks/" + alert.name() + ".md");
        });
    }

    @Test
    void each_alert_has_a_runbook_and_each_runbook_an_alert() throws IOException {
        assertThat(Alerts.files("runbooks"))
                .extracting(file -> file.getFileName().toString().replace(".md", ""))
                .containsExactlyInAnyOrderElementsOf(
                        Alerts.alerts().stream().map(Rule::name).toList());
        assertThat(Alerts.files("runbooks"))
                .allSatisfy(file -> assertThat(Repository.read(file))
                        .startsWith("# " + file.getFileName().toString().replace(".md", "") + "\n")
                        .containsSubsequence(
                                "\n## How to check\n", "\n## What to do\n", "\n## What would make it a false alarm\n"));
    }

    /// Those that the exporter shows from the beginning, and that the books go by.
    @Test
    void grave_xids_ask_for_the_same_everywhere() throws IOException {
        var grave = Repository.read(Repository.root().resolve(GRAVE_XIDS))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\\s+", 3))
                .map(words -> List.of(words[0], words[1].equals("drain") ? "reset" : words[1], words[2]))
                .toList();
        var rules = Alerts.rules().stream()
                .filter(rule -> rule.file().equals("xids.yaml"))
                .map(rule -> List.of(rule.label("xid"), rule.label("class"), rule.label("meaning")))
                .toList();

        assertThat(rules).doesNotHaveDuplicates().containsAll(grave);
        assertThat(rules)
                .filteredOn(rule -> rule.get(1).equals("fatal"))
                .allSatisfy(rule -> assertThat(grave).contains(rule));
    }

    @Test
    void a_link_of_a_runbook_leads_somewhere() throws IOException {
        assertThat(Alerts.files("runbooks"))
                .allSatisfy(file -> assertThat(Repository.read(file)
                                .lines()
                                .flatMap(line -> LINK.matcher(line).results())
                                .map(link -> file.resolveSibling(link.group(1))))
                        .allMatch(Files::exists));
    }

    @Test
    void each_runbook_shows_queries_that_prometheus_understands(@TempDir Path folder)
            throws IOException, InterruptedException {
        var rules = new StringBuilder("groups: [{name: queries, rules: [\n");
        for (var runbook : Alerts.files("runbooks")) {
            assertThat(Alerts.queries(runbook)).isNotEmpty();
            // In YAML's single quotes, as queries have double ones.
            Alerts.queries(runbook)
                    .forEach(query -> rules.append(
                            "{record: 'query:%d', expr: '%s'},%n".formatted(rules.length(), query.replace("'", "''"))));
        }
        var file = Files.writeString(folder.resolve("queries.yaml"), rules.append("]}]\n"));

        assertThat(Promtool.run("check", "rules", file.toString())).contains("SUCCESS");
    }

    @Test
    void the_document_lists_each_alert() throws IOException {
        var document = Repository.read(Repository.root().resolve("docs/alerts.md"));
        assertThat(Alerts.alerts())
                .allSatisfy(alert -> assertThat(document.lines())
                        .anyMatch(line ->
                                line.startsWith("| [%1$s](../alerts/runbooks/%1$s.md) |".formatted(alert.name()))
                                        && line.endsWith("| " + alert.label("severity") + " |")));
    }

    @Test
    void every_metric_that_a_rule_or_a_runbook_names_is_there(@TempDir Path folder) throws Exception {
        var known = known(folder);
        assertThat(Alerts.rules()).allSatisfy(rule -> assertThat(known).containsAll(MetricNames.in(rule.text("expr"))));
        known.addAll(MetricNames.WITH_A_DATABASE);
        // A histogram's and a summary's parts.
        known.add("gpu_analyzer_copy_seconds_sum");
        assertThat(Alerts.files("runbooks"))
                .allSatisfy(file -> assertThat(known).containsAll(MetricNames.in(Repository.read(file))));
    }

    private static Set<String> known(Path folder) throws Exception {
        var known = new TreeSet<>(MetricNames.documented());
        known.addAll(MetricNames.served(folder));
        known.addAll(MetricNames.LEDGER);
        known.addAll(MetricNames.OF_A_CLUSTER);
        known.addAll(Alerts.rules().stream()
                .filter(rule -> !rule.isAlert())
                .map(Rule::name)
                .collect(Collectors.toSet()));
        return known;
    }
}
