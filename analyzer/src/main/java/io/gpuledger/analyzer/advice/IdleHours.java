package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The hours of the day, of UTC and in one stretch, in which a workload is idle on most days.
///
/// An hour is idle when at least 95 % of what is held in it is idle. An hour of the day belongs to the stretch
/// when it is idle on at least 80 % of the days on which it is held, and on two of them at least. The longest
/// stretch counts, if it is four hours or longer.
///
/// @param from the hour of the day that it begins with
/// @param length how many hours it has; 24 where it is the whole day
/// @param idle how many stretches were idle from begin to end
/// @param of how many there were in which something was held from begin to end
record IdleHours(int from, int length, long idle, long of) {
    /// A little work, such as a check of whether it lives, does not make a night a busy one.
    static final double IDLE_LEAST = 0.95;
    /// Somebody works late now and then.
    static final double DAYS_LEAST = 0.8;

    static final int STRETCHES_LEAST = 2;
    /// For less, to stop and to start again is not worth the trouble.
    static final int LENGTH_LEAST = 4;

    private static final int DAY = 24;

    static Optional<IdleHours> of(List<WorkedHour> hours) {
        var held = hours.stream().filter(IdleHours::isHeld).toList();
        var byHourOfDay = held.stream().collect(Collectors.groupingBy(hour -> ofDay(hour.hour())));
        var best = new int[2];
        for (var from = 0; from < DAY; from++) {
            var length = 0;
            while (length < DAY && isRegular(byHourOfDay.getOrDefault((from + length) % DAY, List.of()))) {
                length++;
            }
            if (length > best[1]) {
                best = new int[] {from, length};
            }
        }
        return best[1] < LENGTH_LEAST ? Optional.empty() : counted(held, best[0], best[1]);
    }

    /// Whether an hour that begins at an instant is in the stretch.
    boolean contains(long hour) {
        return Math.floorMod(ofDay(hour) - from, DAY) < length;
    }

    boolean isAlways() {
        return length == DAY;
    }

    /// Whether what is held in an hour is idle.
    static boolean isIdle(WorkedHour hour) {
        return hour.held().getOrDefault(State.IDLE, 0L) >= IDLE_LEAST * Savings.millis(hour, Savings.HELD);
    }

    /// Returns in words when it is and how often it was so.
    String words() {
        var nights = "on %d of %d days".formatted(idle, of);
        return isAlways()
                ? "all day, " + nights
                : "from %s to %s UTC, %s".formatted(Words.clock(from), Words.clock(from + length), nights);
    }

    private static Optional<IdleHours> counted(List<WorkedHour> held, int from, int length) {
        var byBegin = held.stream()
                .collect(Collectors.toMap(WorkedHour::hour, Function.identity(), (one, _) -> one, TreeMap::new));
        var stretches = byBegin.keySet().stream()
                .filter(begin -> ofDay(begin) == from)
                .map(begin -> stretch(byBegin, begin, length))
                .filter(stretch -> stretch.size() == length)
                .toList();
        var idle = stretches.stream()
                .filter(stretch -> stretch.stream().allMatch(IdleHours::isIdle))
                .count();
        return idle < STRETCHES_LEAST || 2 * idle <= stretches.size()
                ? Optional.empty()
                : Optional.of(new IdleHours(from, length, idle, stretches.size()));
    }

    private static Collection<WorkedHour> stretch(TreeMap<Long, WorkedHour> byBegin, long begin, int length) {
        return byBegin.subMap(begin, begin + length * Hour.MILLIS).values();
    }

    private static boolean isHeld(WorkedHour hour) {
        return Savings.millis(hour, Savings.HELD) >= Hour.MILLIS / 2;
    }

    private static boolean isRegular(List<WorkedHour> days) {
        var idle = days.stream().filter(IdleHours::isIdle).count();
        return idle >= STRETCHES_LEAST && idle >= DAYS_LEAST * days.size();
    }

    private static int ofDay(long hour) {
        return (int) Math.floorMod(Math.floorDiv(hour, Hour.MILLIS), (long) DAY);
    }
}
