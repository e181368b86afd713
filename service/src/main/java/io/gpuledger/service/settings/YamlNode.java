package io.gpuledger.service.settings;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// A value: a word, a list or a mapping. Looked into level by level, as a list can be an item of itself.
public final class YamlNode {
    /// A value with the line on which its key stands.
    public record Entry(Line line, YamlNode value) {}

    private final Path file;
    private final Node node;

    YamlNode(Path file, Node node) {
        this.file = file;
        this.node = node;
    }

    public Line line() {
        return line(node);
    }

    /// The word as it is written, without quotes; nothing where this is a list or a mapping.
    public Optional<String> word() {
        return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
    }

    /// The items of a list; this itself where it is none.
    public List<YamlNode> items() {
        return node instanceof SequenceNode list
                ? list.getValue().stream().map(item -> new YamlNode(file, item)).toList()
                : List.of(this);
    }

    /// The entries of a mapping, of which nothing at all is an empty one; nothing where this is a word or a list.
    /// A key that is no word, or that stands twice, is added to the problems.
    public Optional<Map<String, Entry>> entries(List<String> problems) {
        if (node.getTag().equals(Tag.NULL)) {
            return Optional.of(Map.of());
        }
        if (!(node instanceof MappingNode mapping)) {
            return Optional.empty();
        }
        var entries = new LinkedHashMap<String, Entry>();
        mapping.getValue().forEach(tuple -> add(tuple, entries, problems));
        return Optional.of(entries);
    }

    private void add(NodeTuple tuple, Map<String, Entry> entries, List<String> problems) {
        var line = line(tuple.getKeyNode());
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            problems.add(line + ": a key must be one word");
        } else if (entries.put(key.getValue(), new Entry(line, new YamlNode(file, tuple.getValueNode()))) != null) {
            problems.add(line + ": `" + key.getValue() + "` stands twice");
        }
    }

    private Line line(Node place) {
        return new Line(
                file, place.getStartMark().map(mark -> mark.getLine() + 1).orElse(1));
    }
}
