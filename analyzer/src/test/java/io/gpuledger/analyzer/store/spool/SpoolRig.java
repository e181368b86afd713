package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// A spool in a folder of a test, and what it says of itself.
final class SpoolRig implements AutoCloseable {
    static final long PLENTY = 1L << 30;
    static final Committer.Limits AT_ONCE = new Committer.Limits(64 << 20, Duration.ofSeconds(30), Duration.ZERO);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Spool spool;

    private SpoolRig(Path folder, long bytesMax, Committer.Limits limits, SegmentStorage disk, InstantSource clock) {
        spool = Spool.open(folder, new SpoolSettings(bytesMax), limits, disk, clock, registry);
    }

    static SpoolRig in(Path folder) {
        return new SpoolRig(folder, PLENTY, AT_ONCE, SegmentStorage.FILES, InstantSource.system());
    }

    static SpoolRig in(Path folder, InstantSource clock) {
        return new SpoolRig(folder, PLENTY, AT_ONCE, SegmentStorage.FILES, clock);
    }

    static SpoolRig in(Path folder, long bytesMax) {
        return new SpoolRig(folder, bytesMax, AT_ONCE, SegmentStorage.FILES, InstantSource.system());
    }

    static SpoolRig on(SegmentStorage disk, Path folder, Committer.Limits limits) {
        return new SpoolRig(folder, PLENTY, limits, disk, InstantSource.system());
    }

    static SpoolRig on(SegmentStorage disk, Path folder) {
        return on(disk, folder, AT_ONCE);
    }

    Spool spool() {
        return spool;
    }

    List<Row> take(Batch... batches) throws NotTakenException {
        var rows = new ArrayList<Row>();
        for (var batch : batches) {
            spool.take(batch);
            rows.addAll(batch.rows());
        }
        return rows;
    }

    List<Row> takeNumbered(long from, long to) throws NotTakenException {
        var rows = new ArrayList<Row>();
        for (var number = from; number < to; number++) {
            rows.addAll(take(RandomBatches.numbered(number)));
        }
        return rows;
    }

    /// All that is there, as it is written to the database.
    List<Row> drain() throws InterruptedException {
        var rows = new ArrayList<Row>();
        for (var portion = spool.next(10, Duration.ZERO);
                portion.isPresent();
                portion = spool.next(10, Duration.ZERO)) {
            rows.addAll(portion.get().rows());
            spool.written(portion.get());
        }
        return rows;
    }

    double gauge(String name) {
        return registry.get("gpu.analyzer.spool." + name).gauge().value();
    }

    long fsyncs() {
        return registry.get("gpu.analyzer.spool.fsync").timer().count();
    }

    double count(String name) {
        return registry.get("gpu.analyzer.spool." + name).counter().count();
    }

    static List<Path> segments(Path folder) throws IOException {
        try (var files = Files.list(folder.resolve("samples"))) {
            return files.filter(file -> Segment.number(file).isPresent())
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void close() {
        spool.close();
    }
}
