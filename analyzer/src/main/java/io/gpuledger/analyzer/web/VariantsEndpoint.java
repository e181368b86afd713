package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.findings.FailureTables;
import io.gpuledger.analyzer.web.FailureParameters.Wanted;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Question;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// Declares `/api/v1/variants`.
final class VariantsEndpoint {
    private record Listed(Wanted wanted, Page page) {}

    private static final int ROWS_MAX = 10_000;
    private static final Paging PAGING = Paging.withTable(ROWS_MAX, 1_000, "variants");
    private static final List<Parameter> ALL = Stream.concat(
                    FailureParameters.OF_ALL.stream(), PAGING.parameters().stream())
            .toList();

    private VariantsEndpoint() {}

    static Endpoint<?, ?> of(FailureTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/variants",
                "which nodes run what on their GPUs (driver, CUDA, VBIOS, ECC), and how often they fail with each",
                Question.of(ALL, asked -> listed(asked, clock.instant())),
                Document.of(VariantsAnswer.SHAPE).orTable(VariantsAnswer.TABLE).inPages(VariantsAnswer::next),
                listed -> new Answered<>(new VariantsAnswer(
                        listed.wanted().window(),
                        listed.page(),
                        tables.variants(
                                listed.wanted().window(), listed.wanted().cluster()))));
    }

    private static Listed listed(Asked asked, Instant now) {
        var wanted = FailureParameters.wanted(asked, now);
        return new Listed(wanted, PAGING.ofTable(asked, ROWS_MAX, FailureParameters.again(wanted)));
    }
}
