package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A [Fleet] in a process of its own.
record FleetProcess(Child child, URI address) implements AutoCloseable {
    private static final int MEBIBYTES_BESIDES_PAGES = 192;
    private static final double MEBIBYTES_A_NODE = 0.2;

    static FleetProcess start(Load load) throws InterruptedException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var heap = MEBIBYTES_BESIDES_PAGES + Math.round(load.nodes() * MEBIBYTES_A_NODE);
        var child = Child.start(List.of(
                java,
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                "-Xmx%dm".formatted(heap),
                "-cp",
                System.getProperty("java.class.path"),
                Fleet.class.getName(),
                "--nodes=" + load.nodes(),
                "--interval=" + load.interval().toMillis() + "ms",
                "--page=" + load.page().name().toLowerCase(Locale.ROOT)));
        try {
            return new FleetProcess(child, URI.create(child.program().await("serving (http://127\\.0\\.0\\.1:\\d+)")));
        } catch (AssertionError | InterruptedException e) {
            child.close();
            throw e;
        }
    }

    URI targets() {
        return address.resolve("/targets");
    }

    /// What it has served since it was started.
    ///
    /// @param warmNodes whose pages were served at least twice
    record Served(double pages, double bytes, double samples, double late, double warmNodes) {
        Served since(Served before) {
            return new Served(
                    pages - before.pages,
                    bytes - before.bytes,
                    samples - before.samples,
                    late - before.late,
                    warmNodes - before.warmNodes);
        }
    }

    Served served() throws IOException, InterruptedException {
        var counters = Counters.of(address.resolve("/stats"));
        return new Served(
                counters.sum("fleet_pages_total"),
                counters.sum("fleet_bytes_total"),
                counters.sum("fleet_samples_total"),
                counters.sum("fleet_late_total"),
                counters.sum("fleet_warm_nodes"));
    }

    Duration cpu() {
        return child.tree().cpu().own();
    }

    @Override
    public void close() {
        child.close();
    }
}
