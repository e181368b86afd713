package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.store.pods.WaitingDimension;
import io.gpuledger.analyzer.store.pods.WaitingQuestion;
import io.gpuledger.analyzer.web.GroupBy.Dimensions;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Declares what `/api/v1/free-while-waiting` can be asked.
final class FreeWhileWaitingParameters {
    private static final List<WaitingDimension> USUAL =
            List.of(WaitingDimension.FREE_SKU, WaitingDimension.WANTED_SKU, WaitingDimension.REASON);

    private static final GroupBy<WaitingDimension> GROUP_BY = new GroupBy<>(
            new Dimensions<>(WaitingDimension.ALL, WaitingDimension::word, WaitingDimension.ALL.size(), USUAL),
            "What rows are told apart by, each once. The `team` is that of the pods which waited; `wanted_sku` names"
                    + " the kinds of GPUs that they would have taken, and is `null` for any.",
            dimension -> Optional.of(filter(dimension)));

    private static final Paging PAGING = Paging.of(WaitingQuestion.LIMIT_MAX, 1_000, "rows");

    static final List<Parameter> ALL = Stream.of(
                    Stream.<Parameter>of(Hours.FROM, Hours.TO, GROUP_BY.by(), Format.PARAMETER),
                    PAGING.parameters().stream(),
                    GROUP_BY.filters())
            .<Parameter>flatMap(some -> some)
            .toList();

    /// Holds what was asked, and for which page of the answer.
    record Paged(WaitingQuestion question, Page page) {}

    private FreeWhileWaitingParameters() {}

    private static Several<String> filter(WaitingDimension dimension) {
        return switch (dimension) {
            case REASON ->
                Filter.parameter(
                        dimension.word(),
                        Reading.oneOf(
                                "reason",
                                Blocker.ALL.stream().map(Blocker::word).toList()));
            case CLUSTER, TEAM, FREE_SKU, WANTED_SKU -> Filter.parameter(dimension.word());
        };
    }

    static Paged of(Asked asked, Instant now) {
        // The table is the same answer, written in another way.
        var _ = asked.format();
        var window = Hours.of(asked, now);
        var page = PAGING.of(asked, Hours.again(window));
        return new Paged(
                new WaitingQuestion(window, GROUP_BY.by(asked), GROUP_BY.only(asked), page.skip(), page.limit()), page);
    }
}
