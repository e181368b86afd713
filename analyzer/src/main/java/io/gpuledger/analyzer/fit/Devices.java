package io.gpuledger.analyzer.fit;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The devices of a cluster, and who claims them.
///
/// @param claims by their namespaces, a slash and their names
/// @param classes the expressions of each class that select devices, by its name; nothing where they are not
///     known
/// @param slices what drivers tell of devices
public record Devices(
        SortedMap<String, DeviceClaim> claims, SortedMap<String, Optional<List<String>>> classes, List<Slice> slices) {
    public Devices {
        claims = Collections.unmodifiableSortedMap(new TreeMap<>(claims));
        classes = Collections.unmodifiableSortedMap(new TreeMap<>(classes));
        slices = List.copyOf(slices);
    }
}
