package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.time.Span;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Asks what became of pods within a time.
///
/// @param by what rows are told apart by; each once
/// @param only which values are wanted; the empty text is that of pods which have none
/// @param skip how many rows come before
/// @param limit how many rows, at most
public record PodQuestion(
        Span window, List<PodDimension> by, Map<PodDimension, Set<String>> only, int skip, int limit) {
    public static final int LIMIT_MAX = 10_000;

    public PodQuestion {
        by = List.copyOf(by);
        only = Map.copyOf(only);
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException("a question takes 1 to 10000 rows, not " + limit);
        }
    }

    public static PodQuestion of(Span window, PodDimension... by) {
        return new PodQuestion(window, List.of(by), Map.of(), 0, LIMIT_MAX);
    }

    public PodQuestion only(PodDimension dimension, String value) {
        var filters = new EnumMap<PodDimension, Set<String>>(PodDimension.class);
        filters.putAll(only);
        filters.put(dimension, Set.of(value));
        return new PodQuestion(window, by, filters, skip, limit);
    }

    boolean wants(SeenPod pod) {
        return only.entrySet().stream()
                .allMatch(filter ->
                        filter.getValue().contains(filter.getKey().of(pod).orElse("")));
    }

    /// Says whether pods that have this of a dimension may be wanted.
    boolean wants(PodDimension dimension, String value) {
        var values = only.get(dimension);
        return values == null || values.contains(value);
    }

    /// Says whether pods of the team that pays for this one are wanted.
    boolean wantsTeamOf(SeenPod pod) {
        return wants(PodDimension.TEAM, pod.team());
    }

    List<Optional<String>> key(SeenPod pod) {
        return by.stream().map(dimension -> dimension.of(pod)).toList();
    }
}
