package io.gpuledger.analyzer.scrape.discovery;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.gpuledger.analyzer.telemetry.PlainText;
import io.gpuledger.service.settings.CannotReadYamlException;
import io.gpuledger.service.settings.YamlFile;
import io.gpuledger.service.settings.YamlNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads Prometheus' target groups, `[{"targets": ["10.0.0.1:9400"], "labels": {"cluster": "a"}}]`, in JSON and
/// in YAML.
///
/// https://prometheus.io/docs/prometheus/latest/configuration/configuration/#file_sd_config
final class TargetGroups {
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(10)
                    .maxStringLength(64 << 10)
                    .build())
            .build();

    private TargetGroups() {}

    /// Throws [IOException] with what is wrong, and where.
    static List<FoundTarget> json(byte[] text, int length) throws IOException {
        try (var json = JSON.createParser(text, 0, length)) {
            expect(json, JsonToken.START_ARRAY, "a list of groups");
            var found = new ArrayList<FoundTarget>();
            while (json.nextToken() == JsonToken.START_OBJECT) {
                group(json, found);
            }
            expectHere(json, JsonToken.END_ARRAY, "a group, with `targets` and `labels`");
            if (json.nextToken() != null) {
                throw bad(json, "nothing after the list");
            }
            return found;
        } catch (JacksonException e) {
            throw new IOException("it is not JSON: " + e.getOriginalMessage() + at(e), e);
        }
    }

    private static String at(JacksonException e) {
        return Optional.ofNullable(e.getLocation())
                .map(place -> " (line " + place.getLineNr() + ")")
                .orElse("");
    }

    private static void group(JsonParser json, List<FoundTarget> found) throws IOException {
        var targets = new ArrayList<String>();
        var labels = new HashMap<String, String>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            switch (json.currentName()) {
                case "targets" -> texts(json, targets);
                case "labels" -> labels(json, labels);
                default -> {
                    json.nextToken();
                    json.skipChildren();
                }
            }
        }
        targets.forEach(target -> found.add(FoundTarget.of(target, labels)));
    }

    private static void texts(JsonParser json, List<String> texts) throws IOException {
        if (json.nextToken() == JsonToken.VALUE_NULL) {
            return;
        }
        expectHere(json, JsonToken.START_ARRAY, "a list of targets");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expectHere(json, JsonToken.VALUE_STRING, "a target in quotes");
            texts.add(plain(json));
        }
    }

    private static void labels(JsonParser json, Map<String, String> labels) throws IOException {
        if (json.nextToken() == JsonToken.VALUE_NULL) {
            return;
        }
        expectHere(json, JsonToken.START_OBJECT, "labels with their values");
        while (json.nextToken() != JsonToken.END_OBJECT) {
            var name = json.currentName();
            json.nextToken();
            expectHere(json, JsonToken.VALUE_STRING, "a value in quotes for the label " + name);
            labels.put(name, plain(json));
        }
    }

    private static String plain(JsonParser json) throws IOException {
        var text = json.getText();
        if (!PlainText.is(text)) {
            throw bad(json, "no control characters");
        }
        return text;
    }

    private static void expect(JsonParser json, JsonToken token, String what) throws IOException {
        json.nextToken();
        expectHere(json, token, what);
    }

    private static void expectHere(JsonParser json, JsonToken token, String what) throws IOException {
        if (!json.hasToken(token)) {
            throw bad(json, what);
        }
    }

    private static IOException bad(JsonParser json, String what) {
        return new IOException("it must hold %s (line %d)"
                .formatted(what, json.currentTokenLocation().getLineNr()));
    }

    /// Throws [IOException] with what is wrong, and where.
    static List<FoundTarget> yaml(Path file) throws IOException {
        try {
            var problems = new ArrayList<String>();
            var found = new ArrayList<FoundTarget>();
            for (var group : YamlFile.read(file).map(YamlNode::items).orElse(List.of())) {
                group(group, found, problems);
            }
            if (!problems.isEmpty()) {
                throw new IOException(String.join("; ", problems));
            }
            return found;
        } catch (CannotReadYamlException e) {
            throw new IOException(e.problem(), e);
        }
    }

    private static void group(YamlNode group, List<FoundTarget> found, List<String> problems) {
        var entries = group.entries(problems);
        if (entries.isEmpty()) {
            problems.add(group.line() + ": must be a group, with `targets` and `labels`");
            return;
        }
        var labels = new HashMap<String, String>();
        Optional.ofNullable(entries.get().get("labels")).ifPresent(entry -> labels(entry.value(), labels, problems));
        Optional.ofNullable(entries.get().get("targets"))
                .map(entry -> entry.value().items())
                .orElse(List.of())
                .stream()
                .map(item -> word(item, "a target", problems))
                .flatMap(Optional::stream)
                .forEach(target -> found.add(FoundTarget.of(target, labels)));
    }

    private static void labels(YamlNode node, Map<String, String> labels, List<String> problems) {
        node.entries(problems)
                .ifPresentOrElse(
                        entries ->
                                entries.forEach((name, entry) -> word(entry.value(), "the value of " + name, problems)
                                        .ifPresent(value -> labels.put(name, value))),
                        () -> problems.add(node.line() + ": labels must be `name: value` lines"));
    }

    private static Optional<String> word(YamlNode node, String what, List<String> problems) {
        if (node.word().filter(PlainText::is).isEmpty()) {
            problems.add(node.line() + ": " + what + " must be one word, without control characters");
        }
        return node.word();
    }
}
