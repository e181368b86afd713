package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.stranded.ExpectedPod;
import io.gpuledger.analyzer.stranded.Lens;
import io.gpuledger.analyzer.stranded.TypicalPods;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod of so many GPUs on one node, that is modest otherwise: for each GPU it wants as many cores and as much memory
/// as the pod that is expected with the fewest cores for each GPU, and it tolerates what that one tolerates.
public final class ModestPod {
    private static final String GPU = "nvidia.com/gpu";

    private ModestPod() {}

    /// Returns what it asks for.
    ///
    /// @param sku the only kind of GPU that it wants, if it wants one
    public static Ask of(int gpus, Optional<String> sku, Lens lens) {
        var like = lens.pods().stream()
                .filter(pod -> pod.wants(GPU) > 0 && isOf(pod, sku))
                .min(Comparator.comparingDouble(pod -> (double) pod.wants(Resource.CPU) / pod.wants(GPU)));
        var requests = new TreeMap<String, Long>();
        requests.put(GPU, (long) gpus);
        like.ifPresent(pod -> List.of(Resource.CPU, Resource.MEMORY)
                .forEach(resource -> requests.put(resource, Math.ceilDiv(pod.wants(resource), pod.wants(GPU)) * gpus)));
        return new Ask(
                Optional.empty(),
                requests,
                selector(sku),
                Optional.empty(),
                like.map(pod -> pod.ask().tolerations()).orElse(List.of()));
    }

    private static SortedMap<String, String> selector(Optional<String> sku) {
        var selector = new TreeMap<String, String>();
        sku.ifPresent(name -> selector.put(TypicalPods.PRODUCT, label(name)));
        return selector;
    }

    /// The value of the label cannot have spaces.
    private static String label(String sku) {
        return sku.replace(' ', '-');
    }

    private static boolean isOf(ExpectedPod pod, Optional<String> sku) {
        var wants = pod.ask().selector().entrySet().stream()
                .filter(one -> LabelName.normal(one.getKey()).equals(LabelName.normal(TypicalPods.PRODUCT)))
                .findFirst();
        return sku.isEmpty() || wants.isEmpty() || wants.get().getValue().equals(label(sku.get()));
    }
}
