package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.write.KnownSeries;
import java.security.SecureRandom;
import java.util.function.Supplier;

/// All series that senders told of, and what becomes of them, in a volume of so many at most. After that another is
/// begun, in which they are asked for again: those that are gone for good cost no memory for good. Whoever reads by the
/// one before reads to the end by it.
final class Volumes {
    /// Slots that are known, and the book that gave them: those of one mean nothing to another.
    record Volume(KnownSeries known, Books.Book book) {}

    private final Supplier<Volume> next;
    private Volume current;
    private long forgotten;

    Volumes(Books books, int seriesMax) {
        var random = new SecureRandom();
        this.next = () -> new Volume(new KnownSeries(seriesMax, random), books.begin());
        this.current = next.get();
    }

    synchronized Volume current() {
        if (current.known().isFull()) {
            forgotten += current.known().size();
            current = next.get();
        }
        return current;
    }

    synchronized long known() {
        return current.known().size();
    }

    /// How many series were forgotten so far, to make room.
    synchronized long forgotten() {
        return forgotten;
    }
}
