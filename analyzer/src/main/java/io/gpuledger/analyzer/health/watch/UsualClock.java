package io.gpuledger.analyzer.health.watch;

import java.util.Arrays;
import java.util.OptionalDouble;

/// The clock that a GPU usually runs at: the middle one of the last seven days on which it was at work for an
/// hour, as soon as there are three of them.
///
/// - A day is as fast as the mean of its stretches, of which it takes twelve of five minutes. The mean is the
///   same in whatever order they come, and takes no memory; a day that goes wrong as a whole is one of seven.
/// - Of an even number of days the slower of the two in the middle counts, so that nothing is found in case of
///   doubt.
/// - Days on which it was not at work count neither way: what a GPU can do does not change while it rests.
final class UsualClock {
    private static final long DAY_MILLIS = 86_400_000;
    private static final int DAYS = 7;
    private static final int LEAST_DAYS = 3;
    private static final int LEAST_STRETCHES = 12;
    private static final double MEGAHERTZ = 1e6;

    private static final short[] NONE = {};

    /// The clock of each day that is known, in megahertz, the latest day last. It takes as little memory as it
    /// can, as there is one for each GPU.
    private short[] days = NONE;

    private int day;
    private int stretches;
    private int sum;

    /// Adds a stretch, which belongs to the day that it began on. It counts when that day is over.
    void add(long at, double hertz) {
        var its = (int) Math.floorDiv(at, DAY_MILLIS);
        if (its != day) {
            endDay();
            day = its;
        }
        stretches++;
        sum += (int) Math.round(hertz / MEGAHERTZ);
    }

    private void endDay() {
        if (stretches >= LEAST_STRETCHES) {
            var next = Arrays.copyOfRange(days, Math.max(0, days.length + 1 - DAYS), days.length + 1);
            next[next.length - 1] = (short) Math.min(Short.MAX_VALUE, Math.round((double) sum / stretches));
            days = next;
        }
        stretches = 0;
        sum = 0;
    }

    /// Returns it in hertz, if enough days are known.
    OptionalDouble hertz() {
        if (days.length < LEAST_DAYS) {
            return OptionalDouble.empty();
        }
        var sorted = days.clone();
        Arrays.sort(sorted);
        return OptionalDouble.of(sorted[(sorted.length - 1) / 2] * MEGAHERTZ);
    }
}
