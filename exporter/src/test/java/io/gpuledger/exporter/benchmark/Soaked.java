package io.gpuledger.exporter.benchmark;

import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The exporter that is soaked, and what disturbs it: all that this version of it knows to take.
record Soaked(Contestant exporter, Path folder, List<Disturbance> disturbances) implements AutoCloseable {
    static Soaked start() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("soak");
        var counters = folder.resolve("counters.csv");
        var options = new ArrayList<>(List.of("--listen", "127.0.0.1:0", "--backend", "simulated"));
        var reloads = knowsCollectors();
        if (reloads) {
            Reloads.writeFirst(counters);
            options.addAll(List.of("--collectors", counters.toString()));
        }
        var begunNanos = System.nanoTime();
        var program = new PackagedProgram("gpu-exporter").start(options.toArray(String[]::new));
        var exporter = Contender.GPU_EXPORTER.ready(program, begunNanos);
        var disturbances = new ArrayList<>(List.of(new Faults(exporter.port()), new Desertions(exporter.port())));
        if (reloads) {
            disturbances.add(new Reloads(counters, program.pid()));
        }
        return new Soaked(exporter, folder, disturbances);
    }

    private static boolean knowsCollectors() throws InterruptedException {
        try (RunningProgram help = new PackagedProgram("gpu-exporter").start("--help")) {
            help.exitCode();
            return help.output().contains("--collectors");
        }
    }

    /// What disturbs it, in words.
    String troubles() {
        return String.join(
                ", ",
                disturbances.stream()
                        .map(disturbance -> disturbance.getClass().getSimpleName())
                        .toList());
    }

    @Override
    public void close() throws IOException {
        exporter.close();
        Files.deleteIfExists(folder.resolve("counters.csv"));
        Files.delete(folder);
    }
}
