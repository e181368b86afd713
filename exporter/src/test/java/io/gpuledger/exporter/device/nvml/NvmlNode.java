package io.gpuledger.exporter.device.nvml;

import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.exporter.sampler.Clock;
import io.gpuledger.exporter.sampler.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// This is the real backend over the double of NVML, on a clock that a test moves.
public final class NvmlNode implements AutoCloseable {
    static final Set<Pace> ALL = EnumSet.allOf(Pace.class);

    private final Path folder;
    private final LibraryDouble library;
    private final ManualClock clock = new ManualClock();
    private final NvmlBackend backend;

    private NvmlNode(Path folder, LibraryDouble library) throws IOException {
        this.folder = folder;
        this.library = library;
        Files.createDirectories(folder.resolve("pci"));
        this.backend = new NvmlBackend(
                new NvmlSettings(List.of(library.library().toString()), folder.resolve("pci")),
                clock,
                clock.clock().nanos());
    }

    /// A node of so many GPUs of a generation that has a script of its own.
    public static NvmlNode of(Path folder, String generation, int gpus) {
        try {
            var node = new NvmlNode(folder, LibraryDouble.ofNvml(folder));
            node.library
                    .says(NvmlScript.of(generation))
                    .says(NvmlScript.gpus(gpus))
                    .says("system", "clock", "0");
            return node;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public LibraryDouble library() {
        return library;
    }

    public Clock clock() {
        return clock.clock();
    }

    public NvmlBackend backend() {
        return backend;
    }

    Path pciDevices() {
        return folder.resolve("pci");
    }

    /// Time passes, for the driver too.
    public NvmlNode after(Duration time) {
        clock.advance(time);
        library.says("system", "clock", Double.toString(clock.clock().nanos().getAsLong() / 1e9));
        return this;
    }

    /// Time passes for us; for the driver it stands still.
    void advance(Duration time) {
        clock.advance(time);
    }

    Gpu gpu(int index) {
        return backend.scan().get(index);
    }

    /// Everything, a second after everything was first read.
    Sample secondRead(int index) {
        var _ = gpu(index).read(ALL);
        after(Duration.ofSeconds(1));
        return gpu(index).read(ALL);
    }

    @Override
    public void close() {
        backend.close();
    }
}
