package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.PodDimension;
import io.gpuledger.analyzer.store.pods.PodQuestion;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.GroupBy.Dimensions;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Declares what can be asked about pods: how long they waited, and what interrupted them.
final class PodParameters {
    private static final List<PodDimension> USUAL = List.of(PodDimension.TEAM);

    private static final GroupBy<PodDimension> GROUP_BY = new GroupBy<>(
            new Dimensions<>(PodDimension.ALL, PodDimension::word, PodDimension.ALL.size(), USUAL),
            "What rows are told apart by, each once. A pod has a `sku` once it is on a node; its `size` is how many"
                    + " GPUs it asks for: `1`, `2-4`, `5-8` or `>8`.",
            dimension -> Optional.of(Filter.parameter(dimension.word())));

    private static final One<Integer> LIMIT =
            new One<>("limit", Reading.upTo(PodQuestion.LIMIT_MAX), 1_000, "1,000", "How many rows there may be.");

    static final List<Parameter> ALL = Stream.<Parameter>concat(
                    Stream.of(Hours.FROM, Hours.TO, GROUP_BY.by(), Format.PARAMETER, LIMIT), GROUP_BY.filters())
            .toList();

    private PodParameters() {}

    /// Returns what was asked. What lies ahead has not happened, so a wait is not longer than it is.
    static PodQuestion of(Asked asked, Instant now) {
        var window = Hours.of(asked, now);
        var until = Math.min(window.to(), Math.max(now.toEpochMilli(), window.from()));
        return new PodQuestion(
                new Span(window.from(), until), GROUP_BY.by(asked), GROUP_BY.only(asked), asked.get(LIMIT));
    }
}
