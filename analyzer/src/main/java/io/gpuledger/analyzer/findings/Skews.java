package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.PoolLabels;
import io.gpuledger.analyzer.health.GpuTraits;
import io.gpuledger.analyzer.health.Skew;
import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.store.objects.NodeAttributes.Told;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Says of each node in what its GPUs differ from those that they should be like.
record Skews(Map<OfNode, List<Skew>> ofNodes) {
    static final Skews NONE = new Skews(Map.of());

    Skews {
        ofNodes = Map.copyOf(ofNodes);
    }

    /// @param nodes which say what pool they are in
    static Skews of(List<GpuTraits> gpus, List<Told> nodes) {
        Map<OfNode, String> pools = new HashMap<>();
        for (var told : nodes) {
            if (told.pod().isEmpty()) {
                PoolLabels.pool(Pairs.of(told.attributes().getOrDefault(Attribute.LABELS, "")))
                        .ifPresent(pool -> pools.put(new OfNode(told.cluster(), told.node()), pool));
            }
        }
        return new Skews(Skew.of(gpus, pools));
    }

    List<Skew> of(NodeName node) {
        return ofNodes.getOrDefault(new OfNode(node.cluster(), node.node()), List.of());
    }
}
