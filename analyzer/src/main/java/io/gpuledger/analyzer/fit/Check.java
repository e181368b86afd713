package io.gpuledger.analyzer.fit;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// One thing that is looked at for an ask on each node.
interface Check {
    /// What of a node a check looks at. Nodes of which that is the same have the same reasons against them,
    /// by their gist.
    sealed interface Sight {
        /// It is the same everywhere.
        record Nothing() implements Sight {}

        /// Cordon and taints.
        record Guard() implements Sight {}

        record Name() implements Sight {}

        /// Some labels, by their names in Kubernetes.
        record Labels(Set<String> names) implements Sight {}

        /// Which ports are taken.
        record Ports() implements Sight {}

        /// Whether so much of a resource is free, or could ever be.
        record Free(String resource, long asked) implements Sight {}

        /// Returns what of a node some terms and labels look at: its name, where a term has a field.
        static Sight of(Collection<Term> terms, Set<String> labels) {
            if (terms.stream().anyMatch(term -> !term.fields().isEmpty())) {
                return new Name();
            }
            var all = new HashSet<>(labels);
            terms.forEach(term -> term.labels().forEach(one -> all.add(one.key())));
            return new Labels(all);
        }
    }

    Sight sight();

    /// Returns what is against this node.
    List<Reason> against(Place place);
}
