package io.gpuledger.analyzer;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What a panel is told by Prometheus or by the database that it asks, as Grafana takes it.
final class PanelData {
    /// A value that has a name, as of the end of the time that is shown.
    record Named(String name, double value) {}

    /// Values over time, in seconds since 1970.
    record Course(String name, TreeMap<Double, Double> values) {}

    private static final Pattern IN_LEGEND = Pattern.compile("\\{\\{ *(\\w+) *}}");

    /// A dashboard that is of one node is drawn of one.
    private static final Map<String, Map<String, String>> CHOSEN = Map.of("node-gpu.json", Map.of("node", "faults"));

    private final DashboardAnswers prometheus;
    private final TestDatabase database;

    PanelData(DashboardAnswers prometheus, TestDatabase database) {
        this.prometheus = prometheus;
        this.database = database;
    }

    List<Named> values(DashboardFolder.Placed placed) throws Exception {
        var values = new ArrayList<Named>();
        for (var target : placed.panel().targets()) {
            for (var sample : answer(placed, target)) {
                values.add(new Named(
                        legend(target, sample), sample.path("value").path(1).asDouble()));
            }
        }
        return values;
    }

    List<Course> courses(DashboardFolder.Placed placed) throws Exception {
        var courses = new ArrayList<Course>();
        for (var target : placed.panel().targets()) {
            if (target.has("rawSql")) {
                var byName = new LinkedHashMap<String, TreeMap<Double, Double>>();
                for (var row : rows(target)) {
                    var second = Instant.parse(String.valueOf(row.get("time"))).getEpochSecond();
                    byName.computeIfAbsent(String.valueOf(row.get("metric")), _ -> new TreeMap<>())
                            .put((double) second, (Double) row.get("value"));
                }
                byName.forEach((name, values) -> courses.add(new Course(name, values)));
            } else {
                for (var series : prometheus.course(placed, target.path("expr").asText(), chosen(placed))) {
                    courses.add(course(target, series));
                }
            }
        }
        courses.removeIf(course -> course.values().isEmpty());
        return courses;
    }

    private static Course course(JsonNode target, JsonNode series) {
        var values = new TreeMap<Double, Double>();
        for (var point : series.path("values")) {
            var value = point.path(1).asDouble(Double.NaN);
            if (Double.isFinite(value)) {
                values.put(point.path(0).asDouble(), value);
            }
        }
        return new Course(legend(target, series), values);
    }

    /// Returns the rows that each query of a table is answered with, of texts and numbers.
    List<List<Map<String, Object>>> tables(DashboardFolder.Placed placed) throws Exception {
        var tables = new ArrayList<List<Map<String, Object>>>();
        for (var target : placed.panel().targets()) {
            if (target.has("rawSql")) {
                tables.add(rows(target));
                continue;
            }
            var rows = new ArrayList<Map<String, Object>>();
            var name = placed.panel().targets().size() == 1
                    ? "Value"
                    : "Value #" + target.path("refId").asText();
            for (var sample : answer(placed, target)) {
                Map<String, Object> row = new LinkedHashMap<>();
                sample.path("metric")
                        .propertyStream()
                        .filter(label -> !label.getKey().equals("__name__"))
                        .forEach(label ->
                                row.put(label.getKey(), label.getValue().asText()));
                row.put(name, sample.path("value").path(1).asDouble());
                rows.add(row);
            }
            tables.add(rows);
        }
        tables.removeIf(List::isEmpty);
        return tables;
    }

    private JsonNode answer(DashboardFolder.Placed placed, JsonNode target) throws IOException, InterruptedException {
        return prometheus.answer(placed, target.path("expr").asText(), chosen(placed));
    }

    private static Map<String, String> chosen(DashboardFolder.Placed placed) {
        return CHOSEN.getOrDefault(placed.file(), Map.of());
    }

    private static String legend(JsonNode target, JsonNode sample) {
        var labels = sample.path("metric");
        var format = target.path("legendFormat").asText();
        if (!format.equals("__auto")) {
            return IN_LEGEND
                    .matcher(format)
                    .replaceAll(label -> labels.path(label.group(1)).asText());
        }
        return labels.isEmpty() ? "Value" : labels.toString();
    }

    private List<Map<String, Object>> rows(JsonNode target) throws SQLException {
        var sql = DashboardSqlTest.filled(target.path("rawSql").asText(), ".*");
        try (var connection = database.connect();
                var statement = connection.createStatement();
                var answer = statement.executeQuery(sql)) {
            var rows = new ArrayList<Map<String, Object>>();
            while (answer.next()) {
                rows.add(row(answer));
            }
            return rows;
        }
    }

    private static Map<String, Object> row(ResultSet answer) throws SQLException {
        Map<String, Object> row = new LinkedHashMap<>();
        var columns = answer.getMetaData();
        for (var column = 1; column <= columns.getColumnCount(); column++) {
            row.put(
                    columns.getColumnLabel(column),
                    switch (answer.getObject(column)) {
                        case Timestamp time -> time.toInstant().toString();
                        case Number number -> number.doubleValue();
                        case Object other -> other.toString();
                        case null -> "";
                    });
        }
        return row;
    }
}
