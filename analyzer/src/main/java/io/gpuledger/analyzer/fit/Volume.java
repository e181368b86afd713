package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.LabelName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A persistent volume, by where it can be used.
///
/// @param affinity the terms of which a node must match one, where it has such
/// @param labels its labels, by their normal names
public record Volume(String name, Optional<List<Term>> affinity, SortedMap<String, String> labels) {
    public Volume {
        affinity = affinity.map(List::copyOf);
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    Optional<String> label(String name) {
        return Optional.ofNullable(labels.get(LabelName.normal(name)));
    }

    boolean isWithinReachOf(Place place) {
        return affinity.map(terms -> terms.stream().anyMatch(term -> term.isMatchedBy(place)))
                .orElse(true);
    }
}
