package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.Join;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Map;
import java.util.Optional;

/// What the labels of a series say of its unit. A unit may become another, and old series may be told of again: so each
/// series says it of its own samples, and of no others.
record Description(
        Optional<String> node,
        Optional<String> index,
        Optional<String> model,
        Optional<String> profile,
        Optional<String> instanceUuid,
        Optional<Integer> computeSlices,
        Optional<Integer> memorySlices,
        Map<Trait, String> traits) {
    static final Description NONE = new Description(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of());

    Description {
        traits = Map.copyOf(traits);
    }

    static Description of(SourceTable table, Labels labels, boolean isInstance) {
        return new Description(
                table.find(Role.NODE, labels),
                table.find(Role.INDEX, labels),
                table.find(Role.MODEL, labels),
                table.find(Role.PROFILE, labels).filter(_ -> isInstance),
                table.find(Role.INSTANCE_UUID, labels).filter(_ -> isInstance),
                slices(table, Role.COMPUTE_SLICES, labels).filter(_ -> isInstance),
                slices(table, Role.MEMORY_SLICES, labels).filter(_ -> isInstance),
                TraitLabels.of(table, labels));
    }

    /// Returns the same with words that are one for all who use them: models and nodes are named by many.
    Description interned() {
        return new Description(
                node.map(String::intern),
                index.map(String::intern),
                model.map(String::intern),
                profile.map(String::intern),
                instanceUuid,
                computeSlices,
                memorySlices,
                TraitLabels.interned(traits));
    }

    private static Optional<Integer> slices(SourceTable table, Role role, Labels labels) {
        return table.find(role, labels).flatMap(ExportedUnit::whole);
    }

    /// Joins what two series say of the unit in the same instant. Where they differ the greater counts, so that it does
    /// not matter which of them is read first.
    Description and(Description other) {
        return new Description(
                Join.greatest(node, other.node),
                Join.greatest(index, other.index),
                Join.greatest(model, other.model),
                Join.greatest(profile, other.profile),
                Join.greatest(instanceUuid, other.instanceUuid),
                Join.greatest(computeSlices, other.computeSlices),
                Join.greatest(memorySlices, other.memorySlices),
                TraitLabels.and(traits, other.traits));
    }

    /// @param usual where the unit is, if this does not say
    Unit of(UnitId id, String usual) {
        return new Unit(id, node.orElse(usual), index, model, profile, instanceUuid, computeSlices, memorySlices);
    }
}
