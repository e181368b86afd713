package io.gpuledger.service.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// A mapping of which every key is known. What is wrong in it is added to the problems, with its line.
public final class Section {
    private final Line line;
    private final Map<String, YamlNode.Entry> entries;
    private final List<String> problems;

    private Section(Line line, Map<String, YamlNode.Entry> entries, List<String> problems) {
        this.line = line;
        this.entries = entries;
        this.problems = problems;
    }

    public static Section of(String name, YamlNode node, List<String> problems) {
        var entries = node.entries(problems).orElseGet(() -> {
            problems.add(node.line() + ": " + name + " must hold `key: value` lines");
            return Map.of();
        });
        return new Section(node.line(), entries, problems);
    }

    /// A section that is left out is an empty one.
    public Section section(String name) {
        return Optional.ofNullable(entries.get(name))
                .map(entry -> of("`" + name + "`", entry.value(), problems))
                .orElseGet(() -> new Section(line, Map.of(), problems));
    }

    /// Returns the items of a list of sections, which is empty where it is left out.
    public List<Section> sections(String name) {
        return Optional.ofNullable(entries.get(name)).stream()
                .map(YamlNode.Entry::value)
                .filter(value -> !value.word().filter(String::isEmpty).isPresent())
                .flatMap(value -> value.items().stream())
                .map(item -> of("each of `" + name + "`", item, problems))
                .toList();
    }

    public Section allowing(Set<String> known) {
        entries.forEach((key, entry) -> {
            if (!known.contains(key)) {
                var meant = Suggestion.nearest(key, known).map(word -> "; did you mean " + word + "?");
                problems.add(entry.line() + ": unknown key " + key + meant.orElse(""));
            }
        });
        return this;
    }

    public Set<String> keys() {
        return entries.keySet();
    }

    /// The line of a key, or that of the section where the key is left out.
    public Line line(String key) {
        return Optional.ofNullable(entries.get(key)).map(YamlNode.Entry::line).orElse(line);
    }

    public boolean has(String key) {
        return word(key).isPresent();
    }

    /// A word that is there and not empty.
    public Optional<String> word(String key) {
        return Optional.ofNullable(entries.get(key))
                .flatMap(entry -> entry.value().word())
                .filter(word -> !word.isEmpty());
    }

    /// The value of a key as its reader takes it, which throws [IllegalArgumentException] with what is wrong.
    public <T> Optional<T> read(String key, Function<String, T> reader) {
        if (entries.containsKey(key) && entries.get(key).value().word().isEmpty()) {
            complain(key, "must be one value");
        }
        return word(key).flatMap(word -> attempt(key, () -> reader.apply(word)));
    }

    /// The values of a list, each as the reader takes it.
    public <T> List<T> list(String key, Function<String, T> reader) {
        return Optional.ofNullable(entries.get(key)).stream()
                .flatMap(entry -> entry.value().items().stream())
                .flatMap(item -> item
                        .word()
                        .or(() -> {
                            problems.add(item.line() + ": " + key + ": must be a list of words");
                            return Optional.empty();
                        })
                        .filter(word -> !word.isEmpty())
                        .flatMap(word -> attempt(item.line(), key, () -> reader.apply(word)))
                        .stream())
                .toList();
    }

    /// The words are those of YAML 1.1, which the toolkit reads.
    public boolean flag(String key, boolean otherwise) {
        return read(key, word -> switch (word.toLowerCase(Locale.ROOT)) {
                    case "true", "yes", "on", "y" -> true;
                    case "false", "no", "off", "n" -> false;
                    default -> throw new IllegalArgumentException("must be true or false, not '" + word + "'");
                })
                .orElse(otherwise);
    }

    public interface Attempt<T> {
        T make();
    }

    public <T> Optional<T> attempt(String key, Attempt<T> attempt) {
        return attempt(line(key), key, attempt);
    }

    private <T> Optional<T> attempt(Line place, String key, Attempt<T> attempt) {
        try {
            return Optional.of(attempt.make());
        } catch (IllegalArgumentException e) {
            problems.add(place + ": " + key + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    public void complain(String key, String problem) {
        problems.add(line(key) + ": " + key + ": " + problem);
    }
}
