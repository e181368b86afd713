package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.placement.PlacementTables;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Question;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Declares `/api/v1/placements`.
final class PlacementsEndpoint {
    private record Wanted(Span window, Optional<String> cluster) {}

    private PlacementsEndpoint() {}

    static Endpoint<?, ?> of(PlacementTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/placements",
                "what it has cost that workloads share nodes, and that they are packed or spread",
                Question.of(
                        List.<Parameter>of(Hours.FROM, Hours.TO, FindingParameters.CLUSTER, Format.PARAMETER),
                        asked -> {
                            // The table is the same answer, written in another way.
                            var _ = asked.format();
                            return new Wanted(Hours.of(asked, clock.instant()), asked.get(FindingParameters.CLUSTER));
                        }),
                Document.of(PlacementsAnswer.SHAPE).orTable(PlacementLine.TABLE),
                wanted -> new Answered<>(tables.answer(wanted.window(), wanted.cluster())));
    }
}
