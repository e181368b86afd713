package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.health.GpuStack;
import io.gpuledger.analyzer.store.objects.NodeAttributes.Told;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Says of each node which parts of its GPU software are not well.
record Stacks(Map<NodeName, List<String>> ailing) {
    Stacks {
        ailing = Map.copyOf(ailing);
    }

    static Stacks of(List<Told> all) {
        var ailing = new HashMap<NodeName, List<String>>();
        for (var told : all) {
            var found = told.pod()
                    .map(pod ->
                            GpuStack.ofPod(pod, told.attributes().getOrDefault(Attribute.OWNER, ""), told.attributes())
                                    .stream()
                                    .toList())
                    .orElseGet(() -> GpuStack.ofNode(
                            told.attributes(), Pairs.of(told.attributes().getOrDefault(Attribute.LABELS, ""))));
            ailing.computeIfAbsent(new NodeName(told.cluster(), told.node()), _ -> new ArrayList<>())
                    .addAll(found);
        }
        return new Stacks(ailing);
    }

    List<String> ailing(NodeName node) {
        return ailing.getOrDefault(node, List.of());
    }
}
