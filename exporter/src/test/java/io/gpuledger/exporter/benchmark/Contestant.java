package io.gpuledger.exporter.benchmark;

import io.gpuledger.gate.ProcessFiles;
import io.gpuledger.gate.RunningProgram;
import java.time.Duration;

/// A program that runs and is ready.
///
/// @param readyAfter from the start of its process
record Contestant(RunningProgram program, int port, Duration readyAfter) implements AutoCloseable {
    ProcessFiles files() {
        return new ProcessFiles(program.pid());
    }

    @Override
    public void close() {
        program.close();
    }
}
