package io.gpuledger.exporter.attribution;

import java.util.Optional;

/// This is where a process runs, as far as its control groups tell.
///
/// @param podUid as the API server writes it, with dashes; of a static pod the kubelet's own id for it
/// @param containerId the container runtime's, without its name
/// @param slurmJob the number of the job that Slurm started it for
public record ProcessOrigin(Optional<String> podUid, Optional<String> containerId, Optional<String> slurmJob) {
    public static final ProcessOrigin NOWHERE = new ProcessOrigin(Optional.empty(), Optional.empty(), Optional.empty());
}
