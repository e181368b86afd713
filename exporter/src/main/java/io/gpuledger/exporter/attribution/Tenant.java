package io.gpuledger.exporter.attribution;

import java.util.Comparator;
import java.util.Optional;

/// A tenant has processes on a unit and is no pod: it is a container, a Slurm job, or a job's container. One of the two
/// is known.
///
/// @param containerId the container runtime's
/// @param slurmJob its number
public record Tenant(Optional<String> containerId, Optional<String> slurmJob) implements Comparable<Tenant> {
    private static final Comparator<Tenant> ORDER = Comparator.comparing(
                    (Tenant tenant) -> tenant.slurmJob().orElse(""))
            .thenComparing(tenant -> tenant.containerId().orElse(""));

    /// Returns nothing for what the node itself runs, and for pods, which the kubelet tells of.
    static Optional<Tenant> of(ProcessOrigin origin) {
        var runsSomewhere =
                origin.containerId().isPresent() || origin.slurmJob().isPresent();
        return origin.podUid().isEmpty() && runsSomewhere
                ? Optional.of(new Tenant(origin.containerId(), origin.slurmJob()))
                : Optional.empty();
    }

    @Override
    public int compareTo(Tenant other) {
        return ORDER.compare(this, other);
    }
}
