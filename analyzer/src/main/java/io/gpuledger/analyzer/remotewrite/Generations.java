package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.write.KnownSeries;
import io.gpuledger.analyzer.rows.RowMapper;
import java.security.SecureRandom;
import java.util.function.Supplier;

/// All series that senders told of, and what becomes of them, in generations of so many series at most. When one is
/// full, another begins, in which they are asked for again: series that are gone for good cost no memory for good.
/// Whoever has begun to read with the generation before reads to the end with it.
final class Generations {
    /// The slots that are known, and the mapper that gave them: slots of one mapper mean nothing to another.
    record Generation(KnownSeries known, RowMapper mapper) {}

    private final Supplier<Generation> next;
    private Generation current;
    private long forgotten;

    Generations(Supplier<RowMapper> mappers, int seriesMax) {
        var random = new SecureRandom();
        this.next = () -> new Generation(new KnownSeries(seriesMax, random), mappers.get());
        this.current = next.get();
    }

    synchronized Generation current() {
        if (current.known().isFull()) {
            forgotten += current.known().size();
            current = next.get();
        }
        return current;
    }

    synchronized long known() {
        return current.known().size();
    }

    /// Returns how many series were forgotten so far, to make room.
    synchronized long forgotten() {
        return forgotten;
    }
}
