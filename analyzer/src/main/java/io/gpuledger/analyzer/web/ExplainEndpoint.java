package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.cluster.kubernetes.Manifest;
import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.diagnosis.Proposal;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Parameter.Body;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Declares `/api/v1/explain`, which says the same as the command.
final class ExplainEndpoint {
    /// How long a manifest may be.
    static final int BYTES_MAX = 256 * 1024;

    private static final Body<List<PodTemplate>> MANIFEST = new Body<>(
            "manifest",
            new Reading<>(Schema.Plain.TEXT, Manifest::read),
            List.of(),
            BYTES_MAX,
            List.of("application/yaml", "application/json"),
            "A pod, or anything that makes pods, in YAML or JSON, as the body of the request. Several documents may"
                    + " follow each other.");
    private static final One<String> NAMESPACE = new One<>(
            "namespace", Reading.TEXT, "default", "`default`", "The namespace of pods whose manifest names none.");
    private static final One<Optional<String>> CLUSTER = new One<>(
            "cluster",
            Reading.TEXT.then(Optional::of),
            Optional.empty(),
            "the only one",
            "The cluster that they would be made in. It may be left out where there is only one.");

    /// Pods that nobody has made yet.
    record Proposed(List<PodTemplate> templates, String namespace, Optional<String> cluster, long millis) {}

    private ExplainEndpoint() {}

    static Endpoint<?, ?> of(BacklogTables backlogs, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/explain",
                        "whether pods that nobody has made yet would start now, or what would keep them, and what"
                                + " would change that",
                        Question.of(List.of(MANIFEST, CLUSTER, NAMESPACE), asked -> proposed(asked, clock)),
                        Document.of(ExplainPage.SHAPE),
                        proposed -> answer(proposed, backlogs))
                .orNotFound("the cluster is not known, or none is named and there are several");
    }

    private static Proposed proposed(Asked asked, InstantSource clock) {
        return new Proposed(asked.get(MANIFEST), asked.get(NAMESPACE), asked.get(CLUSTER), clock.millis());
    }

    static Outcome<ExplainPage> answer(Proposed proposed, BacklogTables tables) {
        var known = tables.clusters();
        return BacklogTables.cluster(proposed.cluster(), known)
                .<Outcome<ExplainPage>>map(cluster -> new Answered<>(page(proposed, cluster, tables)))
                .orElseGet(() -> new NotFound<>(
                        known.isEmpty()
                                ? "no cluster has told of any node"
                                : "cluster must name one of those that are known: " + String.join(", ", known)));
    }

    private static ExplainPage page(Proposed proposed, String cluster, BacklogTables tables) {
        var backlogs = tables.forProposals(proposed.millis(), cluster);
        var backlog = Optional.ofNullable(backlogs.byCluster().get(cluster)).orElseThrow();
        return new ExplainPage(
                cluster,
                proposed.millis(),
                Optional.ofNullable(backlogs.told().get(cluster)),
                proposed.templates().stream()
                        .map(template -> new ExplainPage.Pods(template, backlog.explain(proposal(template, proposed))))
                        .toList());
    }

    private static Proposal proposal(PodTemplate template, Proposed proposed) {
        return new Proposal(
                template.namespace().isEmpty() ? proposed.namespace() : template.namespace(),
                template.name(),
                template.labels(),
                template.spec(),
                template.pods(),
                proposed.millis());
    }
}
