package io.gpuledger.exporter.counters;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// A field of DCGM, or one that dcgm-exporter adds.
///
/// @param id DCGM's number; dcgm-exporter's own fields have none
/// @param name the one in common use, whichever of its names a file may give it
public record Field(OptionalInt id, Kind kind, String name) {
    /// The kind says what the values of a field are.
    public enum Kind {
        INT,
        DOUBLE,
        TEXT,
        /// Structures and lists, which no sample can hold.
        OTHER
    }

    private static final Map<String, Field> BY_NAME = read();

    /// The field that is known by this name: today's, the one that DCGM 4.6 made of it, or that of dcgm-exporter 1.x.
    public static Optional<Field> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /// Returns every name of every field.
    public static Set<String> names() {
        return BY_NAME.keySet();
    }

    private static Map<String, Field> read() {
        try (var resource = Objects.requireNonNull(Field.class.getResourceAsStream("fields.txt"), "fields.txt")) {
            var byName = new HashMap<String, Field>();
            new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.asList(line.split(" ")))
                    .forEach(words -> names(words).forEach(name -> byName.put(name, field(words))));
            return Map.copyOf(byName);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Field field(List<String> words) {
        var id = words.get(0).equals("-") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(words.get(0)));
        return new Field(id, Kind.valueOf(words.get(1).toUpperCase(Locale.ROOT)), words.get(2));
    }

    private static List<String> names(List<String> words) {
        return words.subList(2, words.size());
    }
}
