package io.gpuledger.analyzer.advice;

/// Says how somebody makes the change that an advice is about.
public sealed interface Remedy {
    /// It is known exactly what to type.
    ///
    /// @param command a command for a shell; no name in it has anything that a shell minds
    record Command(String command) implements Remedy {}

    /// It is known exactly what to write into a manifest.
    ///
    /// @param yaml the lines, indented as they stand in a pod template
    record Manifest(String yaml) implements Remedy {}

    /// The change is one that only the workload's owner knows how to make.
    ///
    /// @param question what to ask
    record AskOwner(String question) implements Remedy {}
}
