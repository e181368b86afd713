package io.gpuledger.service.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// The YAML file: one key a setting, its value a word or a list of words.
final class ConfigurationFile {
    /// More levels than a file of ours can need, and few enough for the composer, which calls itself for each.
    private static final int LEVELS_MAX = 10;

    /// @param text nothing where the value has a form that no setting takes, which is a problem already
    record Entry(Optional<String> text, Origin.Line origin) {}

    private final Path path;
    private final LoadSettings yaml;
    private final List<String> problems;

    private ConfigurationFile(Path path, List<String> problems) {
        this.path = path;
        this.yaml = LoadSettings.builder().setLabel(path.toString()).build();
        this.problems = problems;
    }

    /// The entries by key; what cannot be read is added to the problems, with its line.
    static Map<String, Entry> read(Path path, List<String> problems) {
        return new ConfigurationFile(path, problems).entries();
    }

    private Map<String, Entry> entries() {
        try {
            var text = SmallFile.read(path);
            if (isDeep(text)) {
                problems.add(path + " must hold `key: value` lines, not " + LEVELS_MAX + " levels and more");
                return Map.of();
            }
            return new Compose(yaml)
                    .composeString(text)
                    .filter(root -> !root.getTag().equals(Tag.NULL))
                    .map(this::entries)
                    .orElse(Map.of());
        } catch (IOException e) {
            problems.add("cannot read the configuration file " + path + ": " + e);
        } catch (YamlEngineException e) {
            problems.add(path + " is not YAML: " + e.getMessage());
        }
        return Map.of();
    }

    private boolean isDeep(String text) {
        var levels = 0;
        for (var event : new Parse(yaml).parseString(text)) {
            levels += event instanceof CollectionStartEvent ? 1 : 0;
            levels -= event instanceof CollectionEndEvent ? 1 : 0;
            if (levels >= LEVELS_MAX) {
                return true;
            }
        }
        return false;
    }

    private Map<String, Entry> entries(Node root) {
        var entries = new LinkedHashMap<String, Entry>();
        if (root instanceof MappingNode mapping) {
            mapping.getValue().forEach(tuple -> add(tuple, entries));
        } else {
            problems.add(path + " must hold `key: value` lines");
        }
        return entries;
    }

    private void add(NodeTuple tuple, Map<String, Entry> entries) {
        var line = line(tuple.getKeyNode());
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            problems.add(line + ": a key must be one word");
            return;
        }
        var entry = new Entry(value(tuple.getValueNode(), key.getValue(), line), line);
        if (entries.put(key.getValue(), entry) != null) {
            problems.add(line + ": `" + key.getValue() + "` stands twice");
        }
    }

    private Optional<String> value(Node node, String key, Origin.Line line) {
        var items = node instanceof SequenceNode list ? list.getValue() : List.of(node);
        var words = items.stream()
                .filter(ScalarNode.class::isInstance)
                .map(item -> ((ScalarNode) item).getValue())
                .toList();
        if (words.size() < items.size()) {
            problems.add(line + ": `" + key + "` must be one value or a list of values");
            return Optional.empty();
        }
        return Optional.of(String.join(",", words));
    }

    private Origin.Line line(Node node) {
        return new Origin.Line(
                path, node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1));
    }
}
