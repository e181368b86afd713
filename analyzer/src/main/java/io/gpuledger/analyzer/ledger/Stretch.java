package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;

/// What was told of a unit, or of a holder of it, between two readings. Amounts are spread evenly over that time.
///
/// @param basis what activity was read from; absent where the device answered, but said nothing of its activity
/// @param observed microseconds of it that were seen
/// @param active microseconds of the observed ones in which there was activity
/// @param traffic microseconds at the full rate that the busiest of memory, PCIe and NVLink would have needed, as far
///     as any of them is known
record Stretch(Span span, Optional<Basis> basis, long observed, long active, long traffic) {
    static final long MICROS = 1000;
    static final double QUIET = 0.01;

    Stretch {
        if (active < 0 || active > observed || observed > span.millis() * MICROS || traffic < 0) {
            throw new IllegalArgumentException("active %d, observed %d µs, traffic %d in %d ms"
                    .formatted(active, observed, traffic, span.millis()));
        }
    }

    /// Says whether none of it went unseen.
    boolean isWhole() {
        return observed == span.millis() * MICROS;
    }

    long observed(long from, long to) {
        return Split.part(observed, span, from, to);
    }

    long active(long from, long to) {
        return Split.part(active, span, from, to);
    }

    long traffic(long from, long to) {
        return Split.part(traffic, span, from, to);
    }

    /// Returns the part of the time that was seen in which there was activity.
    double activity() {
        return observed == 0 ? 0 : (double) active / observed;
    }

    /// Returns those of the stretches that meet a time.
    ///
    /// @param stretches sorted and without overlaps
    static List<Stretch> during(List<Stretch> stretches, Span time) {
        return time.meeting(stretches, Stretch::span);
    }

    /// Returns what part of its full rate the busiest of memory, PCIe and NVLink had, in the time that was seen.
    double busiest() {
        return observed == 0 ? 0 : (double) traffic / observed;
    }

    /// Says whether neither activity nor traffic is over 1 % of the time that was seen.
    boolean isQuiet() {
        return Math.max(activity(), busiest()) <= QUIET;
    }

    Stretch within(Span other) {
        var part = span.within(other);
        if (part.equals(span)) {
            return this;
        }
        var seen = observed(part.from(), part.to());
        return new Stretch(
                part, basis, seen, Math.min(seen, active(part.from(), part.to())), traffic(part.from(), part.to()));
    }
}
