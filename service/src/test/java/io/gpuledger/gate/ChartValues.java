package io.gpuledger.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// values.yaml of the chart, with what its comments say. A comment belongs to the key below it. Keys without a
/// comment are parts of the value above them.
record ChartValues(List<Value> all, Map<?, ?> values) {
    private static final Pattern KEY = Pattern.compile("^( *)([^#\\s][^:]*):(?: .*)?$");
    private static final Pattern COMMENT = Pattern.compile("^ *# ?(.*)$");
    private static final int INDENT = 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    /// A key that has a comment.
    ///
    /// @param path the keys from the root to it
    record Value(List<String> path, String comment) {
        String name() {
            return String.join(".", path);
        }

        boolean isAbove(Value other) {
            return other.path.size() > path.size()
                    && other.path.subList(0, path.size()).equals(path);
        }
    }

    static ChartValues read() {
        var text = Repository.read(Chart.FOLDER.resolve("values.yaml"));
        return new ChartValues(commented(text), (Map<?, ?>) Chart.yaml(text));
    }

    private static List<Value> commented(String text) {
        var found = new ArrayList<Value>();
        var path = new ArrayList<String>();
        var comment = new ArrayList<String>();
        for (String line : text.lines().toList()) {
            var remark = COMMENT.matcher(line);
            var key = KEY.matcher(line);
            if (remark.matches()) {
                comment.add(remark.group(1));
                continue;
            }
            if (key.matches() && key.group(1).length() / INDENT <= path.size()) {
                path.subList(key.group(1).length() / INDENT, path.size()).clear();
                path.add(key.group(2));
                if (!comment.isEmpty()) {
                    found.add(new Value(List.copyOf(path), String.join(" ", comment)));
                }
            }
            comment.clear();
        }
        return found;
    }

    /// Those that somebody can set: comments of others are about all that is below them.
    List<Value> rows() {
        return all.stream().filter(Predicate.not(this::isSection)).toList();
    }

    boolean isSection(Value value) {
        return all.stream().anyMatch(value::isAbove);
    }

    String defaultOf(Value value) {
        try {
            return JSON.writeValueAsString(at(values, value.path()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns null where there is nothing.
    static @Nullable Object at(Map<?, ?> values, List<String> path) {
        @Nullable Object found = values;
        for (String key : path) {
            found = found instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return found;
    }

    /// Tables for people: one of what is above all, and one for each key at the top.
    String tables() {
        var text = new StringBuilder(
                table(rows().stream().filter(value -> value.path().size() == 1).toList()));
        for (Object top : values.keySet()) {
            var rows = rows().stream()
                    .filter(value ->
                            value.path().size() > 1 && value.path().getFirst().equals(top))
                    .toList();
            if (!rows.isEmpty()) {
                text.append("\n### %s\n\n%s%s".formatted(top, about(String.valueOf(top)), table(rows)));
            }
        }
        return text.toString();
    }

    private String about(String top) {
        return all.stream()
                .filter(value -> value.name().equals(top))
                .map(value -> value.comment() + "\n\n")
                .findFirst()
                .orElse("");
    }

    private String table(List<Value> rows) {
        var text = new StringBuilder("| value | default | what it is |\n|---|---|---|\n");
        rows.forEach(value ->
                text.append("| `%s` | `%s` | %s |\n".formatted(value.name(), defaultOf(value), value.comment())));
        return text.toString();
    }
}
