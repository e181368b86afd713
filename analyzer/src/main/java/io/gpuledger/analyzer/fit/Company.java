package io.gpuledger.analyzer.fit;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Who a pod is among others, and what it wants of them before it goes to a node.
///
/// @param labels its labels, by their normal names
/// @param spreads how it wants to be spread with others
/// @param together near whom it has to be
/// @param apart near whom it must not be
public record Company(
        String namespace,
        SortedMap<String, String> labels,
        List<Spread> spreads,
        List<PodTerm> together,
        List<PodTerm> apart) {
    static final Company NONE = new Company("", new TreeMap<>(), List.of(), List.of(), List.of());

    public Company {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        spreads = List.copyOf(spreads);
        together = List.copyOf(together);
        apart = List.copyOf(apart);
    }
}
