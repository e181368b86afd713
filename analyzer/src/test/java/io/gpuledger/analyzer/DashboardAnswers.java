package io.gpuledger.analyzer;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.gate.PrometheusServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/// Asks a real Prometheus that holds a fleet what dashboards ask, as of the end of its two hours.
final class DashboardAnswers implements AutoCloseable {
    private static final Pattern LABEL_VALUES = Pattern.compile("(?s)label_values\\((.*), (\\w+)\\)");
    private static final Pattern QUERY_RESULT = Pattern.compile("(?s)query_result\\((.*)\\)");

    private final PrometheusServer prometheus;

    private DashboardAnswers(PrometheusServer prometheus) {
        this.prometheus = prometheus;
    }

    static DashboardAnswers of(DashboardFleet fleet, Path folder) throws IOException, InterruptedException {
        return new DashboardAnswers(PrometheusServer.holding(fleet.openMetrics(), Files.createDirectories(folder)));
    }

    @Override
    public void close() {
        prometheus.close();
    }

    /// Returns the first value of each variable that has any, chosen one after the other as Grafana does.
    Map<String, String> firstValues(Dashboard dashboard) throws IOException, InterruptedException {
        var chosen = new LinkedHashMap<String, String>();
        for (var variable : dashboard.variables()) {
            if (variable.path("type").asText().equals("query")) {
                var name = variable.path("name").asText();
                var values = values(dashboard, variable, chosen);
                if (!values.isEmpty()) {
                    chosen.put(name, values.getFirst());
                }
            }
        }
        return chosen;
    }

    /// Returns the values of a variable that there are to choose from, where some of other variables are chosen.
    List<String> values(Dashboard dashboard, JsonNode variable, Map<String, String> chosen)
            throws IOException, InterruptedException {
        var definition = DashboardFolder.filled(variable.path("definition").asText(), dashboard, chosen);
        var byLabel = LABEL_VALUES.matcher(definition);
        if (byLabel.matches()) {
            var answer = new ObjectMapper().readTree(prometheus.labelValues(byLabel.group(1), byLabel.group(2)));
            return answer.path("data").valueStream().map(JsonNode::asText).toList();
        }
        var byResult = QUERY_RESULT.matcher(definition);
        assertThat(byResult.matches()).as(definition).isTrue();
        var label = variable.path("name").asText();
        return result(byResult.group(1))
                .valueStream()
                .map(sample -> sample.path("metric").path(label).asText())
                .filter(value -> !value.isEmpty())
                .sorted()
                .toList();
    }

    /// Returns the samples of the first query of a panel.
    List<JsonNode> answer(String file, String title, Map<String, String> chosen)
            throws IOException, InterruptedException {
        var placed = DashboardFolder.panels().stream()
                .filter(panel ->
                        panel.file().equals(file) && panel.panel().title().equals(title))
                .findFirst()
                .orElseThrow();
        return answer(placed, placed.panel().promQl(), chosen).valueStream().toList();
    }

    /// Returns the labels of each sample.
    static List<Map<String, String>> labels(Iterable<JsonNode> samples) {
        return StreamSupport.stream(samples.spliterator(), false)
                .map(sample -> sample.path("metric").propertyStream())
                .map(labels -> labels.collect(
                        toMap(Map.Entry::getKey, label -> label.getValue().asText())))
                .toList();
    }

    /// Returns the samples of a query of a panel, in which some values of variables are chosen, and else all.
    JsonNode answer(DashboardFolder.Placed placed, String promQl, Map<String, String> chosen)
            throws IOException, InterruptedException {
        return result(DashboardFolder.filled(promQl, placed.dashboard(), chosen));
    }

    /// Returns the series of the same over the last hour, each minute.
    JsonNode course(DashboardFolder.Placed placed, String promQl, Map<String, String> chosen)
            throws IOException, InterruptedException {
        var filled = DashboardFolder.filled(promQl, placed.dashboard(), chosen);
        var from = DashboardFleet.END.minus(Duration.ofHours(1));
        return result(filled, prometheus.queryBetween(from, DashboardFleet.END, Duration.ofMinutes(1), filled));
    }

    private JsonNode result(String promQl) throws IOException, InterruptedException {
        return result(promQl, prometheus.queryAt(DashboardFleet.END, promQl));
    }

    private static JsonNode result(String promQl, String json) throws IOException {
        var answer = new ObjectMapper().readTree(json);
        assertThat(answer.path("status").asText())
                .as("%s: %s", promQl, answer.path("error").asText())
                .isEqualTo("success");
        return answer.path("data").path("result");
    }
}
