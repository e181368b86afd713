package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ChartValuesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PAGE = Path.of("docs/install.md");

    /// Lines that are indented.
    private static final Pattern EXAMPLE = Pattern.compile("(?m)(^ {4}.*\n)+");

    private final ChartValues values = ChartValues.read();

    @Test
    void the_page_of_installing_has_all_values() {
        Golden.section(PAGE, "values").matches(values.tables());
    }

    @Test
    void the_page_s_examples_are_values_that_the_chart_takes() {
        var examples = EXAMPLE.matcher(Repository.read(Repository.root().resolve(PAGE)))
                .results()
                .map(MatchResult::group)
                .map(text -> text.stripTrailing().stripIndent())
                // The others are commands.
                .filter(text -> text.matches("(?s)\\w+:.*"))
                .toList();
        assertThat(examples).hasSizeGreaterThan(4).allSatisfy(example -> Chart.render(Chart.map(example)));
    }

    @Test
    void every_value_is_explained() {
        assertThat(unexplained(values.values(), new ArrayList<>())).isEmpty();
    }

    private List<String> unexplained(Map<?, ?> map, List<String> path) {
        var found = new ArrayList<String>();
        map.forEach((key, value) -> {
            var here = new ArrayList<>(path);
            here.add(String.valueOf(key));
            if (values.rows().stream().anyMatch(row -> row.path().equals(here))) {
                return;
            }
            if (value instanceof Map<?, ?> section && !section.isEmpty()) {
                found.addAll(unexplained(section, here));
            } else {
                found.add(String.join(".", here));
            }
        });
        return found;
    }

    /// What the text of a template says would not tell: with a value taken away, something else has to be rendered.
    @Test
    void every_value_is_used_and_tried() {
        var cases = new LinkedHashMap<String, Map<String, Object>>();
        Chart.cases().forEach(name -> cases.put(name, Chart.values(name)));
        var rendered = new LinkedHashMap<String, String>();
        assertThat(values.rows())
                .filteredOn(row -> cases.entrySet().stream()
                        .filter(one -> ChartValues.at(one.getValue(), row.path()) != null)
                        .noneMatch(one -> {
                            var whole = rendered.computeIfAbsent(one.getKey(), _ -> outcome(one.getValue()));
                            return !outcome(without(one.getValue(), row.path())).equals(whole);
                        }))
                .extracting(ChartValues.Value::name)
                .isEmpty();
    }

    private static String outcome(Map<String, Object> values) {
        try {
            return Chart.render(values);
        } catch (IllegalStateException e) {
            return "refused: " + e.getMessage();
        }
    }

    @SuppressWarnings("unchecked") // keys of values are texts
    private static Map<String, Object> without(Map<String, Object> values, List<String> path) {
        var copy = new LinkedHashMap<>(values);
        if (path.size() == 1) {
            copy.remove(path.getFirst());
        } else {
            copy.computeIfPresent(
                    path.getFirst(), (_, inner) -> without((Map<String, Object>) inner, path.subList(1, path.size())));
        }
        return copy;
    }

    /// Helm holds values against the schema itself: here it is held against values.yaml, so that none is forgotten.
    @Test
    void the_schema_knows_the_values_that_there_are_and_no_others() throws JsonProcessingException {
        var schema = JSON.readTree(Repository.read(Chart.FOLDER.resolve("values.schema.json")));
        assertThat(differences(schema, values.values(), "")).isEmpty();
    }

    private static List<String> differences(JsonNode schema, Map<?, ?> values, String path) {
        if (!schema.has("properties")) {
            return List.of();
        }
        var found = new ArrayList<String>();
        if (schema.path("additionalProperties").asBoolean(true)) {
            found.add(path + " takes any name");
        }
        var names = new TreeSet<String>();
        schema.get("properties").fieldNames().forEachRemaining(names::add);
        values.keySet().forEach(key -> names.add(String.valueOf(key)));
        // A chart of charts hands its `global` values to all of them, whether they know any or not.
        names.remove("global");
        for (String name : names) {
            var here = path + "." + name;
            var inner = schema.get("properties").path(name);
            if (inner.isMissingNode() || !values.containsKey(name)) {
                found.add(here + " is known to one of both only");
            } else if (values.get(name) instanceof Map<?, ?> map) {
                found.addAll(differences(inner, map, here));
            }
        }
        return found;
    }
}
