package io.gpuledger.exporter.attribution;

import java.util.List;
import java.util.Optional;

/// The pod that everything of a unit is to be put down to.
///
/// @param container nothing where several of the pod's containers hold the unit
public record SoleHolder(PodName pod, Optional<String> container) {
    /// Returns the pod that has all of this for itself, or nobody where it is several pods or where others may come.
    public static Optional<SoleHolder> of(List<Held> parts) {
        var holders = parts.stream()
                .flatMap(part -> part.shares().stream())
                .map(Held.Share::holder)
                .toList();
        var pods = holders.stream().map(Holder::pod).distinct().toList();
        return pods.size() == 1 && parts.stream().allMatch(Held::isTaken)
                ? Optional.of(new SoleHolder(pods.getFirst(), container(holders)))
                : Optional.empty();
    }

    private static Optional<String> container(List<Holder> holders) {
        var containers = holders.stream().map(Holder::container).distinct().toList();
        return containers.size() == 1 ? Optional.of(containers.getFirst()) : Optional.empty();
    }
}
