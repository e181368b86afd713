package io.gpuledger.analyzer.health.watch;

import java.util.List;

/// Tells how a node is at an instant, as far as that is known.
///
/// @param gpus that it should have
/// @param silent of these nothing has been told for minutes
/// @param isReady whether its kubelet says that it is well; a node of which nobody says it counts as ready
/// @param ailing parts of its GPU software that are not well, each in words that name it first: `driver: …`
public record NodeSigns(String cluster, String node, int gpus, int silent, boolean isReady, List<String> ailing) {
    public NodeSigns {
        ailing = List.copyOf(ailing);
    }
}
