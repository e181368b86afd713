package io.gpuledger.analyzer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Reads all dashboards, and fills in their queries as Grafana does.
final class DashboardFolder {
    /// A panel of a dashboard, wherever it stands.
    record Placed(String file, Dashboard dashboard, Dashboard.Panel panel) {
        List<String> promQl() {
            return panel.targets().stream()
                    .filter(target -> target.has("expr"))
                    .map(target -> target.path("expr").asText())
                    .toList();
        }

        List<String> sql() {
            return panel.targets().stream()
                    .filter(target -> target.has("rawSql"))
                    .map(target -> target.path("rawSql").asText())
                    .toList();
        }

        @Override
        public String toString() {
            return file + ": " + panel.title();
        }
    }

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-zA-Z_]\\w*)");

    private DashboardFolder() {}

    static Map<String, Dashboard> all() throws IOException {
        var all = new TreeMap<String, Dashboard>();
        try (var files = Files.list(Dashboard.FOLDER.resolve("dashboards"))) {
            for (var file : files.toList()) {
                var name = file.getFileName().toString();
                all.put(name, Dashboard.read(name));
            }
        }
        return all;
    }

    static Dashboard withUid(String uid) throws IOException {
        return all().values().stream()
                .filter(dashboard -> dashboard.json().path("uid").asText().equals(uid))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no dashboard is " + uid));
    }

    /// Returns all panels, those of rows that are shut included, and the headings of rows.
    static List<Placed> everything() throws IOException {
        var everything = new ArrayList<Placed>();
        all().forEach((file, dashboard) -> dashboard.all().stream()
                .flatMap(panel -> Stream.concat(Stream.of(panel), within(panel)))
                .forEach(panel -> everything.add(new Placed(file, dashboard, panel))));
        return everything;
    }

    private static Stream<Dashboard.Panel> within(Dashboard.Panel row) {
        return StreamSupport.stream(row.json().path("panels").spliterator(), false)
                .map(Dashboard.Panel::new);
    }

    /// Returns all panels but the headings of rows.
    static List<Placed> panels() throws IOException {
        return everything().stream()
                .filter(placed -> !placed.panel().type().equals("row"))
                .toList();
    }

    static List<String> variables(Dashboard dashboard) {
        return dashboard.variables().stream()
                .map(variable -> variable.path("name").asText())
                .toList();
    }

    /// Returns the variables that a text names, Grafana's own included.
    static Set<String> variablesIn(String text) {
        var named = new TreeSet<String>();
        VARIABLE.matcher(text).results().forEach(variable -> named.add(variable.group(1)));
        return named;
    }

    /// Returns a query as Grafana sends it: the last hour, and of each variable what is chosen, or all.
    static String filled(String query, Dashboard dashboard, Map<String, String> chosen) {
        var filled =
                query.replace("${__range_s}", "3600").replace("$__range", "1h").replace("$__rate_interval", "5m");
        for (var variable : variables(dashboard)) {
            filled = filled.replace("$" + variable, chosen.getOrDefault(variable, ".*"));
        }
        return filled;
    }

    /// Returns all links of a dashboard, of its panels and of their columns, as they are written.
    static List<String> links(JsonNode dashboard) {
        return dashboard.findValues("url").stream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .filter(url -> !url.isEmpty())
                .toList();
    }
}
