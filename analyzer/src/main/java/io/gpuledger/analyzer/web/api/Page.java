package io.gpuledger.analyzer.web.api;

import java.util.List;
import java.util.Optional;

/// Says which part of a list is asked for.
///
/// @param number from 1
/// @param again asks for the same, up to the number of the page
public record Page(int number, int limit, String again) {
    /// Returns the first page of a list that a page for people shows, which has no other.
    public static Page first(int limit) {
        return new Page(1, limit, "page=");
    }

    static int last(int limit) {
        return Paging.SKIP_MAX / limit + 1;
    }

    /// Returns how many come before it.
    public int skip() {
        return (number - 1) * limit;
    }

    public <T> List<T> of(List<T> all) {
        return all.stream().skip(skip()).limit(limit).toList();
    }

    /// Returns the number of the page after this one. There is none where the list ends on this page, and none where it
    /// could not be asked for.
    public Optional<Integer> next(long count) {
        return (long) number * limit < count && number < last(limit) ? Optional.of(number + 1) : Optional.empty();
    }

    /// Returns the query of the page after this one.
    public Optional<String> nextQuery(long count) {
        return next(count).map(next -> again + next);
    }
}
