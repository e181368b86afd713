package io.gpuledger.analyzer;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Draws a table as Grafana does, of rows that are merged, turned and put in order first.
final class PanelTable {
    private static final int MOST_ROWS = 60;
    private static final int LEAST_WIDTH = 45;

    private final Dashboard.Panel panel;
    private final PanelStyle style;

    PanelTable(Dashboard.Panel panel) {
        this.panel = panel;
        this.style = PanelStyle.of(panel);
    }

    Node draw(List<List<Map<String, Object>>> tables) {
        var rows = tables.getFirst();
        for (var step : panel.json().path("transformations")) {
            var options = step.path("options");
            rows = switch (step.path("id").asText()) {
                case "merge" -> merged(tables);
                case "groupingToMatrix" -> turned(rows, options);
                case "organize" -> organized(rows, options);
                default -> throw new AssertionError(step);
            };
        }
        rows = sorted(rows);
        var columns = columns(rows);
        columns.remove("Time");
        var lines = new ArrayList<Element>();
        var first = rows.getFirst();
        lines.add(Element.of(
                "tr",
                columns.stream()
                        .map(column -> heading(column, first.getOrDefault(column, "")))
                        .toList()));
        for (var row : rows.subList(0, Math.min(MOST_ROWS, rows.size()))) {
            lines.add(Element.of(
                    "tr", columns.stream().map(column -> cell(column, row)).toList()));
        }
        return Element.of("table", lines);
    }

    private static Set<String> columns(List<Map<String, Object>> rows) {
        var columns = new LinkedHashSet<String>();
        rows.forEach(row -> columns.addAll(row.keySet()));
        return columns;
    }

    private static List<Map<String, Object>> merged(List<List<Map<String, Object>>> tables) {
        var shared = columns(tables.getFirst());
        tables.forEach(table -> shared.retainAll(columns(table)));
        var merged = new ArrayList<Map<String, Object>>();
        for (var table : tables) {
            for (var row : table) {
                merged.stream()
                        .filter(other -> canMerge(other, row, shared))
                        .findFirst()
                        .ifPresentOrElse(other -> other.putAll(row), () -> merged.add(new LinkedHashMap<>(row)));
            }
        }
        return merged;
    }

    private static boolean canMerge(Map<String, Object> one, Map<String, Object> other, Set<String> shared) {
        var both = new HashSet<>(one.keySet());
        both.retainAll(other.keySet());
        both.addAll(shared);
        return both.stream().allMatch(name -> one.getOrDefault(name, "").equals(other.getOrDefault(name, "")));
    }

    private static List<Map<String, Object>> turned(List<Map<String, Object>> rows, JsonNode options) {
        var rowField = options.path("rowField").asText();
        var columnField = options.path("columnField").asText();
        var turned = new LinkedHashMap<Object, Map<String, Object>>();
        for (var row : rows) {
            var name = row.getOrDefault(rowField, "");
            turned.computeIfAbsent(name, _ -> new LinkedHashMap<>(Map.of(rowField + "\\" + columnField, name)))
                    .put(
                            String.valueOf(row.get(columnField)),
                            row.getOrDefault(options.path("valueField").asText(), ""));
        }
        return List.copyOf(turned.values());
    }

    private static List<Map<String, Object>> organized(List<Map<String, Object>> rows, JsonNode options) {
        var columns = new ArrayList<>(columns(rows));
        columns.removeIf(column -> options.path("excludeByName").path(column).asBoolean());
        columns.sort(Comparator.comparingInt(
                column -> options.path("indexByName").path(column).asInt(Integer.MAX_VALUE)));
        var organized = new ArrayList<Map<String, Object>>();
        for (var row : rows) {
            Map<String, Object> kept = new LinkedHashMap<>();
            for (var column : columns) {
                kept.put(options.path("renameByName").path(column).asText(column), row.getOrDefault(column, ""));
            }
            organized.add(kept);
        }
        return organized;
    }

    private List<Map<String, Object>> sorted(List<Map<String, Object>> rows) {
        var by = panel.json().path("options").path("sortBy").path(0);
        if (by.isMissingNode()) {
            return rows;
        }
        var name = by.path("displayName").asText();
        var order = Comparator.<Map<String, Object>>comparingDouble(
                        row -> row.get(name) instanceof Double number ? number : 0)
                .thenComparing(row -> String.valueOf(row.get(name)));
        return rows.stream()
                .sorted(by.path("desc").asBoolean() ? order.reversed() : order)
                .toList();
    }

    private Element heading(String column, Object first) {
        var width = style.property(column, "custom.width").asInt();
        var heading = Element.of("th", column).with("class", first instanceof Double ? "number" : "word");
        return width < LEAST_WIDTH
                ? heading
                : heading.with("style", "width: %1$dpx; max-width: %1$dpx".formatted(width));
    }

    private Element cell(String column, Map<String, Object> row) {
        var value = row.getOrDefault(column, "");
        if (!(value instanceof Double number)) {
            var word = String.valueOf(value);
            var isLink = style.property(column, "links").isArray();
            return Element.of("td", style.text(column, word))
                    .with("class", isLink ? "link" : "word")
                    .with("style", "color: " + style.colour(column, word));
        }
        var text = Node.text(style.text(column, number));
        var colour = style.colour(column, number);
        if (!style.property(column, "custom.cellOptions").path("type").asText().equals("gauge")) {
            return Element.of("td", text).with("style", "color: " + colour);
        }
        var part = Math.clamp(number / style.property(column, "max").asDouble(1), 0, 1);
        var bar = Element.of("i").with("style", "width: %dpx; background: %s".formatted((int) (60 * part), colour));
        return Element.of("td", bar, text).with("style", "color: " + colour);
    }
}
