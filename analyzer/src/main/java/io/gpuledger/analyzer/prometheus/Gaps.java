package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Finds the times in which a server has no sample of anything, as it was away or did not scrape: nobody knows what
/// GPUs did then. It hears of instants in the order of time, and of some again where windows overlap.
final class Gaps {
    private static final Duration LEAST = Duration.ofMinutes(5);
    private static final int INTERVALS = 3;

    private final long least;
    private final List<Span> found = new ArrayList<>();
    private OptionalLong last = OptionalLong.empty();

    /// @param interval the usual time from sample to sample
    Gaps(Duration interval) {
        this.least = Math.max(LEAST.toMillis(), INTERVALS * interval.toMillis());
    }

    /// Hears that there is a sample of this instant.
    void heard(long millis) {
        if (last.isPresent() && millis - last.getAsLong() > least) {
            found.add(new Span(last.getAsLong(), millis));
        }
        last = OptionalLong.of(Math.max(millis, last.orElse(millis)));
    }

    /// Returns those that were found since this was asked before.
    List<Span> taken() {
        var taken = List.copyOf(found);
        found.clear();
        return taken;
    }
}
