package io.gpuledger.analyzer.latency;

import io.gpuledger.analyzer.latency.Wait.Outcome;
import java.util.Arrays;
import java.util.Optional;

/// The waits of many pods, in whatever order they are added, and the quantiles of them.
///
/// A pod that still waits, or that was deleted while it did, says that its wait is longer than what was seen of it:
/// its wait is censored on the right. To leave it out would flatter, as those that wait longest are left out. So
/// quantiles are those of the curve of Kaplan and Meier:
///
///     S(t) = product over all t_i <= t of (1 - d_i / n_i)
///
/// where t_i are the times within which any pod came so far, d_i is how many did at t_i, and n_i is how many had waited
/// for at least t_i. A pod that stopped waiting at t_i, and came nowhere, counts in n_i. S(t) is the part of pods that
/// wait for longer than t, and the quantile p is the first t_i at which S(t_i) <= 1 - p. Where the curve does not come
/// down so far, the quantile is more than the longest wait that was seen. With nothing censored, S(t) is the part of
/// waits that were longer than t, and a quantile is that of the waits themselves: the least of them that is not
/// less than a part p of all.
///
/// Where all pods go the same way, whether one is deleted must not follow from how long it will still wait. People who
/// delete what waits too long make quantiles look less than they would be; the number of those who left says so.
public final class Waits {
    /// Far less than a pod is of all, and far more than what divisions round.
    private static final double ROUNDING = 1e-9;

    /// Twice the milliseconds, and one more where the wait was not over: so they sort as the curve needs them.
    private long[] waits = new long[4];
    private int count;
    private int waiting;
    private int left;

    public void add(Wait wait) {
        if (count == waits.length) {
            waits = Arrays.copyOf(waits, 2 * count);
        }
        waits[count] = 2 * wait.millis() + (wait.outcome() == Outcome.REACHED ? 0 : 1);
        count++;
        waiting += wait.outcome() == Outcome.WAITING ? 1 : 0;
        left += wait.outcome() == Outcome.LEFT ? 1 : 0;
    }

    public int count() {
        return count;
    }

    /// Returns how many wait still.
    public int waiting() {
        return waiting;
    }

    /// Returns how many failed, or were deleted, while they waited.
    public int left() {
        return left;
    }

    /// Returns a quantile, of nothing where nobody waited.
    ///
    /// @param part between 0 and 1
    public Optional<Quantile> quantile(double part) {
        if (count == 0) {
            return Optional.empty();
        }
        Arrays.sort(waits, 0, count);
        // Since a pod was censored for the last time, the curve comes down as those who are left do: nothing is rounded
        // more than once.
        var curve = 1.0;
        var curveOf = count;
        for (var i = 0; i < count; i++) {
            var rest = count - i - 1;
            if (isCensored(waits[i])) {
                curve *= (double) (rest + 1) / curveOf;
                curveOf = rest;
            } else if (isLastOf(i) && curve * rest / curveOf <= 1 - part + ROUNDING) {
                return Optional.of(new Quantile.Within(waits[i] / 2));
            }
        }
        return Optional.of(new Quantile.MoreThan(waits[count - 1] / 2));
    }

    /// Returns within how long a part came so far, where that is known.
    ///
    /// @param part between 0 and 1
    public Optional<Long> within(double part) {
        return quantile(part).flatMap(quantile -> switch (quantile) {
            case Quantile.Within(var millis) -> Optional.of(millis);
            case Quantile.MoreThan _ -> Optional.empty();
        });
    }

    /// Returns what it took more than for a part to come so far, where no more than that is known.
    ///
    /// @param part between 0 and 1
    public Optional<Long> moreThan(double part) {
        return quantile(part).flatMap(quantile -> switch (quantile) {
            case Quantile.Within _ -> Optional.empty();
            case Quantile.MoreThan(var millis) -> Optional.of(millis);
        });
    }

    /// All that end at the same time come down together.
    private boolean isLastOf(int i) {
        return i + 1 == count || waits[i + 1] != waits[i];
    }

    private static boolean isCensored(long wait) {
        return (wait & 1) != 0;
    }
}
