package io.gpuledger.analyzer.web;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Query;
import io.gpuledger.analyzer.web.api.Reading;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What rows are told apart by, and which of them are wanted: the parameter `by`, and a filter for each dimension that
/// has one.
final class GroupBy<D extends Enum<D>> {
    /// The dimensions that rows of one kind can be told apart by.
    ///
    /// @param most by how many of them at once
    /// @param usual those that count where nothing is asked for
    record Dimensions<D extends Enum<D>>(List<D> all, Function<D, String> word, int most, List<D> usual) {
        private String words(List<D> some) {
            return some.stream().map(word).collect(joining(","));
        }
    }

    private final Dimensions<D> dimensions;
    private final Several<D> by;
    private final Map<D, Several<String>> filters;

    GroupBy(Dimensions<D> dimensions, String meaning, Function<D, Optional<Several<String>>> filter) {
        this.dimensions = dimensions;
        var byWord = dimensions.all().stream().collect(Collectors.toUnmodifiableMap(dimensions.word(), each -> each));
        var words = dimensions.all().stream().map(dimensions.word()).toList();
        this.by = new Several<>(
                "by",
                Reading.oneOf("dimension", words)
                        .then(one -> Optional.ofNullable(byWord.get(one)).orElseThrow()),
                true,
                "`%s`".formatted(dimensions.words(dimensions.usual())),
                meaning);
        this.filters = none();
        dimensions.all().forEach(each -> filter.apply(each).ifPresent(parameter -> filters.put(each, parameter)));
    }

    private <V> Map<D, V> none() {
        return new EnumMap<>(dimensions.all().getFirst().getDeclaringClass());
    }

    Several<D> by() {
        return by;
    }

    Stream<Parameter> filters() {
        return filters.values().stream().map(filter -> filter);
    }

    List<D> by(Asked asked) {
        var wanted = asked.get(by);
        if (wanted.size() > dimensions.most() || wanted.stream().distinct().count() < wanted.size()) {
            asked.problem(by, "must name up to %d dimensions, each once".formatted(dimensions.most()));
            return dimensions.usual();
        }
        return wanted.isEmpty() ? dimensions.usual() : wanted;
    }

    /// Returns the values that count, of each dimension that was narrowed.
    Map<D, Set<String>> only(Asked asked) {
        var only = this.<Set<String>>none();
        filters.forEach((dimension, filter) -> {
            var values = asked.get(filter);
            if (!values.isEmpty()) {
                only.put(dimension, Set.copyOf(values));
            }
        });
        return only;
    }

    /// Asks for the same again.
    Query in(Query query, List<D> again, Map<D, Set<String>> only) {
        query.with(by, dimensions.words(again));
        filters.forEach((dimension, filter) ->
                only.getOrDefault(dimension, Set.of()).stream().sorted().forEach(value -> query.with(filter, value)));
        return query;
    }
}
