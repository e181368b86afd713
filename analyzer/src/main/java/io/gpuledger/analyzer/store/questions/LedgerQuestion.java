package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Asks how much stands in which accounts.
///
/// @param window whole hours
/// @param by what its lines are told apart by, in the order that they are sorted by
/// @param only for each dimension the values that count; an empty one stands for none
/// @param limit how many lines there may be
/// @param skip how many come before
public record LedgerQuestion(Span window, List<Dimension> by, Map<Dimension, Set<String>> only, int limit, int skip) {
    public static final int LIMIT_MAX = 10_000;
    public static final int SKIP_MAX = 1_000_000;
    public static final int BY_MAX = 6;

    public LedgerQuestion {
        by = List.copyOf(by);
        var filters = new EnumMap<Dimension, Set<String>>(Dimension.class);
        only.forEach((dimension, values) -> filters.put(dimension, Set.copyOf(values)));
        only = filters;
        require(window.from() % Hour.MILLIS == 0 && window.to() % Hour.MILLIS == 0, "whole hours", window);
        require(!by.isEmpty() && by.size() <= BY_MAX, "1 to 6 dimensions", by);
        require(by.stream().distinct().count() == by.size(), "each dimension once", by);
        require(only.keySet().stream().allMatch(Dimension::isFilter), "no time as a filter", only);
        require(limit > 0 && limit <= LIMIT_MAX, "1 to 10000 lines", limit);
        require(skip >= 0 && skip <= SKIP_MAX, "up to 1000000 lines before", skip);
    }

    private static void require(boolean isSo, String rule, Object value) {
        if (!isSo) {
            throw new IllegalArgumentException("a question takes %s, not %s".formatted(rule, value));
        }
    }

    /// Asks for all lines that there can be at once.
    public static LedgerQuestion of(Span window, Dimension... by) {
        return new LedgerQuestion(window, List.of(by), Map.of(), LIMIT_MAX, 0);
    }

    public LedgerQuestion only(Dimension dimension, String value) {
        return only(dimension, Set.of(value));
    }

    public LedgerQuestion only(Dimension dimension, Set<String> values) {
        var filters = new EnumMap<Dimension, Set<String>>(Dimension.class);
        filters.putAll(only);
        filters.put(dimension, values);
        return new LedgerQuestion(window, by, filters, limit, skip);
    }

    /// Returns the time that a line of the answer is of: its hour, its day as far as that is in the window, or all of
    /// the window.
    ///
    /// @param key its values of what lines are told apart by
    Span window(List<Optional<String>> key) {
        return time(key, Dimension.HOUR)
                .map(hour -> Instant.parse(hour).toEpochMilli())
                .map(begin -> new Span(begin, begin + Hour.MILLIS))
                .or(() -> time(key, Dimension.DAY)
                        .map(day -> Instant.parse(day + "T00:00:00Z").toEpochMilli())
                        .map(begin -> window.within(
                                new Span(begin, begin + Duration.ofDays(1).toMillis()))))
                .orElse(window);
    }

    private Optional<String> time(List<Optional<String>> key, Dimension dimension) {
        var at = by.indexOf(dimension);
        return at < 0 ? Optional.empty() : key.get(at);
    }

    /// Whether sums by the hour can answer it, which are few.
    boolean isOfSums() {
        return Stream.concat(by.stream(), only.keySet().stream()).allMatch(Dimension::isSummed);
    }
}
