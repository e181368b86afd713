package io.gpuledger.analyzer.telemetry;

/// Takes batches and keeps them.
public interface Intake {
    /// Returns once the batch will survive the end of this process, and of the machine.
    ///
    /// @throws NotTakenException when it will not; nothing of it is kept then, or all of it twice, which is as good
    void take(Batch batch) throws NotTakenException;
}
