package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// A unit as an exporter tells of it, and what series say of it by their labels.
final class ExportedUnit {
    /// More links than a GPU has, and as many as a row has bits for.
    static final int SUMMANDS_MAX = 64;

    private static final long TOLD_AGAIN_MILLIS = 6 * 3_600_000;

    private final UnitId id;
    private final String origin;
    private final Exporter exporter;
    private final int hash;
    /// By their place. Fingerprints, as of the labels themselves there would be more than of anything else.
    private long[] summands = {};

    /// As the last series said that names one; else where its target is.
    private volatile String node;

    private volatile LastUnit lastUnit;

    /// The traits that were told last, so that they are told again only where they are others, or after hours.
    private volatile ToldTraits told = new ToldTraits(Map.of(), 0);

    /// Holds what the series of the last row said, and what that came to: those of the next row mostly say the same.
    private record LastUnit(List<Description> said, Unit unit, Map<Trait, String> traits) {}

    /// No series has to have all of them.
    private record ToldTraits(Map<Trait, String> traits, long millis) {
        boolean has(Map<Trait, String> some, long now) {
            return Math.abs(now - millis) < TOLD_AGAIN_MILLIS
                    && traits.entrySet().containsAll(some.entrySet());
        }

        ToldTraits and(Map<Trait, String> some, long now) {
            var all = new EnumMap<Trait, String>(Trait.class);
            all.putAll(traits);
            all.putAll(some);
            return new ToldTraits(Map.copyOf(all), now);
        }
    }

    ExportedUnit(UnitId id, String node, String origin, Exporter exporter) {
        this.id = id;
        this.origin = origin;
        this.exporter = exporter;
        this.node = node;
        this.lastUnit = new LastUnit(List.of(), Unit.of(id, node), Map.of());
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

    /// Reads what the labels of a series say of this unit.
    Description describe(SourceTable table, Labels labels) {
        return Description.of(table, labels, id.instance().isPresent());
    }

    /// Notes that a series says this of the unit.
    void said(Description description) {
        description.node().ifPresent(named -> node = named);
    }

    /// As series say that it is. What none of them says is not said, but for its node: it is always on one.
    Unit unit(List<Description> said) {
        var last = lastUnit;
        if (last.said().equals(said) && (last.unit().node().equals(node) || isNamed(said))) {
            return last.unit();
        }
        var all = said.stream().reduce(Description.NONE, Description::and);
        var now = new LastUnit(List.copyOf(said), all.of(id, node), all.traits());
        lastUnit = now;
        return now.unit();
    }

    /// Returns what there is to tell of the GPU's traits, by the labels of the last row's series and by their values:
    /// nothing where that was told already. Now and then it is told again, as what was told may not have arrived.
    Optional<Statement> news(Map<Trait, String> values, long millis) {
        var traits = TraitLabels.and(lastUnit.traits(), values);
        if (traits.isEmpty() || id.instance().isPresent() || told.has(traits, millis)) {
            return Optional.empty();
        }
        told = told.and(traits, millis);
        var attributes = new TreeMap<String, String>();
        traits.forEach((trait, value) -> attributes.put(trait.word(), value));
        return Optional.of(new Statement.Part(ObjectId.gpu(id), millis, attributes, new TreeSet<>()));
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
