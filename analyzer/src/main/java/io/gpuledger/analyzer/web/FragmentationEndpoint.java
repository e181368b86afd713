package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.FragmentedNode;
import io.gpuledger.analyzer.store.pods.StrandedTables;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Question;
import java.time.InstantSource;
import java.util.Optional;

/// Declares `/api/v1/fragmentation`.
final class FragmentationEndpoint {
    private record FragmentationQuestion(long at, Optional<String> cluster, Page page) {}

    private FragmentationEndpoint() {}

    static Endpoint<?, ?> of(StrandedTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/fragmentation",
                "how much of the GPUs that nobody holds is in pieces that are too small for the next pod",
                Question.of(
                        StrandedEndpoint.PAGING.after(StrandedEndpoint.CLUSTER, StrandedEndpoint.AT),
                        asked -> question(asked, StrandedEndpoint.at(asked, clock.millis()))),
                Document.of(FragmentationAnswer.SHAPE).inPages(FragmentationAnswer::next),
                asked -> new Answered<>(new FragmentationAnswer(
                        asked.at(), asked.page(), FragmentedNode.of(tables.at(asked.at(), asked.cluster())))));
    }

    private static FragmentationQuestion question(Asked asked, long at) {
        return new FragmentationQuestion(
                at,
                Optional.of(asked.get(StrandedEndpoint.CLUSTER)).filter(name -> !name.isEmpty()),
                StrandedEndpoint.page(asked, at));
    }
}
