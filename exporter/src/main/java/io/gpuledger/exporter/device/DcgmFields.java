package io.gpuledger.exporter.device;

import io.gpuledger.exporter.device.Reading.Absent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What was read because a counters file names it by DCGM's number, as it is and in DCGM's unit: the long tail, beside
/// the quantities.
///
/// @param fast numbers that are read each cycle
/// @param slow numbers that stand in between
public record DcgmFields(Map<Integer, Reading> fast, Map<Integer, Reading> slow, Map<Integer, String> texts) {
    public static final DcgmFields NONE = new DcgmFields(Map.of(), Map.of(), Map.of());

    public DcgmFields {
        fast = Map.copyOf(fast);
        slow = Map.copyOf(slow);
        texts = Map.copyOf(texts);
    }

    public boolean isEmpty() {
        return fast.isEmpty() && slow.isEmpty() && texts.isEmpty();
    }

    public boolean asks(int field) {
        return fast.containsKey(field) || slow.containsKey(field) || texts.containsKey(field);
    }

    /// Returns the number of a field, or nothing where nobody asked for it.
    public Optional<Reading> number(int field) {
        return Optional.ofNullable(fast.getOrDefault(field, slow.get(field)));
    }

    public Optional<String> text(int field) {
        return Optional.ofNullable(texts.get(field));
    }

    /// Returns these fields, with those of `newer` in place of older ones.
    public DcgmFields with(DcgmFields newer) {
        if (newer.isEmpty()) {
            return this;
        }
        return new DcgmFields(merged(fast, newer.fast), merged(slow, newer.slow), merged(texts, newer.texts));
    }

    private static <T> Map<Integer, T> merged(Map<Integer, T> older, Map<Integer, T> newer) {
        if (newer.isEmpty() || older.isEmpty()) {
            return newer.isEmpty() ? older : newer;
        }
        var merged = new HashMap<>(older);
        merged.putAll(newer);
        return merged;
    }

    /// These, and what only `others` have a value of: the order of two sources for the same field.
    public DcgmFields or(DcgmFields others) {
        return new DcgmFields(or(fast, others.fast), or(slow, others.slow), merged(others.texts, texts));
    }

    private static Map<Integer, Reading> or(Map<Integer, Reading> first, Map<Integer, Reading> second) {
        var all = new HashMap<>(second);
        first.forEach((field, reading) -> all.merge(
                field,
                reading,
                (theirs, ours) -> ours instanceof Absent && !(theirs instanceof Absent) ? theirs : ours));
        return all;
    }

    /// What of these stands from one slow read to the next.
    DcgmFields standing() {
        return new DcgmFields(passing(fast), slow, texts);
    }

    /// Whether the same stands of these as of others.
    boolean standAs(DcgmFields others) {
        return slow.equals(others.slow)
                && texts.equals(others.texts)
                && (fast.equals(others.fast) || passing(fast).equals(passing(others.fast)));
    }

    private static Map<Integer, Reading> passing(Map<Integer, Reading> fast) {
        var passing = new HashMap<>(fast);
        passing.replaceAll((_, reading) -> reading.passing());
        return passing;
    }
}
