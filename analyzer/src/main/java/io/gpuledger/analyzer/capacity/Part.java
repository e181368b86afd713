package io.gpuledger.analyzer.capacity;

import io.gpuledger.analyzer.ledger.State;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A part of the capacity.
///
/// @param cause why it is in that state, where the state has causes
/// @param cost millionths by currency, of what has a price
public record Part(State state, Optional<String> cause, long millis, SortedMap<String, Long> cost) {
    public Part {
        cost = Collections.unmodifiableSortedMap(new TreeMap<>(cost));
    }
}
