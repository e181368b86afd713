package io.gpuledger.exporter;

import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.RunningProgram;
import java.util.ArrayList;
import java.util.List;

/// The packaged exporter, started as a user would.
final class Dist {
    static final String LAUNCHER = "target/dist/bin/gpu-exporter";

    private Dist() {}

    /// Starts it on a simulated node and a free port.
    static RunningProgram start(String... options) {
        return started(List.of("--backend", "simulated"), options);
    }

    /// Starts it on a double of NVML and a free port.
    static RunningProgram startOn(LibraryDouble driver, String... options) {
        return started(List.of("--nvml-library", driver.library().toString()), options);
    }

    private static RunningProgram started(List<String> backend, String... options) {
        var arguments = new ArrayList<>(List.of("--listen", "127.0.0.1:0"));
        arguments.addAll(backend);
        arguments.addAll(List.of(options));
        return new PackagedProgram("gpu-exporter").start(arguments.toArray(String[]::new));
    }

    static int port(RunningProgram exporter) throws InterruptedException {
        return Integer.parseInt(exporter.await("serving http://127\\.0\\.0\\.1:(\\d+)"));
    }
}
