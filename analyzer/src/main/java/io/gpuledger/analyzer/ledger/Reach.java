package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;

/// How far facts reach: what is booked of a window depends on nothing that is further from it. So it is the same
/// wherever whoever keeps books begins, and whatever they do at once.
///
/// Needed is all that was told within [#around] the window; and, of each unit, the last [#READINGS_BEFORE] readings
/// before that and the first [#READINGS_AFTER] after it, as far as they are not further from it than [#MILLIS]. That is
/// enough where no more than one of any seven readings in a row lacks what most of them tell.
public final class Reach {
    /// Between readings that are further apart than this, nothing is known.
    public static final long MILLIS = Duration.ofHours(6).toMillis();

    public static final int READINGS_BEFORE = 30;
    public static final int READINGS_AFTER = 4;

    /// A hold whose begin is not known seems to start, for ten minutes, and a faint minute needs five before it.
    private static final Duration START = Duration.ofMinutes(20);

    /// A minute, and five after it, and what may be missed: so long after a quiet run it may still change.
    public static final Duration AFTER_RUN = Duration.ofMinutes(8);

    private Reach() {}

    /// Whether what was told at an instant says anything of another.
    public static boolean joins(long one, long other) {
        return other - one <= MILLIS;
    }

    /// What has to be known in full, to book a window.
    ///
    /// @param idleAfter the longest that a quiet run has to last until it counts
    public static Span around(Span window, Duration idleAfter) {
        var run = idleAfter.compareTo(Tenant.IDLE_AFTER) > 0 ? idleAfter : Tenant.IDLE_AFTER;
        return new Span(
                window.from() - run.plus(START).toMillis(),
                window.to() + run.plus(AFTER_RUN).toMillis());
    }
}
