package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.spool.FrameReader.Found;
import io.gpuledger.analyzer.store.spool.Header.UnknownFormatException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Finds what the processes before left in a lane's folder.
///
/// Only the newest segment can have an end that was not written whole: the one before it was safe before it began. That
/// end, which nobody acknowledged, is cut off here; so whatever cannot be read later on is damage, and is told as such.
final class Recovery {
    private static final System.Logger LOG = System.getLogger(Recovery.class.getName());

    private final Path folder;

    Recovery(Path folder) {
        this.folder = folder;
    }

    /// @param written how far the database has them
    Segments segments(Position written) throws IOException, UnknownFormatException {
        var segments = new Segments(folder, written.segment());
        var numbers = numbers();
        for (var number : numbers) {
            var segment = new Segment(number, folder);
            var length = number.equals(numbers.getLast()) ? cutOff(segment) : Files.size(segment.file());
            if (length == 0 || number < written.segment()) {
                Files.delete(segment.file());
            } else {
                segment.grown(length);
                segment.seal();
                header(segment);
                segments.add(segment);
            }
        }
        return segments;
    }

    private List<Integer> numbers() throws IOException {
        try (var files = Files.list(folder)) {
            return files.flatMap(file -> Segment.number(file).stream()).sorted().toList();
        }
    }

    /// @return how much is left
    private static long cutOff(Segment segment) throws IOException {
        var size = Files.size(segment.file());
        var whole = whole(segment, size);
        if (whole < size) {
            LOG.log(
                    Level.INFO,
                    () -> "the last %,d bytes of %s were not written to their end, and go"
                            .formatted(size - whole, segment.file()));
            try (var channel = FileChannel.open(segment.file(), StandardOpenOption.WRITE)) {
                channel.truncate(whole);
                channel.force(true);
            }
        }
        return whole;
    }

    /// Up to the last whole frame; or all of it, when what is broken is in its midst.
    private static long whole(Segment segment, long size) throws IOException {
        try (var frames = new FrameReader(segment.file())) {
            var position = 0L;
            while (true) {
                switch (frames.read(position, size)) {
                    case Found.Whole frame -> position = frame.end();
                    case Found.End() -> {
                        return position;
                    }
                    case Found.Broken(boolean toTheEnd) -> {
                        return toTheEnd ? position : size;
                    }
                }
            }
        }
    }

    /// When the oldest of them was begun; now, when there is none.
    static long oldestMillis(Segments segments, InstantSource clock) throws IOException, UnknownFormatException {
        var oldest = segments.oldest();
        return (oldest.isPresent() ? header(oldest.get()) : Optional.<Header>empty())
                .map(Header::createdMillis)
                .orElseGet(clock::millis);
    }

    /// A damaged one is found when it is read on; one that another version wrote has to be known before anything is
    /// skipped for it.
    private static Optional<Header> header(Segment segment) throws IOException, UnknownFormatException {
        try (var frames = new FrameReader(segment.file())) {
            return frames.read(0, segment.length()) instanceof Found.Whole(int _, Unpacker content, long _)
                    ? Optional.of(Header.read(content))
                    : Optional.empty();
        } catch (UnknownFormatException e) {
            throw new UnknownFormatException(segment.file() + " cannot be read: " + e.getMessage());
        }
    }
}
