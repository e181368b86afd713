package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Arrays;
import java.util.Optional;

/// A unit that series are about, and what was learned of it from their labels.
final class Subject {
    /// More links than a GPU has, and as many as a row has bits for.
    static final int SUMMANDS_MAX = 64;

    private final String origin;
    private final int hash;
    /// By their place. Fingerprints, as of the labels themselves there would be more than of anything else.
    private long[] summands = {};

    private volatile Unit unit;

    Subject(UnitId id, String node, String origin) {
        this.origin = origin;
        this.unit = Unit.of(id, node);
        this.hash = id.hashCode() * 31 + origin.hashCode();
    }

    Unit unit() {
        return unit;
    }

    /// Who says it.
    String origin() {
        return origin;
    }

    /// As good as any, and kept.
    int hash() {
        return hash;
    }

    /// What the labels say of the unit is so from now on; what they do not say stays.
    void learn(SourceTable table, Labels labels) {
        var known = unit;
        unit = new Unit(
                known.id(),
                table.find(Role.NODE, labels).orElse(known.node()),
                table.find(Role.INDEX, labels).or(known::index),
                table.find(Role.MODEL, labels).or(known::model),
                ofInstance(table.find(Role.PROFILE, labels)).or(known::profile),
                ofInstance(table.find(Role.INSTANCE_UUID, labels)).or(known::instanceUuid),
                ofInstance(table.find(Role.COMPUTE_SLICES, labels))
                        .flatMap(Subject::whole)
                        .or(known::computeSlices),
                ofInstance(table.find(Role.MEMORY_SLICES, labels))
                        .flatMap(Subject::whole)
                        .or(known::memorySlices));
    }

    private Optional<String> ofInstance(Optional<String> said) {
        return unit.id().instance().isPresent() ? said : Optional.empty();
    }

    static Optional<Integer> whole(String text) {
        var isWhole = !text.isEmpty() && text.length() < 10 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isWhole ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /// The number of a part of a sum: the same for the same, by whichever of several holders it is said again.
    Optional<Integer> summand(Labels labels) {
        var fingerprint = labels.fingerprint();
        for (var i = 0; i < summands.length; i++) {
            if (summands[i] == fingerprint) {
                return Optional.of(i);
            }
        }
        if (summands.length == SUMMANDS_MAX) {
            return Optional.empty();
        }
        summands = Arrays.copyOf(summands, summands.length + 1);
        summands[summands.length - 1] = fingerprint;
        return Optional.of(summands.length - 1);
    }
}
