package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.telemetry.Row;
import java.util.List;
import java.util.Set;

/// What was told of a GPU, as far back as evidence against it may reach.
///
/// @param rows of the device, sorted by time
/// @param instances what was told of each of its instances
/// @param boots when its node booted
/// @param standing the evidence that stood against it before the first of the rows
public record GpuHistory(List<Row> rows, List<List<Row>> instances, List<Long> boots, Set<Evidence> standing) {
    public static final GpuHistory NOTHING = new GpuHistory(List.of(), List.of(), List.of(), Set.of());

    public GpuHistory {
        rows = List.copyOf(rows);
        instances = List.copyOf(instances);
        boots = List.copyOf(boots);
        standing = Set.copyOf(standing);
    }
}
