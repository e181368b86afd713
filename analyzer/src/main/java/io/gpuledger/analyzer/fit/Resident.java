package io.gpuledger.analyzer.fit;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A pod that is on a node, by what matters to those that want to go there.
///
/// @param labels its labels, by their normal names
/// @param leaving whether it is being deleted
/// @param ports the ports of the node that it has
/// @param apart whom it does not want near
/// @param claims the names of the claims on volumes that it mounts
public record Resident(
        String namespace,
        SortedMap<String, String> labels,
        boolean leaving,
        List<HostPort> ports,
        List<PodTerm> apart,
        Set<String> claims) {
    /// Returns a pod that asked for this, as it is on its node.
    public static Resident of(Ask ask) {
        return new Resident(
                ask.company().namespace(),
                ask.company().labels(),
                false,
                ask.ports(),
                ask.company().apart(),
                ask.mounts().stream().map(Mount::claim).collect(Collectors.toSet()));
    }

    public Resident {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        ports = List.copyOf(ports);
        apart = List.copyOf(apart);
        claims = Set.copyOf(claims);
    }
}
