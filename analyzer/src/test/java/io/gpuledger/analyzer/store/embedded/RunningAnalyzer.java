package io.gpuledger.analyzer.store.embedded;

import io.gpuledger.gate.RunningProgram;
import java.nio.file.Path;
import java.util.List;

/// Another JVM that has an embedded PostgreSQL, as an analyzer has.
final class RunningAnalyzer {
    private RunningAnalyzer() {}

    static RunningProgram start(Path folder, Path programs) {
        return RunningProgram.start(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RunningAnalyzer.class.getName(),
                folder.toAbsolutePath().toString(),
                programs.toAbsolutePath().toString()));
    }

    /// Ends by a signal, or when it cannot start.
    public static void main(String[] arguments) throws InterruptedException {
        var folder = Path.of(arguments[0]);
        var programs = Path.of(arguments[1]);
        var postgres = EmbeddedPostgres.start(folder, programs, TestPostgres.SHARED_BUFFERS_MEBIBYTES);
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
        System.out.println("serving as " + postgres.pid());
        Thread.currentThread().join();
    }
}
