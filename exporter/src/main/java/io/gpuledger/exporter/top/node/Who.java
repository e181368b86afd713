package io.gpuledger.exporter.top.node;

/// Who can hold a unit, or work on it.
public sealed interface Who {
    record Pod(String namespace, String pod, String container) implements Who {}

    /// A job of a batch system that was given the unit.
    record Job(String id) implements Who {}

    /// A Slurm job that has processes on the unit.
    record SlurmJob(String id) implements Who {}

    /// A container that is no pod's, and has processes on the unit.
    record Container(String id) implements Who {}

    /// In one line: `namespace/pod/container`.
    default String line() {
        return switch (this) {
            case Pod(String namespace, String pod, String container) ->
                String.join("/", namespace, pod, container).replaceFirst("/$", "");
            case Job(String id) -> "job " + id;
            case SlurmJob(String id) -> "slurm job " + id;
            case Container(String id) -> "container " + id;
        };
    }
}
