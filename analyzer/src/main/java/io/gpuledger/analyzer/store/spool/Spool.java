package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.Backlog;
import io.gpuledger.analyzer.store.FolderLock;
import io.gpuledger.analyzer.store.OwnerOnly;
import io.gpuledger.analyzer.store.Portion;
import io.gpuledger.analyzer.store.spool.Header.UnknownFormatException;
import io.gpuledger.analyzer.store.spool.SizeLimit.Lane;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.service.life.Heartbeat;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Optional;

/// The write-ahead log between the intake and the database, in files of a folder.
///
/// What [#take] returned for survives the end of the process and of the machine, and comes out of [#next] until it is
/// said to be written; after a restart some of it may come again. Rows come in the order in which they were taken. Any
/// number of threads may take, one at a time reads.
///
/// What is spooled is bounded: when the database is away for too long, the oldest gives way. Only the disk itself can
/// make it refuse a batch.
public final class Spool implements Intake, Backlog, AutoCloseable {
    /// A larger segment shares what it says once (its units above all) among more rows; but one segment is what is
    /// dropped when the spool is full.
    private static final long SEGMENT_BYTES = 64 << 20;

    private static final int SEGMENTS_LEAST = 8;

    private final FolderLock lock;
    private final Drain drain;
    private final Committer committer;

    private Spool(FolderLock lock, Drain drain, Committer committer) {
        this.lock = lock;
        this.drain = drain;
        this.committer = committer;
    }

    /// Opens what is in a folder, and goes on from there.
    ///
    /// @param folder is made when it is not there, and is this process' own from then on
    /// @throws CannotOpenSpoolException when it cannot be used
    public static Spool open(Path folder, SpoolSettings settings, InstantSource clock, MeterRegistry registry) {
        return open(folder, settings, Committer.Limits.USUAL, SegmentStorage.FILES, clock, registry);
    }

    static Spool open(
            Path folder,
            SpoolSettings settings,
            Committer.Limits limits,
            SegmentStorage disk,
            InstantSource clock,
            MeterRegistry registry) {
        try {
            Files.createDirectories(folder.resolve(Lane.SAMPLES.folder()), OwnerOnly.NEW_FOLDER);
            var lock = FolderLock.of(folder).orElseThrow(() -> inUse(folder));
            try {
                return locked(folder, lock, settings, limits, disk, clock, registry);
            } catch (IOException | UnknownFormatException e) {
                lock.close();
                throw e;
            }
        } catch (UnknownFormatException e) {
            throw new CannotOpenSpoolException(
                    e.getMessage() + "; start the version that wrote it, or move the file away", e);
        } catch (IOException e) {
            throw new CannotOpenSpoolException(DiskFailure.sentence(folder, e), e);
        }
    }

    private static CannotOpenSpoolException inUse(Path folder) {
        return new CannotOpenSpoolException(
                "another gpu-analyzer has %s in use: end it, or give this one a --data-dir of its own"
                        .formatted(folder));
    }

    private static Spool locked(
            Path folder,
            FolderLock lock,
            SpoolSettings settings,
            Committer.Limits limits,
            SegmentStorage disk,
            InstantSource clock,
            MeterRegistry registry)
            throws IOException, UnknownFormatException {
        var samples = folder.resolve(Lane.SAMPLES.folder());
        var metrics = new SpoolMetrics(registry);
        var positions = new PositionFile(samples);
        var segments = new Recovery(samples).segments(positions.saved());
        var arrivals = new Arrivals();
        var drain = new Drain(segments, arrivals, positions, metrics, Recovery.oldestMillis(segments, clock));
        var lanes = new LinkedHashMap<Lane, SizeLimit.Droppable>();
        lanes.put(Lane.SAMPLES, new SizeLimit.Droppable(segments, drain));
        var bound = new SizeLimit(settings.bytesMax(), lanes);
        var segmentBytes = Math.min(SEGMENT_BYTES, settings.bytesMax() / SEGMENTS_LEAST);
        var appender = new Appender(segments, disk, clock, segmentBytes, metrics);
        var committer = new Committer(
                folder,
                limits,
                appender,
                () -> {
                    bound.enforce();
                    arrivals.tell();
                },
                metrics);
        var spool = new Spool(lock, drain, committer);
        spool.measure(segments, settings.bytesMax(), clock, metrics);
        return spool;
    }

    private void measure(Segments segments, long bytesMax, InstantSource clock, SpoolMetrics metrics) {
        metrics.gauge(".bytes", "bytes", "Bytes that the files of the spool take.", segments, Segments::bytes);
        metrics.gauge(".max", "bytes", "Bytes that the files of the spool may grow to.", segments, _ -> bytesMax);
        metrics.gauge(".segments", "", "How many files the spool has.", segments, Segments::count);
        metrics.gauge(
                ".rows",
                "",
                "About how many rows are not in the database yet.",
                drain,
                pending -> pending.bytesPending() / metrics.bytesPerRow());
        metrics.gauge(
                ".oldest.age",
                "seconds",
                "For how long the oldest row that is not in the database yet has waited.",
                drain,
                pending ->
                        pending.bytesPending() == 0 ? 0 : Math.max(0, clock.millis() - pending.oldestMillis()) / 1e3);
        metrics.gauge(
                ".waiting",
                "bytes",
                "Bytes of memory that the batches take that are not on the disk yet.",
                committer,
                Committer::waitingBytes);
    }

    /// Returns the heartbeat of the thread that makes batches safe.
    public Heartbeat heartbeat() {
        return committer.heartbeat();
    }

    /// Returns how many bytes are not in the database yet.
    public long bytesPending() {
        return drain.bytesPending();
    }

    @Override
    public void take(Batch batch) throws NotTakenException {
        committer.take(batch);
    }

    @Override
    public Optional<Portion> next(int rowsMax, Duration patience) throws InterruptedException {
        return drain.next(rowsMax, patience);
    }

    @Override
    public void written(Portion portion) {
        drain.written(portion);
    }

    /// Returns when all that was to be taken is safe.
    @Override
    public void close() {
        // The last one first.
        try (lock;
                drain;
                committer) {
            // All of them, whatever becomes of one.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
