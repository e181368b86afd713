package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.health.Skew;
import java.util.List;

/// Tells how a node is at an instant, as far as that is known.
///
/// @param gpus that it should have
/// @param silent of these nothing has been told for minutes
/// @param isReady whether its kubelet says that it is well; a node of which nobody says it counts as ready
/// @param ailing parts of its GPU software that are not well, each in words that name it first: `driver: …`
/// @param skews in what its GPUs differ from those that they should be like
public record NodeSigns(
        String cluster, String node, int gpus, int silent, boolean isReady, List<String> ailing, List<Skew> skews) {
    public NodeSigns {
        ailing = List.copyOf(ailing);
        skews = List.copyOf(skews);
    }
}
