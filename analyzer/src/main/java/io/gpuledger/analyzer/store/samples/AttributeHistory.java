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

/// What an attribute of a unit was, by all that was told of it. Each value holds from when it was told until another
/// was, and the first holds for all time before. The history follows from what was told and when, in whatever order it
/// came, and does not grow by what is told again. It is immutable.
final class AttributeHistory {
    static final long EVER = Long.MIN_VALUE;

    static final Span ALWAYS = new Span(EVER, Long.MAX_VALUE);

    /// No two neighbours are the same.
    private final NavigableMap<Long, String> values;

    private AttributeHistory(NavigableMap<Long, String> values) {
        this.values = values;
    }

    static AttributeHistory always(String value) {
        return new AttributeHistory(new TreeMap<>(Map.of(EVER, value)));
    }

    /// Returns the same history with another value from an instant on.
    AttributeHistory with(long since, String value) {
        var changed = new TreeMap<>(values);
        changed.put(since, value);
        return new AttributeHistory(changed);
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

    /// Returns since when it has been what it is now.
    long steady() {
        return values.lastKey();
    }

    Map<Long, String> values() {
        return values;
    }

    /// Returns the history with a value that was told of an instant. A value that comes late, of a time of which
    /// something else had been thought, holds until the next time that the unit was told of: then it was what had
    /// been thought. Of two values of the same instant the greater counts.
    ///
    /// @param first when the unit was first told of
    /// @param next when it was told of next, as far as that is known already
    AttributeHistory told(long millis, String value, long first, OptionalLong next) {
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

    private static AttributeHistory apart(NavigableMap<Long, String> values) {
        var apart = new TreeMap<Long, String>();
        values.forEach((since, value) -> {
            if (apart.isEmpty() || !apart.lastEntry().getValue().equals(value)) {
                apart.put(since, value);
            }
        });
        return new AttributeHistory(apart);
    }

    /// Returns what a unit was, by the histories of its attributes.
    ///
    /// @param last as it was last told to be
    /// @param histories of what was ever another
    static Timeline<Unit> timeline(Unit last, Map<UnitAttribute, AttributeHistory> histories) {
        if (histories.isEmpty()) {
            return Timeline.always(last);
        }
        var units = new HashMap<Long, Optional<Unit>>();
        for (var history : histories.values()) {
            history.values.keySet().forEach(since -> units.put(since, Optional.of(at(since, last, histories))));
        }
        return Timeline.of(units);
    }

    private static Unit at(long millis, Unit last, Map<UnitAttribute, AttributeHistory> histories) {
        var unit = last;
        for (var history : histories.entrySet()) {
            unit = history.getKey().in(unit, history.getValue().at(millis));
        }
        return unit;
    }

    /// Returns the time from the first to the last instant at which this history differs from an earlier one, if it
    /// does.
    Optional<Span> since(AttributeHistory before) {
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
        return other instanceof AttributeHistory that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }
}
