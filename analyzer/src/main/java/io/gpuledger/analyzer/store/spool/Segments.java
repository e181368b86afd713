package io.gpuledger.analyzer.store.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// Holds the segments of a lane, oldest first.
final class Segments {
    private final Path folder;
    private final ConcurrentSkipListMap<Integer, Segment> byNumber = new ConcurrentSkipListMap<>();
    private volatile int highest;

    /// @param highest a number that was given before: numbers are given once, so that a position means the same for
    /// ever
    Segments(Path folder, int highest) {
        this.folder = folder;
        this.highest = highest;
    }

    Path folder() {
        return folder;
    }

    /// The next one, which is not among them yet. Asked for by the thread that writes, and by no other.
    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
    Segment next() {
        return new Segment(++highest, folder);
    }

    void add(Segment segment) {
        highest = Math.max(highest, segment.number());
        byNumber.put(segment.number(), segment);
    }

    Optional<Segment> oldest() {
        return value(byNumber.firstEntry());
    }

    /// Returns the first segment from this number on.
    Optional<Segment> from(int number) {
        return value(byNumber.ceilingEntry(number));
    }

    Optional<Segment> after(Segment segment) {
        return value(byNumber.higherEntry(segment.number()));
    }

    private static Optional<Segment> value(Map.@Nullable Entry<Integer, Segment> entry) {
        return Optional.ofNullable(entry).map(Map.Entry::getValue);
    }

    /// A file that cannot be deleted is found again at the next start, and is as harmless then.
    void delete(Segment segment) throws IOException {
        byNumber.remove(segment.number());
        Files.deleteIfExists(segment.file());
    }

    List<Segment> all() {
        return List.copyOf(byNumber.values());
    }

    int count() {
        return byNumber.size();
    }

    long bytes() {
        return byNumber.values().stream().mapToLong(Segment::length).sum();
    }

    /// Returns how many bytes are behind the position.
    long bytesBehind(Position position) {
        return byNumber.tailMap(position.segment()).values().stream()
                .mapToLong(segment -> segment.number() == position.segment()
                        ? Math.max(0, segment.length() - position.offset())
                        : segment.length())
                .sum();
    }
}
