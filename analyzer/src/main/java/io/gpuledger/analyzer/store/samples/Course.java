package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// What an attribute of a unit was, by all that was told of it: each value from when it was told until another was, and
/// the first from ever on. It follows from what was told and when, whatever came first, and is not longer for what is
/// told again. Immutable.
final class Course {
    static final long EVER = Long.MIN_VALUE;

    static final Span ALWAYS = new Span(EVER, Long.MAX_VALUE);

    /// No two neighbours are the same.
    private final NavigableMap<Long, String> values;

    private Course(NavigableMap<Long, String> values) {
        this.values = values;
    }

    static Course always(String value) {
        return new Course(new TreeMap<>(Map.of(EVER, value)));
    }

    /// The same, with a value from an instant on.
    Course with(long since, String value) {
        var changed = new TreeMap<>(values);
        changed.put(since, value);
        return new Course(changed);
    }

    String at(long millis) {
        return values.floorEntry(millis).getValue();
    }

    String last() {
        return values.lastEntry().getValue();
    }

    /// Whether it was ever another than it is.
    boolean isAnother() {
        return values.size() > 1;
    }

    /// Since when it is what it is now.
    long steady() {
        return values.lastKey();
    }

    Map<Long, String> values() {
        return values;
    }

    /// With a word of it. Word that comes late, of a time of which something else had been thought, is true until the
    /// next time that the unit was told of: then it was what had been thought. Of two words of the same instant the
    /// greater counts.
    ///
    /// @param first when the unit was first told of
    /// @param next when it was told of next, as far as that is known already
    Course told(long millis, String value, long first, OptionalLong next) {
        var stood = at(millis);
        var isTold = millis == first || values.containsKey(millis);
        if (value.equals(stood) || (isTold && value.compareTo(stood) < 0)) {
            return this;
        }
        var changed = new TreeMap<>(values);
        var turn = Optional.ofNullable(values.higherKey(millis)).orElse(Long.MAX_VALUE);
        if (next.isPresent() && next.getAsLong() < turn) {
            changed.put(next.getAsLong(), stood);
        }
        changed.put(millis <= first ? EVER : millis, value);
        return apart(changed);
    }

    private static Course apart(NavigableMap<Long, String> values) {
        var apart = new TreeMap<Long, String>();
        values.forEach((since, value) -> {
            if (apart.isEmpty() || !apart.lastEntry().getValue().equals(value)) {
                apart.put(since, value);
            }
        });
        return new Course(apart);
    }

    /// What a unit was.
    ///
    /// @param last as it was last told to be
    /// @param courses of what was ever another
    static Timeline<Unit> timeline(Unit last, Map<UnitAttribute, Course> courses) {
        if (courses.isEmpty()) {
            return Timeline.always(last);
        }
        var units = new HashMap<Long, Optional<Unit>>();
        for (var course : courses.values()) {
            course.values.keySet().forEach(since -> units.put(since, Optional.of(at(since, last, courses))));
        }
        return Timeline.of(units);
    }

    private static Unit at(long millis, Unit last, Map<UnitAttribute, Course> courses) {
        var unit = last;
        for (var course : courses.entrySet()) {
            unit = course.getKey().in(unit, course.getValue().at(millis));
        }
        return unit;
    }

    /// From the first to the last instant at which it is another than before; nothing where it is the same.
    Optional<Span> since(Course before) {
        var instants = new TreeMap<>(values);
        instants.putAll(before.values);
        var different = instants.keySet().stream()
                .filter(instant -> !at(instant).equals(before.at(instant)))
                .toList();
        if (different.isEmpty()) {
            return Optional.empty();
        }
        var end = Optional.ofNullable(instants.higherKey(different.getLast())).orElse(Long.MAX_VALUE);
        return Optional.of(new Span(different.getFirst(), end));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Course that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }
}
