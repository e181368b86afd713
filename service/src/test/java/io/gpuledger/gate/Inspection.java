package io.gpuledger.gate;

import static java.util.stream.Collectors.toSet;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// An inspection says in sentences where code and table differ.
record Inspection(Table table, List<Fence> fences, Code code) {
    /// What every package may import without a fence.
    private static final List<String> STANDARD = List.of("java.", "javax.", "jdk.", "org.jspecify.");

    /// Names that would fit any package.
    private static final Set<String> EMPTY_WORDS =
            Set.of("common", "dto", "helper", "helpers", "impl", "manager", "util", "utils");

    List<String> problems() {
        var rules = Stream.of(
                undrawn(),
                dead(),
                unlisted(),
                absent(),
                cyclic(),
                unfenced(),
                trespassing(),
                idleFences(),
                emptyWords());
        return rules.flatMap(Function.identity()).sorted().toList();
    }

    private Stream<String> undrawn() {
        return imports(Inspection::ours)
                .filter(found -> !table.from(importer(found)).contains(imported(found)))
                .map(found -> "%s, which is not drawn".formatted(sentence(found)));
    }

    private Stream<String> dead() {
        var alive = imports(Inspection::ours)
                .map(found -> new Arrow(importer(found), imported(found)))
                .collect(toSet());
        return table.all()
                .filter(Predicate.not(alive::contains))
                .map(arrow -> "%s -> %s is drawn, and nothing uses it".formatted(arrow.from(), arrow.to()));
    }

    private Stream<String> unlisted() {
        return packages().filter(Predicate.not(table::has)).map("%s exists, and is not in the table"::formatted);
    }

    private Stream<String> absent() {
        var existing = packages().collect(toSet());
        return table.arrows().keySet().stream()
                .filter(Predicate.not(existing::contains))
                .map("%s is in the table, and does not exist"::formatted);
    }

    private Stream<String> cyclic() {
        return table.cycles().map(cycle -> String.join(" -> ", cycle) + " is a cycle");
    }

    private Stream<String> unfenced() {
        return imports(name -> !ours(name) && !standard(name) && fenceOf(name).isEmpty())
                .map(found -> "%s, which has no fence".formatted(sentence(found)));
    }

    private Stream<String> trespassing() {
        return imports(Predicate.not(Inspection::ours))
                .flatMap(found -> fenceOf(found.getKey().to()).stream()
                        .filter(fence -> !fence.packages().contains(importer(found)))
                        .map(fence ->
                                "%s, which is fenced into %s".formatted(sentence(found), listed(fence.packages()))));
    }

    private Stream<String> idleFences() {
        return fences.stream()
                .flatMap(fence -> fence.packages().stream()
                        .filter(word -> imports(fence::encloses)
                                .noneMatch(found -> importer(found).equals(word)))
                        .map(word ->
                                "%s is fenced into %s, which does not import it".formatted(fence.library(), word)));
    }

    private Stream<String> emptyWords() {
        return packages()
                .flatMap(word -> Arrays.stream(word.split("\\.", -1))
                        .filter(EMPTY_WORDS::contains)
                        .map(empty -> "%s is named %s, which does not say what is in it".formatted(word, empty)));
    }

    private Stream<String> packages() {
        return code.packages().stream().map(table::word);
    }

    private Stream<Entry<Arrow, String>> imports(Predicate<String> wanted) {
        return code.imports().entrySet().stream()
                .filter(found -> wanted.test(found.getKey().to()));
    }

    private String importer(Entry<Arrow, String> found) {
        return table.word(found.getKey().from());
    }

    private String imported(Entry<Arrow, String> found) {
        return table.word(found.getKey().to());
    }

    private String sentence(Entry<Arrow, String> found) {
        return "%s imports %s (%s)".formatted(importer(found), imported(found), found.getValue());
    }

    /// The narrowest one, where one stands inside another.
    private Optional<Fence> fenceOf(String packageName) {
        return fences.stream()
                .filter(fence -> fence.encloses(packageName))
                .max(Comparator.comparingInt(fence -> fence.library().length()));
    }

    private static boolean ours(String packageName) {
        return packageName.equals(Table.HOUSE) || packageName.startsWith(Table.HOUSE + ".");
    }

    private static boolean standard(String packageName) {
        return STANDARD.stream().anyMatch(packageName::startsWith);
    }

    private static String listed(Set<String> words) {
        return String.join(", ", new TreeSet<>(words));
    }
}
