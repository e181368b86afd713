package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.ledger.State;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/// Reckons what a change would have saved: of each hour a part of what was booked in some states. All is
/// rounded down. Nothing is saved of what was unhealthy or unobserved, as nobody knows what the workload would
/// have done.
final class Savings {
    static final long WEEK = 7L * 24 * 3_600_000;
    static final Set<State> HELD =
            Collections.unmodifiableSet(EnumSet.of(State.STARTING, State.IDLE, State.USED, State.UNDERUSED));
    static final Set<State> IDLE = Collections.unmodifiableSet(EnumSet.of(State.IDLE));

    private Savings() {}

    /// @param part of what was booked in each hour: from 0 to 1
    static Saving of(WorkloadWeeks weeks, Set<State> states, ToDoubleFunction<WorkedHour> part) {
        var window = weeks.window();
        var byWeek = new long[Math.toIntExact(Math.max(1, window.millis() / WEEK))];
        var cost = new TreeMap<String, Long>();
        for (var hour : weeks.hours()) {
            var week = Math.clamp((hour.hour() - window.from()) / WEEK, 0, byWeek.length - 1);
            var its = Math.clamp(part.applyAsDouble(hour), 0.0, 1.0);
            byWeek[week] += (long) (its * millis(hour, states));
            if (week == byWeek.length - 1) {
                addCost(hour, states, its, cost);
            }
        }
        return new Saving(
                byWeek[byWeek.length - 1],
                LongStream.of(byWeek).min().orElse(0),
                LongStream.of(byWeek).max().orElse(0),
                cost);
    }

    static Saving none() {
        return new Saving(0, 0, 0, new TreeMap<>());
    }

    /// Returns what was booked in some states in an hour.
    static long millis(WorkedHour hour, Set<State> states) {
        var sum = 0L;
        for (var state : states) {
            sum += hour.held().getOrDefault(state, 0L);
        }
        return sum;
    }

    private static void addCost(WorkedHour hour, Set<State> states, double part, Map<String, Long> sums) {
        for (var state : states) {
            hour.cost().getOrDefault(state, Map.of()).forEach((currency, amount) -> {
                var its = (long) (part * amount);
                if (its > 0) {
                    sums.merge(currency, its, Long::sum);
                }
            });
        }
    }
}
