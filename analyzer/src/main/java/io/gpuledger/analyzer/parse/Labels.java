package io.gpuledger.analyzer.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// The labels of a series, in the order in which they were said. Immutable.
public final class Labels {
    public static final Labels NONE = new Labels(List.of());

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    /// This is the value of no character, so that it ends a text.
    private static final long END = 0x10000;

    /// Names and values stand by turns.
    private final List<String> flat;

    private Labels(List<String> flat) {
        this.flat = flat;
    }

    /// Returns labels of names and values that stand by turns.
    public static Labels of(String... flat) {
        return of(List.of(flat));
    }

    /// Returns labels of names and values that stand by turns.
    public static Labels of(List<String> flat) {
        if (flat.size() % 2 != 0) {
            throw new IllegalArgumentException("a label without a value: " + flat);
        }
        return new Labels(List.copyOf(flat));
    }

    public int size() {
        return flat.size() / 2;
    }

    public String name(int index) {
        return flat.get(2 * index);
    }

    public String value(int index) {
        return flat.get(2 * index + 1);
    }

    /// A label that is empty is one that is not there, as Prometheus has it.
    public Optional<String> find(String name) {
        for (int i = 0; i < flat.size(); i += 2) {
            if (flat.get(i).equals(name)) {
                return Optional.of(flat.get(i + 1)).filter(value -> !value.isEmpty());
            }
        }
        return Optional.empty();
    }

    public void forEach(BiConsumer<String, String> label) {
        for (int i = 0; i < flat.size(); i += 2) {
            label.accept(flat.get(i), flat.get(i + 1));
        }
    }

    /// These, but for those of other names.
    public Labels without(String name) {
        var rest = new ArrayList<String>(flat.size());
        forEach((other, value) -> {
            if (!other.equals(name)) {
                rest.add(other);
                rest.add(value);
            }
        });
        return rest.size() == flat.size() ? this : new Labels(List.copyOf(rest));
    }

    /// Returns a number that is the same for the same labels and, as good as always, another one for others.
    public long fingerprint() {
        var hash = FNV_OFFSET;
        for (var text : flat) {
            for (var i = 0; i < text.length(); i++) {
                hash = (hash ^ text.charAt(i)) * FNV_PRIME;
            }
            hash = (hash ^ END) * FNV_PRIME;
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Labels that && flat.equals(that.flat);
    }

    @Override
    public int hashCode() {
        return flat.hashCode();
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        forEach((name, value) -> text.append(text.length() > 1 ? "," : "")
                .append(name)
                .append("=\"")
                .append(value)
                .append('"'));
        return text.append('}').toString();
    }
}
