package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// How an owner used a unit in an hour. It stands beside the books, and nothing of it is booked.
///
/// @param hour its begin, in milliseconds since 1970
/// @param seen how long it held the unit past its start, as far as that was seen; in milliseconds of the whole unit,
///     whatever its share is
/// @param means the means over what was seen. There are none for a unit that it shared, as they are not its own
/// @param isShared whether it held a part of the unit only, as others might hold the rest
/// @param minutes how active the whole minutes of that time were
/// @param memoryPeak the most bytes that were in use at a reading: by its own processes where it shared the unit, else
///     by all
/// @param memoryTotal how many bytes the unit has
/// @param idle the times of the hour that lie in quiet runs that count as idle
public record Usage(
        UnitId unit,
        long hour,
        Owner owner,
        long seen,
        boolean isShared,
        Map<Measure, Double> means,
        Activity minutes,
        OptionalLong memoryPeak,
        OptionalLong memoryTotal,
        List<Span> idle) {
    /// Counts minutes by how active they were, as a part of the share.
    ///
    /// @param twentieths how many were active for less than 5 %, for 5 % to 10 %, and so on to 95 % and more
    public record Activity(List<Integer> twentieths) {
        public static final int PARTS = 20;
        /// The names of the counts in tables: each ends with the percentage from which on a minute is in it.
        public static final List<String> COLUMNS = IntStream.range(0, PARTS)
                .mapToObj(part -> "minutes_%02d".formatted(100 / PARTS * part))
                .toList();

        private static final int LOW_TO = PARTS / 10;
        private static final int HIGH_FROM = PARTS * 7 / 10;

        public Activity {
            twentieths = List.copyOf(twentieths);
            if (twentieths.size() != PARTS) {
                throw new IllegalArgumentException("minutes are counted by twentieths, not by " + twentieths.size());
            }
        }

        static Activity of(int[] twentieths) {
            return new Activity(Arrays.stream(twentieths).boxed().toList());
        }

        /// Returns how many minutes there were.
        public int all() {
            return sum(0, PARTS);
        }

        /// Returns how many of them had little activity: less than 10 %.
        public int low() {
            return sum(0, LOW_TO);
        }

        /// Returns how many of them had much activity: 70 % and more.
        public int high() {
            return sum(HIGH_FROM, PARTS);
        }

        private Activity and(Activity other) {
            return new Activity(IntStream.range(0, PARTS)
                    .mapToObj(part -> twentieths.get(part) + other.twentieths.get(part))
                    .toList());
        }

        private int sum(int from, int to) {
            var sum = 0;
            for (var part = from; part < to; part++) {
                sum += twentieths.get(part);
            }
            return sum;
        }
    }

    public Usage {
        means = Map.copyOf(means);
        idle = List.copyOf(idle);
    }

    /// Returns the usages of two parts of a GPU's time, the first of which ends where the second begins. The last usage
    /// of an owner in the first and its first one in the second are one.
    public static List<Usage> together(List<Usage> first, List<Usage> second) {
        if (first.isEmpty()) {
            return second;
        }
        var all = new ArrayList<>(first);
        var open = new HashMap<Whose, Integer>();
        for (var i = 0; i < first.size(); i++) {
            open.put(Whose.of(first.get(i)), i);
        }
        for (var usage : second) {
            Optional.ofNullable(open.remove(Whose.of(usage)))
                    .ifPresentOrElse(at -> all.set(at, all.get(at).and(usage)), () -> all.add(usage));
        }
        return all;
    }

    private record Whose(UnitId unit, long hour, Owner owner, boolean isShared) {
        static Whose of(Usage usage) {
            return new Whose(usage.unit, usage.hour, usage.owner, usage.isShared);
        }
    }

    private Usage and(Usage later) {
        return new Usage(
                unit,
                hour,
                owner,
                seen + later.seen,
                isShared,
                means(later),
                minutes.and(later.minutes),
                most(memoryPeak, later.memoryPeak),
                most(memoryTotal, later.memoryTotal),
                Span.union(Stream.concat(idle.stream(), later.idle.stream()).toList()));
    }

    private Map<Measure, Double> means(Usage later) {
        var both = new EnumMap<Measure, Double>(Measure.class);
        both.putAll(later.means);
        means.forEach((measure, mean) -> both.merge(
                measure, mean, (other, own) -> (other * later.seen + own * seen) / Math.max(1, seen + later.seen)));
        return both;
    }

    private static OptionalLong most(OptionalLong one, OptionalLong other) {
        return LongStream.concat(one.stream(), other.stream()).max();
    }
}
