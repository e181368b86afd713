package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.Backlog;
import io.gpuledger.analyzer.store.Portion;
import io.gpuledger.analyzer.store.spool.FrameReader.Found;
import io.gpuledger.analyzer.store.spool.Header.UnknownFormatException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/// Reads a lane back, from its files, and forgets what is in the database. Each portion is read once, however often it
/// is asked for.
final class Drain implements Backlog, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Drain.class.getName());

    /// A segment that cannot be read for so long never will be.
    private static final long TRIED_AGAIN_NANOS = Duration.ofMinutes(1).toNanos();

    /// A portion that was given out.
    ///
    /// @param firstMillis when the oldest of its batches was taken in
    private record Given(Portion portion, long firstMillis, long lastMillis) {}

    private final Segments segments;
    private final Arrivals arrivals;
    private final PositionFile positions;
    private final SpoolMetrics metrics;
    /// Held while segments are read, and while they are dropped.
    private final ReentrantLock reading = new ReentrantLock();

    private Position next;
    private OptionalLong unreadableSince = OptionalLong.empty();
    private Optional<SegmentReader> reader = Optional.empty();
    private Optional<Given> given = Optional.empty();
    private volatile Position written;
    private volatile long oldestMillis;

    /// @param startMillis when the oldest came in, as far as that is known
    Drain(Segments segments, Arrivals arrivals, PositionFile positions, SpoolMetrics metrics, long startMillis) {
        this.segments = segments;
        this.arrivals = arrivals;
        this.positions = positions;
        this.metrics = metrics;
        this.next = positions.saved();
        this.written = positions.saved();
        this.oldestMillis = startMillis;
    }

    /// Returns how many bytes are not in the database yet.
    long bytesPending() {
        return segments.bytesBehind(written);
    }

    /// When the oldest that is not in the database yet was taken in, or a little before.
    long oldestMillis() {
        return oldestMillis;
    }

    @Override
    public Optional<Portion> next(int rowsMax, Duration patience) throws InterruptedException {
        var deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            var seen = arrivals.count();
            var portion = now(rowsMax);
            if (portion.isPresent() || !arrivals.awaitMoreThan(seen, deadline)) {
                return portion;
            }
        }
    }

    private Optional<Portion> now(int rowsMax) {
        reading.lock();
        try {
            if (given.isEmpty()) {
                given = read(rowsMax);
                given.ifPresent(those -> oldestMillis = those.firstMillis());
            }
            return given.map(Given::portion);
        } finally {
            reading.unlock();
        }
    }

    private Optional<Given> read(int rowsMax) {
        var rows = new ArrayList<Row>();
        var statements = new ArrayList<Statement>();
        var first = Long.MAX_VALUE;
        var last = 0L;
        for (var batch = batch();
                batch.isPresent();
                batch = rows.size() + statements.size() < rowsMax ? batch() : Optional.empty()) {
            rows.addAll(batch.get().batch().rows());
            statements.addAll(batch.get().batch().statements());
            first = Math.min(first, batch.get().arrivedMillis());
            last = batch.get().arrivedMillis();
        }
        return rows.isEmpty() && statements.isEmpty()
                ? Optional.empty()
                : Optional.of(new Given(new Portion(rows, statements, next.packed()), first, last));
    }

    /// Returns the next batch, of this segment or of one after it.
    private Optional<BatchDecoder.Read> batch() {
        while (true) {
            var segment = reader.map(SegmentReader::segment).or(() -> segments.from(next.segment()));
            if (segment.isEmpty()) {
                return Optional.empty();
            }
            // Asked before it is read to its end: it may grow, and be sealed, in between.
            var isSealed = segment.get().isSealed();
            switch (step(segment.get())) {
                case SegmentReader.Next.Read(BatchDecoder.Read batch, Position end) -> {
                    next = end;
                    return Optional.of(batch);
                }
                case SegmentReader.Next.Later() -> {
                    return Optional.empty();
                }
                case SegmentReader.Next.End() -> {
                    var after = segments.after(segment.get());
                    if (!isSealed || after.isEmpty()) {
                        return Optional.empty();
                    }
                    moveOn(after.get().start());
                }
                case SegmentReader.Next.Damaged(Position where, String why) -> damaged(segment.get(), where, why);
            }
        }
    }

    private SegmentReader.Next step(Segment segment) {
        if (segment.isBroken()) {
            return new SegmentReader.Next.End();
        }
        try {
            var found = open(segment).next();
            unreadableSince = OptionalLong.empty();
            return found;
        } catch (UnknownFormatException e) {
            return new SegmentReader.Next.Damaged(segment.start(), DiskFailure.reason(e));
        } catch (NoSuchFileException _) {
            return new SegmentReader.Next.Damaged(segment.start(), "somebody deleted it");
        } catch (IOException e) {
            return unreadable(segment, e);
        }
    }

    /// It may be the disk's fault, or for want of file handles, and pass.
    private SegmentReader.Next unreadable(Segment segment, IOException failure) {
        moveOn(next);
        if (unreadableSince.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    () -> "%s cannot be read, which is tried again for a minute: %s"
                            .formatted(segment.file(), DiskFailure.reason(failure)));
            unreadableSince = OptionalLong.of(System.nanoTime());
        }
        return System.nanoTime() - unreadableSince.getAsLong() < TRIED_AGAIN_NANOS
                ? new SegmentReader.Next.Later()
                : new SegmentReader.Next.Damaged(next, DiskFailure.reason(failure));
    }

    private void damaged(Segment segment, Position where, String why) {
        metrics.damaged();
        LOG.log(
                Level.WARNING,
                () -> "%s cannot be read from byte %d on, and the %,d bytes there are lost: %s"
                        .formatted(segment.file(), where.offset(), segment.length() - where.offset(), why));
        unreadableSince = OptionalLong.empty();
        segment.breakOff();
    }

    /// Open at the position, past all that comes before it.
    private SegmentReader open(Segment segment) throws IOException, UnknownFormatException {
        if (reader.isPresent()) {
            return reader.get();
        }
        var opened = SegmentReader.open(segment);
        reader = Optional.of(opened);
        while (segment.number() == next.segment() && opened.position().offset() < next.offset()) {
            if (!(opened.next() instanceof SegmentReader.Next.Read)) {
                break;
            }
        }
        return opened;
    }

    private void moveOn(Position position) {
        reader.ifPresent(open -> {
            metrics.unknown(open.unknownValues());
            close(open);
        });
        reader = Optional.empty();
        next = position;
    }

    private static void close(SegmentReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, () -> reader.segment().file() + " could not be closed", e);
        }
    }

    @Override
    public void written(Portion portion) {
        reading.lock();
        try {
            var end = Position.of(portion.end());
            if (end.compareTo(written) <= 0) {
                return;
            }
            written = end;
            given.ifPresent(those -> oldestMillis = those.lastMillis());
            given = Optional.empty();
            done(end).forEach(this::delete);
            positions.saveSometimes(end);
        } finally {
            reading.unlock();
        }
    }

    private List<Segment> done(Position end) {
        return segments.all().stream()
                .takeWhile(segment ->
                        segment.isSealed() && new Position(segment.number(), segment.length()).compareTo(end) <= 0)
                .toList();
    }

    private void delete(Segment segment) {
        if (reader.filter(open -> open.segment().equals(segment)).isPresent()) {
            moveOn(new Position(segment.number() + 1, 0));
        }
        try {
            segments.delete(segment);
        } catch (IOException e) {
            LOG.log(Level.WARNING, segment.file() + " cannot be deleted, and takes up room", e);
        }
    }

    /// Makes room: gives up the oldest segment, but not the one that is being written. What of it was given out already
    /// is not lost with it.
    ///
    /// @return whether there was one
    boolean dropOldest() {
        reading.lock();
        try {
            var oldest = segments.oldest().filter(Segment::isSealed);
            oldest.ifPresent(segment -> {
                metrics.dropped(rowsAhead(segment));
                delete(segment);
            });
            return oldest.isPresent();
        } finally {
            reading.unlock();
        }
    }

    /// Those that nobody read yet.
    private long rowsAhead(Segment segment) {
        var rows = 0L;
        try (var frames = new FrameReader(segment.file())) {
            var position = 0L;
            while (frames.read(position, segment.length()) instanceof Found.Whole(int count, Unpacker _, long end)) {
                rows += new Position(segment.number(), end).compareTo(next) > 0 ? count : 0;
                position = end;
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, () -> segment.file() + " could not be counted", e);
        }
        return rows;
    }

    @Override
    public void close() {
        reading.lock();
        try {
            positions.save(written);
            reader.ifPresent(Drain::close);
            reader = Optional.empty();
        } finally {
            reading.unlock();
        }
    }
}
