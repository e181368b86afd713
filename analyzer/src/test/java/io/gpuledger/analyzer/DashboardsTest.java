package io.gpuledger.analyzer;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Holds every dashboard to what Grafana needs to show it, and to what a stranger needs to understand it.
class DashboardsTest {
    private static final Pattern TARGET = Pattern.compile("^/d/([a-z0-9-]+)\\?");
    private static final Pattern SETS = Pattern.compile("&var-(\\w+)=");

    private static final Pattern XID = Pattern.compile("xid: '(\\d+)', class: (\\w+)");
    private static final Pattern CODES = Pattern.compile("\"(\\d+(?:\\|\\d+)+)\"");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /// The variables that Grafana sets by itself.
    private static final Set<String> OF_GRAFANA =
            Set.of("__range", "__range_s", "__rate_interval", "__url_time_range", "__data", "__field", "__all");

    private static final Set<String> MACROS = Set.of("__timeFilter");

    @Test
    void there_is_one_for_each_question() throws IOException {
        assertThat(DashboardFolder.all())
                .containsOnlyKeys(
                        "fleet.json",
                        "health.json",
                        "node-gpu.json",
                        "pipeline.json",
                        "stranded-queue.json",
                        "team-waste.json");
    }

    @Test
    void grafana_10_takes_their_model() throws IOException {
        assertThat(DashboardFolder.all()).allSatisfy((file, dashboard) -> {
            assertThat(dashboard.json().path("schemaVersion").asInt()).isBetween(37, 41);
            assertThat(dashboard.json().path("uid").asText()).isEqualTo("gpu-ledger-" + file.replace(".json", ""));
            assertThat(dashboard.json().path("id").isNull()).isTrue();
            assertThat(dashboard.json().path("title").asText()).isNotBlank();
            assertThat(dashboard.json().path("description").asText()).endsWith(".");
            assertThat(dashboard.json().path("tags").path(0).asText()).isEqualTo("gpu-ledger");
        });
    }

    @Test
    void each_leads_to_the_others_and_takes_along_what_is_chosen() throws IOException {
        assertThat(DashboardFolder.all()).allSatisfy((_, dashboard) -> {
            var link = dashboard.json().path("links").path(0);
            assertThat(link.path("type").asText()).isEqualTo("dashboards");
            assertThat(link.path("tags").path(0).asText()).isEqualTo("gpu-ledger");
            assertThat(link.path("includeVars").asBoolean()).isTrue();
            assertThat(link.path("keepTime").asBoolean()).isTrue();
        });
    }

    @Test
    void links_lead_to_dashboards_that_are_there_and_set_what_these_have() throws IOException {
        for (var dashboard : DashboardFolder.all().entrySet()) {
            for (var url : DashboardFolder.links(dashboard.getValue().json())) {
                var to = TARGET.matcher(url);
                assertThat(to.find()).as("%s: %s", dashboard.getKey(), url).isTrue();
                var there = DashboardFolder.variables(DashboardFolder.withUid(to.group(1)));
                assertThat(SETS.matcher(url).results().map(variable -> variable.group(1)))
                        .as("%s: %s", dashboard.getKey(), url)
                        .allSatisfy(variable -> assertThat(there).contains(variable));
            }
        }
    }

    @Test
    void every_variable_that_is_named_is_there_and_none_is_there_for_nothing() throws IOException {
        assertThat(DashboardFolder.all()).allSatisfy((_, dashboard) -> {
            var named = DashboardFolder.variablesIn(dashboard.json().toString());
            named.removeIf(name -> name.matches("\\d+"));
            named.removeAll(OF_GRAFANA);
            named.removeAll(MACROS);
            assertThat(named).isEqualTo(new TreeSet<>(DashboardFolder.variables(dashboard)));
        });
    }

    @Test
    void what_is_asked_is_prometheus_or_the_database_that_is_chosen() throws IOException {
        assertThat(DashboardFolder.all()).allSatisfy((_, dashboard) -> {
            assertThat(dashboard.dataSources())
                    .extracting(source -> source.path("uid").asText())
                    .isSubsetOf("${datasource}", "${database}", "-- Grafana --");
            assertThat(dashboard.variables())
                    .filteredOn(variable -> variable.path("type").asText().equals("datasource"))
                    .extracting(
                            variable -> variable.path("current").path("value").asText())
                    .isSubsetOf("gpu-ledger-prometheus", "gpu-ledger-database");
        });
        assertThat(provisioned("datasources.yaml")).contains("uid: gpu-ledger-prometheus", "type: prometheus");
        assertThat(provisioned("database.yaml")).contains("uid: gpu-ledger-database", "type: postgres");
    }

    private static String provisioned(String file) {
        return Repository.read(
                Dashboard.FOLDER.resolve("provisioning/datasources").resolve(file));
    }

    /// Who has no database sees no panel that fails: a row that is shut asks nothing.
    @Test
    void the_database_is_asked_in_rows_that_are_shut_alone() throws IOException {
        for (var dashboard : DashboardFolder.all().values()) {
            assertThat(dashboard.panels())
                    .flatExtracting(Dashboard.Panel::targets)
                    .noneMatch(target -> target.has("rawSql"));
            assertThat(dashboard.all())
                    .filteredOn(panel -> !panel.json().path("panels").isEmpty())
                    .allMatch(row -> row.json().path("collapsed").asBoolean());
        }
    }

    @Test
    void no_panel_is_of_a_kind_that_grafana_gave_up() throws IOException {
        assertThat(DashboardFolder.everything())
                .extracting(placed -> placed.panel().type())
                .isSubsetOf("row", "stat", "bargauge", "timeseries", "table");
    }

    @Test
    void every_panel_has_its_place() throws IOException {
        for (var dashboard : DashboardFolder.all().keySet()) {
            var all = DashboardFolder.everything().stream()
                    .filter(placed -> placed.file().equals(dashboard))
                    .map(DashboardFolder.Placed::panel)
                    .toList();
            assertThat(all).extracting(Dashboard.Panel::id).doesNotHaveDuplicates();
            for (var one : all) {
                assertThat(one.grid().path("x").asInt() + one.grid().path("w").asInt())
                        .isBetween(1, 24);
                assertThat(all).filteredOn(other -> other.overlaps(one)).containsExactly(one);
            }
        }
    }

    @Test
    void every_panel_says_what_its_number_is_in_which_unit_and_what_it_is_where_there_is_none() throws IOException {
        assertThat(DashboardFolder.panels()).allSatisfy(placed -> {
            var panel = placed.panel();
            assertThat(panel.title()).isNotBlank();
            assertThat(panel.description()).hasSizeGreaterThan(60).endsWith(".");
            assertThat(panel.unit()).isNotBlank();
            var defaults = panel.json().path("fieldConfig").path("defaults");
            assertThat(defaults.path("noValue").asText()).isNotBlank();
            assertThat(defaults.path("thresholds").path("steps")).isNotEmpty();
            assertThat(panel.targets())
                    .isNotEmpty()
                    .extracting(target -> target.path("refId").asText())
                    .doesNotHaveDuplicates();
        });
        for (var dashboard : DashboardFolder.all().values()) {
            assertThat(dashboard.panels()).extracting(Dashboard.Panel::title).doesNotHaveDuplicates();
        }
    }

    /// At 1440 pixels a stat of an eighth of the width has room for so much.
    @Test
    void no_title_is_cut() throws IOException {
        assertThat(DashboardFolder.panels())
                .allSatisfy(placed -> assertThat(placed.panel().title().length())
                        .isLessThanOrEqualTo(placed.panel().grid().path("w").asInt() * 8));
    }

    @Test
    void every_metric_is_documented() throws IOException {
        var known = DashboardQuery.documented();
        for (var placed : DashboardFolder.panels()) {
            for (var promQl : placed.promQl()) {
                assertThat(known).as("%s", placed).containsAll(new DashboardQuery(promQl).names());
            }
        }
        for (var query : variableQueries()) {
            assertThat(known).containsAll(new DashboardQuery(query).names());
        }
    }

    @Test
    void xids_are_as_grave_as_the_alerts_have_them() throws IOException {
        var fatal = xids("fatal");
        var reset = xids("reset");
        var grave = new TreeSet<>(fatal);
        grave.addAll(reset);
        var lists = DashboardFolder.panels().stream()
                .flatMap(placed -> placed.promQl().stream())
                .flatMap(promQl -> CODES.matcher(promQl).results())
                .map(codes -> Set.of(codes.group(1).split("\\|")))
                .collect(toSet());
        assertThat(lists).containsExactlyInAnyOrder(fatal, reset, grave);
        var text = Dashboard.read("health.json").panel("Grave XIDs").description();
        assertThat(NUMBER.matcher(text).results().map(number -> number.group()))
                .containsExactlyInAnyOrderElementsOf(grave);
    }

    private static Set<String> xids(String ofClass) {
        var rules = Repository.read(Repository.root().resolve("alerts/rules/xids.yaml"));
        return XID.matcher(rules)
                .results()
                .filter(xid -> xid.group(2).equals(ofClass))
                .map(xid -> xid.group(1))
                .collect(toSet());
    }

    private static List<String> variableQueries() throws IOException {
        return DashboardFolder.all().values().stream()
                .flatMap(dashboard -> dashboard.variables().stream())
                .filter(variable -> variable.path("type").asText().equals("query"))
                .map(variable -> variable.path("definition").asText())
                .toList();
    }

    @Test
    void idle_and_underused_are_never_added_up() throws IOException {
        assertThat(DashboardFolder.panels())
                .flatExtracting(DashboardFolder.Placed::promQl)
                .allSatisfy(promQl -> assertThat(promQl)
                        .doesNotContain(
                                "state=~\"idle|underused\"", "state=~\"underused|idle\"", "state=~\"used|underused"));
    }
}
