package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A unit as an exporter tells of it, and what series say of it by their labels.
final class ExportedUnit {
    /// More links than a GPU has, and as many as a row has bits for.
    static final int SUMMANDS_MAX = 64;

    private final UnitId id;
    private final String origin;
    private final Exporter exporter;
    private final int hash;
    /// Each of them once: of all series of a unit there are two or three.
    private final Map<Description, Description> descriptions = new HashMap<>();
    /// By their place. Fingerprints, as of the labels themselves there would be more than of anything else.
    private long[] summands = {};

    /// As the last series said that names one; else where its target is.
    private volatile String node;

    private volatile LastUnit lastUnit;

    /// Holds what the series of the last row said, and what that came to: those of the next row mostly say the same.
    private record LastUnit(List<Description> said, Unit unit) {}

    ExportedUnit(UnitId id, String node, String origin, Exporter exporter) {
        this.id = id;
        this.origin = origin;
        this.exporter = exporter;
        this.node = node;
        this.lastUnit = new LastUnit(List.of(), Unit.of(id, node));
        this.hash = id.hashCode() * 31 + origin.hashCode();
    }

    UnitId id() {
        return id;
    }

    /// Returns who reports the unit.
    String origin() {
        return origin;
    }

    Exporter exporter() {
        return exporter;
    }

    /// As good as any, and kept.
    int hash() {
        return hash;
    }

    /// Reads what the labels of a series say of this unit. Equal descriptions are one object, as most series say the
    /// same.
    Description describe(SourceTable table, Labels labels) {
        var description = Description.of(table, labels, id.instance().isPresent());
        description.node().ifPresent(named -> node = named);
        return descriptions.computeIfAbsent(description, same -> same);
    }

    /// As series say that it is. What none of them says is not said, but for its node: it is always on one.
    Unit unit(List<Description> said) {
        var last = lastUnit;
        if (last.said().equals(said) && (last.unit().node().equals(node) || isNamed(said))) {
            return last.unit();
        }
        var now = new LastUnit(
                List.copyOf(said),
                said.stream()
                        .reduce(Description::and)
                        .map(all -> all.of(id, node))
                        .orElseGet(() -> Unit.of(id, node)));
        lastUnit = now;
        return now.unit();
    }

    private static boolean isNamed(List<Description> said) {
        return said.stream().anyMatch(description -> description.node().isPresent());
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
