package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.ledger.Usage;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// An hour of a workload: what it held, and how it used that.
///
/// @param hour its begin, in milliseconds since 1970
/// @param held milliseconds of GPUs by state, as they are booked
/// @param cost what that costs by state, and by currency in millionths of it
/// @param use how it used what it held, as far as anything was seen past the starts of its pods
public record WorkedHour(long hour, Map<State, Long> held, Map<State, Map<String, Long>> cost, Optional<Use> use) {
    /// How the units that a workload held in an hour were used. A unit that it held twice counts twice.
    ///
    /// @param units how many units its pods held
    /// @param pods how many pods these were
    /// @param podUnits the most units that one of its pods held
    /// @param podUsedUnits the most units of one pod that did anything: that were active for more than 5 % in
    ///     any minute, or had more than a gibibyte in use
    /// @param podActiveUnits the most units of one pod that were active for more than 5 % in any minute
    /// @param seen milliseconds of whole units that were seen
    /// @param means the means over what was seen; there are none of units that it shared
    /// @param minutes how many whole minutes of units had an activity in each twentieth, from below 5 % to 95 %
    ///     and more
    /// @param peaks the sum over its units of the most that each was active in any minute: no minute of the
    ///     hour had more to do than that
    /// @param memoryPeak the most bytes that were in use on one unit
    /// @param memoryTotal how many bytes such a unit has
    /// @param sharedUnits how many of the units it shared with others
    /// @param crowding the most that the memory peaks of all holders of a shared unit add up to, as a part of
    ///     its memory
    public record Use(
            int units,
            int pods,
            int podUnits,
            int podUsedUnits,
            int podActiveUnits,
            long seen,
            Map<Measure, Double> means,
            List<Long> minutes,
            double peaks,
            OptionalLong memoryPeak,
            OptionalLong memoryTotal,
            int sharedUnits,
            OptionalDouble crowding) {
        /// Minutes are counted by so many parts of the activity, as the ledger counts them.
        public static final int PARTS = Usage.Activity.PARTS;

        public Use {
            means = copy(Measure.class, means);
            minutes = List.copyOf(minutes);
            if (minutes.size() != PARTS) {
                throw new IllegalArgumentException("minutes are counted by twentieths, not by " + minutes.size());
            }
        }
    }

    public WorkedHour {
        var states = new EnumMap<State, Map<String, Long>>(State.class);
        cost.forEach((state, its) -> states.put(state, Map.copyOf(its)));
        held = copy(State.class, held);
        cost = Collections.unmodifiableMap(states);
    }

    /// Copies into a map that is quicker to read than that of [Map#copyOf]: all letters read millions of hours.
    private static <K extends Enum<K>, V> Map<K, V> copy(Class<K> keys, Map<K, V> map) {
        var copy = new EnumMap<K, V>(keys);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }
}
