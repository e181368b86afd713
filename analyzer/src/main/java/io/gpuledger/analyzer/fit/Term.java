package io.gpuledger.analyzer.fit;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A term of a required node affinity. A node matches it by meeting all that it requires, and no node matches a
/// term that requires nothing.
///
/// @param fields what it requires of a node's fields, of which there is one: `metadata.name`
public record Term(List<Requirement> labels, List<Requirement> fields) {
    static final String NAME = "metadata.name";

    public Term {
        labels = List.copyOf(labels);
        fields = List.copyOf(fields);
    }

    boolean isMatchedBy(Place place) {
        return !(labels.isEmpty() && fields.isEmpty()) && missing(place).isEmpty();
    }

    /// Returns what of it a node does not meet.
    List<Requirement> missing(Place place) {
        return Stream.concat(
                        labels.stream().filter(one -> !one.isMetBy(place.state().label(one.key()))),
                        fields.stream()
                                .filter(one -> !one.isMetBy(
                                        one.key().equals(NAME) ? Optional.of(place.name()) : Optional.empty())))
                .toList();
    }
}
