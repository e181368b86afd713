package io.gpuledger.analyzer.store.spool;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// A file of a lane: a header, and batches in the order in which they came. It is written by the process that began it,
/// and by no other after it.
final class Segment {
    private static final Pattern NAME = Pattern.compile("(\\d{10})\\.segment");

    private final int number;
    private final Path file;
    private volatile long length;
    private volatile boolean sealed;
    private volatile boolean broken;

    Segment(int number, Path folder) {
        this.number = number;
        this.file = folder.resolve("%010d.segment".formatted(number));
    }

    /// The number that a file's name says, if it is that of a segment.
    static Optional<Integer> number(Path file) {
        var match = NAME.matcher(file.getFileName().toString());
        return match.matches() ? Optional.of(Integer.parseInt(match.group(1))) : Optional.empty();
    }

    int number() {
        return number;
    }

    Path file() {
        return file;
    }

    /// Returns how much of it is safe: what is behind was not acknowledged, and is not read.
    long length() {
        return length;
    }

    void grown(long safe) {
        length = safe;
    }

    /// Returns whether nothing more will come.
    boolean isSealed() {
        return sealed;
    }

    void seal() {
        sealed = true;
    }

    /// It cannot be read to its end, so that what is written behind is lost.
    boolean isBroken() {
        return broken;
    }

    void breakOff() {
        broken = true;
    }

    Position start() {
        return new Position(number, 0);
    }
}
