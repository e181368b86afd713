package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Subject.OfNode;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node that was in the fleet.
///
/// @param millis for how long it was, within the time that is asked about
/// @param fabric the switches, racks and blocks that it says it belongs to, by the names of its labels
public record FleetNode(OfNode name, long millis, SortedMap<String, String> fabric) {
    public FleetNode {
        fabric = Collections.unmodifiableSortedMap(new TreeMap<>(fabric));
    }
}
