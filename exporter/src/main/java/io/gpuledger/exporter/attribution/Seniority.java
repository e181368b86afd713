package io.gpuledger.exporter.attribution;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// This remembers in which order holders were first heard of: a device that is given to somebody else was free before.
final class Seniority {
    private final Map<Holder, Long> firstSaid = new HashMap<>();
    private long answers;

    synchronized void saw(List<Grant> grants) {
        answers++;
        var said = new HashSet<Holder>();
        grants.forEach(grant -> said.add(grant.holder()));
        firstSaid.keySet().retainAll(said);
        said.forEach(holder -> firstSaid.putIfAbsent(holder, answers));
    }

    /// The order has the oldest first.
    synchronized Comparator<Holder> order() {
        var order = Map.copyOf(firstSaid);
        return Comparator.comparingLong(holder -> order.getOrDefault(holder, Long.MAX_VALUE));
    }
}
