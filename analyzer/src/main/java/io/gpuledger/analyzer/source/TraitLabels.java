package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.Trait;
import java.util.EnumMap;
import java.util.Map;

/// Reads from labels what runs on a GPU and how it is set, and writes the same alike whoever tells it.
final class TraitLabels {
    private static final Map<Trait, Role> ROLES =
            Map.of(Trait.DRIVER, Role.DRIVER, Trait.CUDA, Role.CUDA, Trait.VBIOS, Role.VBIOS, Trait.ECC, Role.ECC);

    private TraitLabels() {}

    static Map<Trait, String> of(SourceTable table, Labels labels) {
        var traits = new EnumMap<Trait, String>(Trait.class);
        ROLES.forEach((trait, role) -> table.find(role, labels)
                .filter(text -> !text.isBlank())
                .ifPresent(text -> traits.put(trait, written(trait, text.strip()))));
        return traits;
    }

    /// DCGM writes CUDA's version as the driver's call returns it, 12080 for 12.8, and modes as numbers.
    private static String written(Trait trait, String text) {
        return switch (trait) {
            case CUDA ->
                ExportedUnit.whole(text)
                        .filter(number -> number >= 1_000)
                        .map(number -> "%d.%d".formatted(number / 1_000, number % 1_000 / 10))
                        .orElse(text);
            case ECC ->
                switch (text) {
                    case "1" -> "enabled";
                    case "0" -> "disabled";
                    default -> text;
                };
            case DRIVER, VBIOS, POWER_LIMIT, CLOCK_MAX, SRAM, FABRIC_STATE, FABRIC_HEALTH -> text;
        };
    }

    /// Joins what two series say. Where they differ the greater counts, as of all that is told in the same instant.
    static Map<Trait, String> and(Map<Trait, String> some, Map<Trait, String> others) {
        if (some.equals(others) || others.isEmpty()) {
            return some;
        }
        var joined = new EnumMap<Trait, String>(Trait.class);
        joined.putAll(others);
        some.forEach(
                (trait, text) -> joined.merge(trait, text, (one, other) -> one.compareTo(other) >= 0 ? one : other));
        return joined;
    }

    /// Returns the same with texts that are one for all who use them.
    static Map<Trait, String> interned(Map<Trait, String> traits) {
        var same = new EnumMap<Trait, String>(Trait.class);
        traits.forEach((trait, text) -> same.put(trait, text.intern()));
        return same;
    }
}
