package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.stranded.Fragmentation;
import io.gpuledger.analyzer.stranded.Remainder;
import io.gpuledger.analyzer.stranded.TypicalPods;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node with whole GPUs that nobody holds, and what these are to the pods that are expected in its cluster.
///
/// @param sku the product of its GPUs, where that is known
public record FragmentedNode(String cluster, String node, Optional<String> sku, Fragments fragments) {
    private static final String GPU = "nvidia.com/gpu";

    /// Returns those of the nodes on which it is whole GPUs that nobody holds.
    public static List<FragmentedNode> of(List<StrandedNode> nodes) {
        var typical = new HashMap<String, TypicalPods>();
        var all = new ArrayList<FragmentedNode>();
        for (var node : nodes) {
            if (node.units().resource().equals(GPU) && node.areWhole()) {
                var pods = typical.computeIfAbsent(
                        node.cluster(), _ -> TypicalPods.of(node.expected().lens(), GPU));
                var left = Remainder.of(node.units());
                var fragments = new Fragments(left.idleMillis(), Fragmentation.of(left, pods));
                all.add(new FragmentedNode(node.cluster(), node.units().node(), node.sku(), fragments));
            }
        }
        return all;
    }

    /// Adds up the nodes of each cluster.
    public static SortedMap<String, Fragments> byCluster(List<FragmentedNode> nodes) {
        var sums = new TreeMap<String, Fragments>();
        nodes.forEach(node -> sums.merge(node.cluster(), node.fragments(), Fragments::plus));
        return sums;
    }
}
