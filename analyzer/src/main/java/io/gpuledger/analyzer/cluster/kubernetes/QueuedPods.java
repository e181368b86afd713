package io.gpuledger.analyzer.cluster.kubernetes;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.PodRequests;
import io.gpuledger.analyzer.cluster.PodRequests.Init;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How many GPUs each pod of a workload will ask for. A Job that a queue holds back has no pods that could be asked.
final class QueuedPods {
    private QueuedPods() {}

    /// Puts what a pod of each set requests.
    ///
    /// @return whether any of them requests GPUs
    static boolean put(List<Map<?, ?>> podSets, Draft draft) {
        var asks = false;
        for (var set : podSets) {
            if (set.get("template") instanceof Map<?, ?> template && template.get("spec") instanceof Map<?, ?> spec) {
                var gpus = gpus(spec);
                gpus.forEach((resource, amount) -> draft.put(
                        Attribute.REQUEST + set.get("name") + "." + resource, PlacementFacts.text(resource, amount)));
                asks |= !gpus.isEmpty();
            }
        }
        return asks;
    }

    private static Map<String, Long> gpus(Map<?, ?> spec) {
        var gpus = PodRequests.of(
                Fields.list(spec, "initContainers").stream()
                        .map(container -> new Init("Always".equals(container.get("restartPolicy")), asked(container)))
                        .toList(),
                Fields.list(spec, "containers").stream().map(QueuedPods::asked).toList(),
                Map.of());
        gpus.values().removeIf(amount -> amount <= 0);
        return gpus;
    }

    /// Of what is not requested, the limit is: so it is of pods, and a template has not been told yet.
    private static Map<String, Long> asked(Map<?, ?> container) {
        var asked = new TreeMap<String, Long>();
        if (container.get("resources") instanceof Map<?, ?> resources) {
            put(resources.get("limits"), asked);
            put(resources.get("requests"), asked);
        }
        return asked;
    }

    private static void put(@Nullable Object amounts, Map<String, Long> asked) {
        if (amounts instanceof Map<?, ?> map) {
            map.forEach((name, amount) -> {
                if (name instanceof String resource && Resource.isGpu(resource)) {
                    Fields.quantity(amount)
                            .map(text -> Resource.amount(resource, text))
                            .ifPresent(number -> number.ifPresent(gpus -> asked.put(resource, gpus)));
                }
            });
        }
    }
}
