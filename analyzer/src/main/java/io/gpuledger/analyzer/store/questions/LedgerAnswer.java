package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.ledger.State;
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
/// @param filling what is coming in of the window's time, of whichever GPUs; nothing where nothing is
public record LedgerAnswer(List<Line> lines, Sum total, long count, long capacity, Optional<Filling> filling) {
    /// The past of some GPUs that is coming in.
    ///
    /// @param since of when the earliest of it is
    /// @param told when the latest of it came in
    public record Filling(long gpus, long since, long told) {}

    /// What stands in some accounts, as it was booked: nothing is rounded here.
    ///
    /// @param millis of GPUs
    /// @param open what of it may still change
    /// @param filling what of that is long over: what waits for more to come in of it, or to be booked again
    /// @param unpriced what of it has no price
    /// @param cost millionths by currency
    /// @param unobserved what of `everything` was not seen
    /// @param everything in whatever state and with whatever cause, of the same cluster, team and so on
    /// @param millijoules that were taken in it, as far as that is known
    /// @param uncertain what of it may stand in another account, as when something changed was found by an estimate
    /// @param whole whether the books have all hours that were asked for: where they do not, more may come
    public record Sum(
            long millis,
            long open,
            long filling,
            long unpriced,
            SortedMap<String, Long> cost,
            long unobserved,
            long everything,
            Optional<Long> millijoules,
            long uncertain,
            boolean whole) {
        private static final BigDecimal ALL = BigDecimal.ONE.setScale(6);

        public Sum {
            cost = new TreeMap<>(cost);
        }

        /// Whether nothing of it is expected to change.
        public boolean isSettled() {
            return whole && open == 0;
        }

        /// Returns the part of everything that was seen, to six decimals. It is rounded down, so that 1 is all of it.
        public BigDecimal coverage() {
            return everything == 0
                    ? ALL
                    : BigDecimal.valueOf(everything - unobserved)
                            .divide(BigDecimal.valueOf(everything), 6, RoundingMode.DOWN);
        }
    }

    /// What stands in the accounts of a key.
    ///
    /// @param by what the lines of the answer are told apart by
    /// @param key the values of that, in the same order
    public record Line(List<Dimension> by, List<Optional<String>> key, Sum sum) {
        public Line {
            by = List.copyOf(by);
            key = List.copyOf(key);
        }

        /// Returns the line's value of a dimension that the question was by, if it has one.
        public Optional<String> key(Dimension dimension) {
            var at = by.indexOf(dimension);
            if (at < 0) {
                throw new IllegalArgumentException("the question was not by %s, but by %s".formatted(dimension, by));
            }
            return key.get(at);
        }

        /// Returns the state, in an answer by state.
        public State state() {
            return key(Dimension.STATE).flatMap(State::of).orElseThrow();
        }
    }

    public LedgerAnswer {
        lines = List.copyOf(lines);
    }

    public LedgerAnswer withoutFilling() {
        return new LedgerAnswer(lines, total, count, capacity, Optional.empty());
    }

    /// Whether no line was left out.
    public boolean isWhole() {
        return lines.size() == count;
    }

    /// Returns what all lines cost, by currency.
    public Map<String, Long> cost() {
        return total.cost();
    }
}
