package io.gpuledger.analyzer;

import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The folder `alerts`, as it is read by Prometheus and by people.
final class Alerts {
    /// A rule of Prometheus: an alert, or a series that is recorded.
    record Rule(String file, Map<?, ?> yaml) {
        boolean isAlert() {
            return yaml.containsKey("alert");
        }

        String name() {
            return text(isAlert() ? "alert" : "record");
        }

        String text(String key) {
            return String.valueOf(yaml.get(key));
        }

        String label(String key) {
            return String.valueOf(map(yaml, "labels").get(key));
        }

        String annotation(String key) {
            return String.valueOf(map(yaml, "annotations").get(key));
        }

        @Override
        public String toString() {
            return file + " " + name();
        }
    }

    /// What promtool is to find of an alert at some time.
    record Expectation(String alert, boolean fires) {}

    static final Path FOLDER = Repository.root().resolve("alerts");

    private static final String INDENT = "    ";
    private static final Pattern COMMAND =
            Pattern.compile("(curl|kubectl|nvidia-smi|dmesg|lspci|cat|ps|timeout|psql) ");

    private Alerts() {}

    static List<Path> files(String folder) throws IOException {
        try (var files = Files.list(FOLDER.resolve(folder))) {
            return files.sorted().toList();
        }
    }

    static List<Rule> rules() throws IOException {
        return files("rules").stream()
                .flatMap(file -> list(yaml(file), "groups")
                        .flatMap(group -> list(group, "rules"))
                        .map(rule -> new Rule(file.getFileName().toString(), rule)))
                .toList();
    }

    static List<Rule> alerts() throws IOException {
        return rules().stream().filter(Rule::isAlert).toList();
    }

    static List<Expectation> expectations() throws IOException {
        return files("tests").stream()
                .flatMap(file -> list(yaml(file), "tests"))
                .flatMap(test -> list(test, "alert_rule_test"))
                .map(one -> new Expectation(
                        String.valueOf(one.get("alertname")),
                        list(one, "exp_alerts").findAny().isPresent()))
                .toList();
    }

    /// The queries that a runbook shows: what is indented and no command. One that is indented further goes on.
    static List<String> queries(Path runbook) {
        var shown = Repository.read(runbook)
                .lines()
                .filter(line -> line.startsWith(INDENT))
                .map(line -> line.substring(INDENT.length()))
                .filter(line -> !COMMAND.matcher(line).lookingAt())
                .collect(Collectors.joining("\n"));
        return Arrays.stream(shown.split("\n(?! )", -1))
                .filter(query -> !query.isEmpty())
                .toList();
    }

    private static Map<?, ?> yaml(Path file) {
        var load = new Load(LoadSettings.builder().build());
        return (Map<?, ?>) load.loadFromString(Repository.read(file));
    }

    private static Stream<Map<?, ?>> list(Map<?, ?> yaml, String key) {
        return yaml.get(key) instanceof List<?> list ? list.stream().map(one -> (Map<?, ?>) one) : Stream.empty();
    }

    private static Map<?, ?> map(Map<?, ?> yaml, String key) {
        return yaml.get(key) instanceof Map<?, ?> map ? map : Map.of();
    }
}
