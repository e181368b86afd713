package io.gpuledger.exporter.device;

import io.gpuledger.exporter.device.Reading.Absent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What was read because a counters file names it by DCGM's number, as it is and in DCGM's unit: the long tail, beside
/// the quantities.
public record DcgmFields(Map<Integer, Reading> numbers, Map<Integer, String> texts) {
    public static final DcgmFields NONE = new DcgmFields(Map.of(), Map.of());

    public DcgmFields {
        numbers = Map.copyOf(numbers);
        texts = Map.copyOf(texts);
    }

    public boolean isEmpty() {
        return numbers.isEmpty() && texts.isEmpty();
    }

    /// Nothing where nobody was asked for it.
    public Optional<Reading> number(int field) {
        return Optional.ofNullable(numbers.get(field));
    }

    public Optional<String> text(int field) {
        return Optional.ofNullable(texts.get(field));
    }

    /// These, with those of `newer` in place of older ones.
    public DcgmFields with(DcgmFields newer) {
        if (newer.isEmpty()) {
            return this;
        }
        return isEmpty() ? newer : new DcgmFields(merged(numbers, newer.numbers), merged(texts, newer.texts));
    }

    private static <T> Map<Integer, T> merged(Map<Integer, T> older, Map<Integer, T> newer) {
        var merged = new HashMap<>(older);
        merged.putAll(newer);
        return merged;
    }

    /// These, and what only `other` has a value of: the order of two sources for the same field.
    public DcgmFields or(DcgmFields other) {
        var all = new HashMap<>(other.numbers);
        numbers.forEach((field, reading) -> all.merge(
                field,
                reading,
                (theirs, ours) -> ours instanceof Absent && !(theirs instanceof Absent) ? theirs : ours));
        return new DcgmFields(all, merged(other.texts, texts));
    }
}
