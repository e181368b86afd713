package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.FragmentedNode;
import io.gpuledger.analyzer.store.pods.StrandedTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Question;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Declares `/api/v1/fragmentation`.
final class FragmentationEndpoint {
    private record FragmentationQuestion(long at, Optional<String> cluster, int limit) {}

    private FragmentationEndpoint() {}

    static Endpoint<?, ?> of(StrandedTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/fragmentation",
                "how much of the GPUs that nobody holds is in pieces that are too small for the next pod",
                Question.of(
                        List.<Parameter>of(StrandedEndpoint.CLUSTER, StrandedEndpoint.AT, StrandedEndpoint.LIMIT),
                        asked -> new FragmentationQuestion(
                                StrandedEndpoint.at(asked, clock.millis()),
                                Optional.of(asked.get(StrandedEndpoint.CLUSTER)).filter(name -> !name.isEmpty()),
                                asked.get(StrandedEndpoint.LIMIT))),
                Document.of(FragmentationAnswer.SHAPE),
                asked -> new Answered<>(new FragmentationAnswer(
                        asked.at(), asked.limit(), FragmentedNode.of(tables.at(asked.at(), asked.cluster())))));
    }
}
