package io.gpuledger.analyzer.web;

import io.gpuledger.service.settings.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a request says behind its path. What is wrong is collected, so that all of it is said at once.
final class Parameters {
    private final Map<String, List<String>> given;
    private final List<String> problems = new ArrayList<>();

    Parameters(Map<String, List<String>> given) {
        this.given = Map.copyOf(given);
        given.forEach((name, values) -> {
            // No name in a database has one, and it would refuse to look.
            if (values.stream().anyMatch(value -> value.indexOf('\0') >= 0)) {
                problem(name + ": must not contain a NUL");
            }
        });
    }

    /// The only value of one, read; the usual one where it is left out or cannot be read, which is noted.
    <T> T one(String name, T usual, Function<String, T> reader) {
        return find(name)
                .map(text -> {
                    try {
                        return reader.apply(text);
                    } catch (IllegalArgumentException e) {
                        problem("%s: %s %s".formatted(name, text, e.getMessage()));
                        return usual;
                    }
                })
                .orElse(usual);
    }

    Optional<String> find(String name) {
        var values = all(name);
        if (values.size() > 1) {
            problem(name + ": is to be given once");
        }
        return values.stream().findFirst();
    }

    List<String> all(String name) {
        return given.getOrDefault(name, List.of());
    }

    int whole(String name, int usual, int most) {
        return one(name, usual, text -> {
            try {
                var number = Integer.parseInt(text);
                if (number >= 1 && number <= most) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // Said below.
            }
            throw new IllegalArgumentException("must be a whole number from 1 to " + most);
        });
    }

    void problem(String problem) {
        problems.add(problem);
    }

    /// Throws [BadQuestionException] where something was wrong, or a parameter is none of these.
    void requireGood(Collection<String> known) {
        given.keySet().stream()
                .filter(name -> !known.contains(name))
                .sorted()
                .forEach(name -> problem("unknown parameter %s%s".formatted(name, nearest(name, known))));
        if (!problems.isEmpty()) {
            throw new BadQuestionException(problems);
        }
    }

    static String nearest(String word, Collection<String> known) {
        return Suggestion.nearest(word, known)
                .map(name -> "; did you mean " + name + "?")
                .orElse(known.isEmpty() ? "; there is none here" : "; there is " + String.join(", ", known));
    }
}
