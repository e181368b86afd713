package io.gpuledger.analyzer.fit;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What there is in a cluster beside its nodes, as far as it says where pods can be.
///
/// @param claims the claims on volumes by their namespaces, a slash and their names. It is empty where nobody
///     tells of claims, and then nothing is said of them
/// @param devices the devices that pods can claim. It is empty where nobody tells of them, and then nothing is
///     said of them
/// @param namespaces the labels of each namespace, by their normal names
public record Surroundings(
        Optional<SortedMap<String, Claim>> claims,
        Optional<Devices> devices,
        SortedMap<String, SortedMap<String, String>> namespaces) {
    /// Nothing is known of what is there.
    public static final Surroundings NONE = new Surroundings(Optional.empty(), Optional.empty(), new TreeMap<>());

    public Surroundings {
        claims = claims.map(TreeMap::new).map(Collections::unmodifiableSortedMap);
        namespaces = Collections.unmodifiableSortedMap(new TreeMap<>(namespaces));
    }

    /// Nothing is known of devices.
    public Surroundings(
            Optional<SortedMap<String, Claim>> claims, SortedMap<String, SortedMap<String, String>> namespaces) {
        this(claims, Optional.empty(), namespaces);
    }

    SortedMap<String, String> labelsOf(String namespace) {
        return namespaces.getOrDefault(namespace, Collections.emptySortedMap());
    }
}
