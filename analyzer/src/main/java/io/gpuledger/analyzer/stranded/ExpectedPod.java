package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.fit.Ask;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A kind of pod that is expected to come: what it asks of a node, as far as that is the same for all nodes that look
/// the same. Where other pods are, which volumes it mounts and which ports it wants is left out.
///
/// @param namespaces where such pods come from; empty where that is not known
/// @param part of all GPU time of the pods that came, from 0 to 1
public record ExpectedPod(Ask ask, SortedSet<String> namespaces, double part) {
    public ExpectedPod {
        ask = essence(ask);
        namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
    }

    /// Returns what of an ask is kept: pods of which that is the same are of one kind.
    public static Ask essence(Ask ask) {
        return new Ask(Optional.empty(), ask.requests(), ask.selector(), ask.affinity(), ask.tolerations());
    }

    /// Returns how much of a resource it asks for.
    public long wants(String resource) {
        return ask.requests().getOrDefault(resource, 0L);
    }
}
