package io.gpuledger.gate;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The drawn arrows, in the order in which they were written. A package goes by its word: see [Arrows].
record Table(String root, SequencedMap<String, Set<String>> arrows) {
    static final String HOUSE = "io.gpuledger";
    private static final String MAIN = "Main";

    static Table parse(String root, String text) {
        var table = new Table(root, new LinkedHashMap<>());
        text.replaceAll(",\\s+", ",")
                .lines()
                .filter(Predicate.not(String::isBlank))
                .forEach(table::add);
        return table;
    }

    private void add(String line) {
        var sides = line.split("->", -1);
        if (sides.length != 2) {
            throw new IllegalArgumentException("not of the form `package -> packages`: " + line.strip());
        }
        if (arrows.putIfAbsent(sides[0].strip(), words(sides[1])) != null) {
            throw new IllegalArgumentException(sides[0].strip() + " has two lines in the table");
        }
    }

    private Set<String> words(String list) {
        var words = new LinkedHashSet<String>();
        Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .map(this::word)
                .forEach(words::add);
        return words;
    }

    String word(String packageName) {
        if (packageName.equals(root)) {
            return MAIN;
        }
        return Stream.of(root + ".", HOUSE + ".")
                .filter(packageName::startsWith)
                .findFirst()
                .map(prefix -> packageName.substring(prefix.length()))
                .orElse(packageName);
    }

    boolean has(String word) {
        return arrows.containsKey(word);
    }

    Set<String> from(String word) {
        return arrows.getOrDefault(word, Set.of());
    }

    Stream<Arrow> all() {
        return arrows.entrySet().stream()
                .flatMap(row -> row.getValue().stream().map(to -> new Arrow(row.getKey(), to)));
    }

    /// Returns at least one cycle of each knot, and none twice: a cycle counts for the first of its packages in the
    /// alphabet.
    Stream<List<String>> cycles() {
        return arrows.keySet().stream()
                .map(this::wayBack)
                .flatMap(Optional::stream)
                .filter(cycle -> cycle.getFirst().equals(Collections.min(cycle)));
    }

    /// Returns the shortest way along the arrows from a package to itself.
    private Optional<List<String>> wayBack(String start) {
        var ways = new ArrayDeque<List<String>>(List.of(List.of(start)));
        var reached = new HashSet<String>();
        while (!ways.isEmpty()) {
            var way = ways.remove();
            for (String next : from(way.getLast())) {
                var longer = Stream.concat(way.stream(), Stream.of(next)).toList();
                if (next.equals(start)) {
                    return Optional.of(longer);
                }
                if (reached.add(next)) {
                    ways.add(longer);
                }
            }
        }
        return Optional.empty();
    }
}
