package io.gpuledger.exporter.benchmark;

import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.gate.PackagedProgram;
import java.io.IOException;
import java.util.List;

/// The exporter that is soaked, and what disturbs it.
record Soaked(Contestant exporter, ScratchFolder folder, List<Disturbance> disturbances) implements AutoCloseable {
    /// Returns a soak on simulated GPUs.
    static Soaked simulated() throws IOException, InterruptedException {
        var folder = ScratchFolder.named("soak");
        var counters = folder.path().resolve("counters.csv");
        Reloads.writeFirst(counters);
        var begunNanos = System.nanoTime();
        var program = new PackagedProgram("gpu-exporter")
                .start("--listen", "127.0.0.1:0", "--backend", "simulated", "--collectors", counters.toString());
        var exporter = Contender.GPU_EXPORTER.ready(program, begunNanos);
        return new Soaked(
                exporter,
                folder,
                List.of(
                        new Faults(exporter.port()),
                        new Desertions(exporter.port()),
                        new Reloads(counters, program.pid())));
    }

    /// Returns a soak on eight H100 of NVML's double, each in MIG mode as its script comes to it.
    static Soaked nvml() throws IOException, InterruptedException {
        var folder = ScratchFolder.named("soak");
        var library =
                LibraryDouble.ofNvml(folder.path()).says(NvmlScript.of("h100")).says(NvmlScript.gpus(8));
        var begunNanos = System.nanoTime();
        var program = new PackagedProgram("gpu-exporter")
                .start(
                        "--listen",
                        "127.0.0.1:0",
                        "--nvml-library",
                        library.library().toString());
        var exporter = Contender.GPU_EXPORTER.ready(program, begunNanos);
        return new Soaked(
                exporter, folder, List.of(new NvmlFaults(library, exporter.port()), new Desertions(exporter.port())));
    }

    /// Returns what disturbs it, in words.
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
        folder.close();
    }
}
