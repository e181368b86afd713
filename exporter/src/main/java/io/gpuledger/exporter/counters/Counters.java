package io.gpuledger.exporter.counters;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a counters file asks for, in its order.
///
/// @param metrics each shown as a family
/// @param labels each shown as a label on every one of them
/// @param warnings what is odd about the file, though it can be followed
public record Counters(List<Counter> metrics, List<Counter> labels, List<String> warnings) {
    public Counters {
        metrics = List.copyOf(metrics);
        labels = List.copyOf(labels);
        warnings = List.copyOf(warnings);
    }

    /// The fields of DCGM that it takes, by their numbers.
    public Set<Integer> fields() {
        return Stream.concat(metrics.stream(), labels.stream())
                .flatMapToInt(counter -> counter.field().id().stream())
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    static Counters of(List<Counter> counters, List<String> warnings) {
        return new Counters(
                counters.stream()
                        .filter(counter -> counter.type() != Counter.Type.LABEL)
                        .toList(),
                counters.stream()
                        .filter(counter -> counter.type() == Counter.Type.LABEL)
                        .toList(),
                warnings);
    }
}
