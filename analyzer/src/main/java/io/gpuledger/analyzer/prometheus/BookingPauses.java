package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.prometheus.PastPlan.Standing;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Decides when reading the past pauses, so that what was read is booked and somebody has a report. While more of the
/// past comes in, its hours are not booked, as each would be booked again and again. So there is a pause once the
/// newest week is in, and then each time that there is four times as much as there was at the pause before: all pauses
/// together book no more than a third more than there is. There is none where little is left, as all is booked soon.
final class BookingPauses {
    private static final int TIMES = 4;
    /// Something may come late all the time, such as what another reader reads: reading goes on then.
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final LongSupplier clock;
    private boolean isBegun;
    private long booked;
    private OptionalLong since = OptionalLong.empty();

    /// @param clock in nanoseconds, only goes forward
    BookingPauses(LongSupplier clock) {
        this.clock = clock;
    }

    /// Whether there is to be a pause now. What was read before a start is not waited for, as a program that is ended
    /// again and again would not get on.
    ///
    /// @param areBooksKept whether all that was read is in the books
    boolean isDue(Standing past, BooleanSupplier areBooksKept) {
        if (!isBegun) {
            isBegun = true;
            booked = past.isNewestIn() ? past.read() : 0;
        }
        if (!past.isNewestIn() || past.read() < TIMES * booked || TIMES * past.left() < past.read()) {
            return false;
        }
        var now = clock.getAsLong();
        if (since.isEmpty()) {
            since = OptionalLong.of(now);
        }
        if (areBooksKept.getAsBoolean() || now - since.getAsLong() >= LONGEST.toNanos()) {
            booked = past.read();
            since = OptionalLong.empty();
            return false;
        }
        return true;
    }
}
