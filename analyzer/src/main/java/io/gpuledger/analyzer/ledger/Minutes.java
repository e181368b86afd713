package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;

/// Cuts what was seen without a gap into minutes of the clock.
final class Minutes {
    static final long MILLIS = 60_000;

    /// A minute of the clock, or that part of it that was seen.
    ///
    /// @param active microseconds in which there was activity
    /// @param traffic microseconds at the full rate that the traffic would have needed
    record Minute(Span span, long active, long traffic) {
        private static final long QUIET = 100;
        private static final long FAINT = 20;

        /// Says whether its activity is over 1 %.
        boolean isActive() {
            return active * QUIET > micros();
        }

        /// Says whether neither its activity nor its traffic is over 1 %.
        boolean isQuiet() {
            return Math.max(active, traffic) * QUIET <= micros();
        }

        /// Says whether its activity or its traffic is over 1 %, and both are below 5 %.
        boolean isFaint() {
            return !isQuiet() && Math.max(active, traffic) * FAINT < micros();
        }

        double activity() {
            return (double) active / micros();
        }

        private long micros() {
            return span.millis() * MICROS;
        }
    }

    private Minutes() {}

    /// @param seen stretches that follow each other without a gap
    static List<Minute> of(List<Stretch> seen) {
        var minutes = new ArrayList<Minute>();
        var from = seen.getFirst().span().from();
        var active = 0L;
        var traffic = 0L;
        for (var stretch : seen) {
            var span = stretch.span();
            for (var at = span.from(); at < span.to(); ) {
                var end = (Math.floorDiv(at, MILLIS) + 1) * MILLIS;
                var to = Math.min(end, span.to());
                active += stretch.active(at, to);
                traffic += stretch.traffic(at, to);
                if (to == end) {
                    minutes.add(new Minute(new Span(from, to), active, traffic));
                    from = to;
                    active = 0;
                    traffic = 0;
                }
                at = to;
            }
        }
        var end = seen.getLast().span().to();
        if (from < end) {
            minutes.add(new Minute(new Span(from, end), active, traffic));
        }
        return minutes;
    }
}
