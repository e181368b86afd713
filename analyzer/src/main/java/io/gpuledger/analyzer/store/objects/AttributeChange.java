package io.gpuledger.analyzer.store.objects;

import java.time.Duration;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// The values that an attribute had, each from an instant until the next, as the database has them and as they are by
/// what is told now. Of the past it holds only what is needed for that. An object that is told of late, but soon before
/// it came to have that same value, had it earlier than had been thought. Of two values at the same instant the greater
/// counts, so that they may come in any order.
///
/// Long before, it may have had the value twice, and another one in between: where a past is read from the newest week
/// back, the weeks that are told of already are not told again. So that what they say stands, two values that follow
/// each other may then be the same.
final class AttributeChange {
    /// Shorter than a past is read on behind its end, so that what no longer stands by itself is told once more.
    private static final long SOON_MILLIS = Duration.ofMinutes(30).toMillis();

    private final NavigableMap<Long, Optional<String>> before = new TreeMap<>();
    private final NavigableMap<Long, Optional<String>> now = new TreeMap<>();

    /// Puts in a value that the database has.
    void known(long since, Optional<String> value) {
        before.put(since, value);
        now.put(since, value);
    }

    /// @param value nothing where it was said that there is none
    void seen(long millis, Optional<String> value) {
        var same = Optional.ofNullable(now.get(millis));
        if (same.isPresent() ? isLess(same.get(), value) : !earlier(millis).equals(value)) {
            put(millis, value);
        }
    }

    /// Whether it is known to have come to have a value after that.
    boolean isSomethingAfter(long millis) {
        return now.tailMap(millis, false).values().stream().anyMatch(Optional::isPresent);
    }

    private static boolean isLess(Optional<String> one, Optional<String> other) {
        return other.isPresent() && (one.isEmpty() || one.get().compareTo(other.get()) < 0);
    }

    private Optional<String> earlier(long millis) {
        var floor = now.lowerEntry(millis);
        return floor == null ? Optional.empty() : floor.getValue();
    }

    private void put(long millis, Optional<String> value) {
        if (earlier(millis).equals(value)) {
            now.remove(millis);
        } else {
            now.put(millis, value);
        }
        var next = now.higherEntry(millis);
        if (next != null && next.getValue().equals(value) && next.getKey() - millis < SOON_MILLIS) {
            now.remove(next.getKey());
        }
    }

    NavigableMap<Long, Optional<String>> before() {
        return before;
    }

    NavigableMap<Long, Optional<String>> now() {
        return now;
    }
}
