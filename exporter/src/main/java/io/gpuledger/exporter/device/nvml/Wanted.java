package io.gpuledger.exporter.device.nvml;

import java.util.List;
import java.util.Set;

/// What is to be read beside the quantities, by DCGM's numbers.
///
/// @param fields what NVML has as fields
/// @param metrics what GPM has
/// @param numbers all of them, texts too
record Wanted(List<Tail.Field> fields, List<Tail.Metric> metrics, Set<Integer> numbers) {
    static final Wanted NOTHING = of(Set.of());

    static Wanted of(Set<Integer> dcgm) {
        var tails = Tail.of(dcgm);
        return new Wanted(
                tails.stream()
                        .filter(Tail.Field.class::isInstance)
                        .map(Tail.Field.class::cast)
                        .toList(),
                tails.stream()
                        .filter(Tail.Metric.class::isInstance)
                        .map(Tail.Metric.class::cast)
                        .toList(),
                Set.copyOf(dcgm));
    }
}
