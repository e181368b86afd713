package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import java.util.Optional;

/// A pod with GPUs that is on a node.
///
/// @param ask what it would need of another node, by the rules of the default scheduler
/// @param owner who made it, as `Job/train`
/// @param workSince since when all that it has done would be lost: its start, or its last checkpoint; in milliseconds
///     since 1970
/// @param budget that has to let it go
/// @param stay why nobody may move it, if that is so
public record PlacedPod(
        String namespace,
        String name,
        String node,
        Ask ask,
        Optional<String> owner,
        long priority,
        long workSince,
        Optional<Budget> budget,
        Optional<Stay> stay) {
    public PlacedPod {
        ask = ask.by(Ask.DEFAULT_SCHEDULER);
    }

    /// Returns how many GPUs it asks for; a MIG device or a replica counts as one.
    public long gpus() {
        return ask.requests().entrySet().stream()
                .filter(request -> Resource.isGpu(request.getKey()))
                .mapToLong(request -> request.getValue())
                .sum();
    }

    /// Returns how much work would be lost, in GPU-milliseconds.
    public double lostMillis(long now) {
        return (double) gpus() * Math.max(0, now - workSince);
    }

    /// Says why it stays, where a pod of some priority is to have its place.
    public Optional<Stay> stay(long forPriority) {
        return stay.or(() -> Optional.of(Stay.PRIORITY).filter(_ -> priority > forPriority));
    }
}
