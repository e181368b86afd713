package io.gpuledger.analyzer.fit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What a term of a node affinity requires of one label, or of one field of a node.
///
/// @param values the values that the operator compares with. `GREATER` and `LESS` take one whole number
public record Requirement(String key, Operator operator, List<String> values) {
    /// The operators by their meaning. A label that is absent is in no list, so that `NOT_IN` is true of it.
    public enum Operator {
        IN("In"),
        NOT_IN("NotIn"),
        EXISTS("Exists"),
        DOES_NOT_EXIST("DoesNotExist"),
        GREATER("Gt"),
        LESS("Lt");

        private final String word;

        Operator(String word) {
            this.word = word;
        }

        /// Returns the operator by its word in Kubernetes.
        public static Optional<Operator> of(String word) {
            return List.of(values()).stream()
                    .filter(one -> one.word.equals(word))
                    .findFirst();
        }
    }

    public Requirement {
        values = List.copyOf(values);
    }

    public boolean isMetBy(Optional<String> value) {
        return switch (operator) {
            case IN -> value.isPresent() && values.contains(value.get());
            case NOT_IN -> value.isEmpty() || !values.contains(value.get());
            case EXISTS -> value.isPresent();
            case DOES_NOT_EXIST -> value.isEmpty();
            case GREATER -> compared(value) > 0;
            case LESS -> compared(value) < 0;
        };
    }

    /// Returns how a value compares with the only one of this, and 0, which is neither greater nor less, where
    /// one of them is no whole number.
    private int compared(Optional<String> value) {
        var has = value.map(Requirement::number).orElse(OptionalLong.empty());
        var limit = values.size() == 1 ? number(values.getFirst()) : OptionalLong.empty();
        return has.isPresent() && limit.isPresent() ? Long.compare(has.getAsLong(), limit.getAsLong()) : 0;
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    @Override
    public String toString() {
        var list = String.join(", ", values);
        return switch (operator) {
            case IN -> values.size() == 1 ? "%s=%s".formatted(key, list) : "%s in (%s)".formatted(key, list);
            case NOT_IN -> "%s not in (%s)".formatted(key, list);
            case EXISTS -> key;
            case DOES_NOT_EXIST -> "no " + key;
            case GREATER -> "%s > %s".formatted(key, list);
            case LESS -> "%s < %s".formatted(key, list);
        };
    }
}
