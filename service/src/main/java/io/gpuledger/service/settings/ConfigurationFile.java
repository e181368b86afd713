package io.gpuledger.service.settings;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The YAML file: one key a setting, its value a word or a list of words.
final class ConfigurationFile {
    /// @param text nothing where the value has a form that no setting takes, which is a problem already
    record Entry(Optional<String> text, Origin.InFile origin) {}

    private final Path path;
    private final List<String> problems;

    private ConfigurationFile(Path path, List<String> problems) {
        this.path = path;
        this.problems = problems;
    }

    /// The entries by key; what cannot be read is added to the problems, with its line.
    static Map<String, Entry> read(Path path, List<String> problems) {
        try {
            return YamlFile.read(path)
                    .map(new ConfigurationFile(path, problems)::entries)
                    .orElse(Map.of());
        } catch (CannotReadYamlException e) {
            problems.add(e.problem());
            return Map.of();
        }
    }

    private Map<String, Entry> entries(YamlNode root) {
        var entries = new LinkedHashMap<String, Entry>();
        root.entries(problems)
                .ifPresentOrElse(
                        found -> found.forEach((key, entry) -> entries.put(key, entry(key, entry))),
                        () -> problems.add(path + " must hold `key: value` lines"));
        return entries;
    }

    private Entry entry(String key, YamlNode.Entry entry) {
        var items = entry.value().items();
        var words = items.stream().flatMap(item -> item.word().stream()).toList();
        var origin = new Origin.InFile(entry.line());
        if (words.size() < items.size()) {
            problems.add(origin + ": `" + key + "` must be one value or a list of values");
            return new Entry(Optional.empty(), origin);
        }
        return new Entry(Optional.of(String.join(",", words)), origin);
    }
}
