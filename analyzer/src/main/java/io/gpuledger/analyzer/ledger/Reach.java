package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;

/// Says how far facts reach: what is booked of a window depends on nothing that is further from it. So the books are
/// the same wherever one begins to book, and however much is booked at once.
///
/// To book a window takes all that was told within [#around] it; and, of each unit, the last [#READINGS_BEFORE]
/// readings before that and the first [#READINGS_AFTER] after it, as far as they are not further from it than
/// [#MILLIS]. That is enough where no more than one of any seven readings in a row lacks what most of them tell.
public final class Reach {
    /// Between readings that are further apart than this, nothing is known.
    public static final long MILLIS = Duration.ofHours(6).toMillis();

    public static final int READINGS_BEFORE = 30;
    public static final int READINGS_AFTER = 4;

    /// A hold whose begin is not known seems to start, for ten minutes, and a faint minute needs five quiet ones before
    /// it. This is long enough for both.
    private static final Duration START = Duration.ofMinutes(20);

    /// Where it is known who held a unit at an instant, since when, and since when it was quiet, this much of what
    /// was told before is enough: a start is over ten minutes later at the latest, and a faint minute needs five
    /// quiet ones before it.
    private static final Duration AGAIN = Duration.ofMinutes(10);

    /// For so long after a quiet run what is told may still change the run: this is a faint minute, the five minutes
    /// after it, and the two minutes that an exporter may miss.
    public static final Duration AFTER_RUN = Duration.ofMinutes(8);

    private Reach() {}

    /// Says whether what was told at an instant says anything of a later one.
    public static boolean joins(long one, long other) {
        return other - one <= MILLIS;
    }

    /// Returns for how long after a time what is told may still change what is booked of that time, where nothing is
    /// silent.
    ///
    /// @param idleAfter the longest that a quiet run has to last until it counts
    public static Duration after(Duration idleAfter) {
        return idleAfter.plus(AFTER_RUN);
    }

    /// Returns the time of which all that was told has to be known to book a window.
    ///
    /// @param idleAfter the longest that a quiet run has to last until it counts
    public static Span around(Span window, Duration idleAfter) {
        var run = idleAfter.compareTo(Tenant.IDLE_AFTER) > 0 ? idleAfter : Tenant.IDLE_AFTER;
        return new Span(
                window.from() - run.plus(START).toMillis(),
                window.to() + after(run).toMillis());
    }

    /// Returns the time of which all that was told has to be known to book a window, where it is known what tenancies
    /// there were when it begins.
    ///
    /// @param idleAfter the longest that a quiet run has to last until it counts
    public static Span afterEarlier(Span window, Duration idleAfter) {
        return new Span(
                window.from() - AGAIN.toMillis(), around(window, idleAfter).to());
    }
}
