package io.gpuledger.analyzer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/// A dashboard as Grafana reads it.
record Dashboard(JsonNode json) {
    /// What the variables at its top are set to.
    record Choice(String cluster, String team, String range) {
        String in(String promQl) {
            return promQl.replace("$__range", range)
                    .replace("$cluster", cluster)
                    .replace("$team", team);
        }
    }

    record Panel(JsonNode json) {
        int id() {
            return json.path("id").asInt();
        }

        String title() {
            return json.path("title").asText();
        }

        String description() {
            return json.path("description").asText();
        }

        String type() {
            return json.path("type").asText();
        }

        String unit() {
            return json.path("fieldConfig").path("defaults").path("unit").asText();
        }

        JsonNode grid() {
            return json.path("gridPos");
        }

        List<JsonNode> targets() {
            return list(json.path("targets"));
        }

        /// Each has one.
        String promQl() {
            return targets().getFirst().path("expr").asText();
        }

        boolean overlaps(Panel other) {
            return within(grid(), other.grid(), "x", "w") && within(grid(), other.grid(), "y", "h");
        }

        private static boolean within(JsonNode one, JsonNode other, String from, String size) {
            return one.path(from).asInt() < end(other, from, size)
                    && other.path(from).asInt() < end(one, from, size);
        }

        private static int end(JsonNode grid, String from, String size) {
            return grid.path(from).asInt() + grid.path(size).asInt();
        }

        @Override
        public String toString() {
            return title();
        }
    }

    static final Path FOLDER = Repository.root().resolve("grafana");

    static Dashboard read(String name) throws IOException {
        return new Dashboard(new ObjectMapper()
                .readTree(Repository.read(FOLDER.resolve("dashboards").resolve(name))));
    }

    /// Returns all panels, including the headings of rows, which show no data.
    List<Panel> all() {
        return list(json.path("panels")).stream().map(Panel::new).toList();
    }

    /// Those that show something.
    List<Panel> panels() {
        return all().stream().filter(panel -> !panel.type().equals("row")).toList();
    }

    Panel panel(String title) {
        return panels().stream()
                .filter(panel -> panel.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    List<JsonNode> variables() {
        return list(json.path("templating").path("list"));
    }

    /// Whatever refers to a data source, wherever it stands.
    List<JsonNode> dataSources() {
        return new ArrayList<>(json.findValues("datasource"));
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
