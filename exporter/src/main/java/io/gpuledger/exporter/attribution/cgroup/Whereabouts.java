package io.gpuledger.exporter.attribution.cgroup;

import io.gpuledger.exporter.attribution.ProcessOrigin;

/// What there is to be found out about where a process runs.
public sealed interface Whereabouts {
    /// The kernel says where it runs; [ProcessOrigin#NOWHERE] where that is in no container and for no job.
    record Known(ProcessOrigin origin) implements Whereabouts {}

    /// There is no such process. One that the driver goes on listing is of a namespace of pids that ours does not
    /// see: the exporter's pod lacks `hostPID: true`.
    record Absent() implements Whereabouts {}

    /// There is such a process, but what the kernel says of it may not be read, or cannot.
    ///
    /// @param why with what mends it, where that is known
    record Unreadable(String why) implements Whereabouts {}
}
