package io.gpuledger.analyzer.store.database;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What stands in the accounts that were asked for.
///
/// @param lines in the order of their keys, texts by their code points, what has no value last
/// @param total of all lines, with those that the limit left out
/// @param count how many lines there are with those
/// @param capacity of the window: all time of the GPUs that count, whatever its state
public record LedgerAnswer(List<Line> lines, Sum total, long count, long capacity) {
    /// What stands in some accounts, as it was booked: nothing is rounded here.
    ///
    /// @param millis of GPUs
    /// @param open what of it may still change
    /// @param unpriced what of it has no price
    /// @param cost millionths by currency
    /// @param unobserved what of `everything` was not seen
    /// @param everything in whatever state and with whatever cause, of the same cluster, team and so on
    /// @param millijoules that were taken in it, as far as that is known
    public record Sum(
            long millis,
            long open,
            long unpriced,
            SortedMap<String, Long> cost,
            long unobserved,
            long everything,
            Optional<Long> millijoules) {
        private static final BigDecimal ALL = BigDecimal.ONE.setScale(6);

        public Sum {
            cost = new TreeMap<>(cost);
        }

        /// Whether nothing of it is expected to change.
        public boolean isSettled() {
            return open == 0;
        }

        /// The part of everything that was seen, to six decimals; rounded down, so that 1 is all of it.
        public BigDecimal coverage() {
            return everything == 0
                    ? ALL
                    : BigDecimal.valueOf(everything - unobserved)
                            .divide(BigDecimal.valueOf(everything), 6, RoundingMode.DOWN);
        }
    }

    /// What stands in the accounts of a key.
    ///
    /// @param key the values of what was asked by, in that order
    public record Line(List<Optional<String>> key, Sum sum) {
        public Line {
            key = List.copyOf(key);
        }
    }

    public LedgerAnswer {
        lines = List.copyOf(lines);
    }

    /// Whether no line was left out.
    public boolean isWhole() {
        return lines.size() == count;
    }

    /// What all lines cost, by currency.
    public Map<String, Long> cost() {
        return total.cost();
    }
}
