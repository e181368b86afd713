package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Reading;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// A parameter that says which rows are wanted.
///
/// @param value what of a row must be among the values that were given; a row without one has the empty text
record Filter<R>(Several<String> parameter, Function<R, Optional<String>> value) {
    static Several<String> parameter(String name) {
        return new Several<>(name, Reading.TEXT, false, "all", "Only these. Empty, as in `team=`: what has none.");
    }

    /// A filter by a value that every row has, and that is one of some words.
    static Several<String> parameter(String name, Reading<String> reading) {
        return new Several<>(name, reading, false, "all", "Only these.");
    }

    /// Says of a row whether all filters want it.
    static <R> Predicate<R> all(List<Filter<R>> filters, Asked asked) {
        return filters.stream().map(filter -> filter.of(asked)).reduce(_ -> true, Predicate::and);
    }

    private Predicate<R> of(Asked asked) {
        return of(asked.get(parameter));
    }

    /// Says of a row whether it is wanted where these were given.
    Predicate<R> of(List<String> wanted) {
        return row -> wanted.isEmpty() || wanted.contains(value.apply(row).orElse(""));
    }
}
