package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.PodDimension;
import io.gpuledger.analyzer.store.pods.PodQuestion;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.GroupBy.Dimensions;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter;
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

    private static final Paging PAGING = Paging.of(PodQuestion.LIMIT_MAX, 1_000, "rows");

    static final List<Parameter> ALL = Stream.of(
                    Stream.<Parameter>of(Hours.FROM, Hours.TO, GROUP_BY.by(), Format.PARAMETER),
                    PAGING.parameters().stream(),
                    GROUP_BY.filters())
            .<Parameter>flatMap(some -> some)
            .toList();

    /// The same, where rows are told apart by nothing that is asked for.
    static final List<Parameter> WITHOUT_BY =
            ALL.stream().filter(parameter -> !parameter.equals(GROUP_BY.by())).toList();

    private PodParameters() {}

    /// Holds what was asked, and for which page of the answer.
    record Paged(PodQuestion question, Page page) {}

    /// Returns what was asked. What lies ahead has not happened, so a wait is not longer than it is.
    static Paged of(Asked asked, Instant now) {
        return of(asked, GROUP_BY.by(asked), now);
    }

    /// Returns what was asked, where rows are told apart by nothing that is asked for.
    static Paged withoutBy(Asked asked, Instant now) {
        return of(asked, List.of(), now);
    }

    private static Paged of(Asked asked, List<PodDimension> by, Instant now) {
        var window = Hours.of(asked, now);
        var until = Math.min(window.to(), Math.max(now.toEpochMilli(), window.from()));
        var page = PAGING.of(asked, Hours.again(window));
        return new Paged(
                new PodQuestion(new Span(window.from(), until), by, GROUP_BY.only(asked), page.skip(), page.limit()),
                page);
    }
}
