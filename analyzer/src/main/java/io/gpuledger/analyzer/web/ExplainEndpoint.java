package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.cluster.kubernetes.Manifest;
import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.diagnosis.Proposal;
import io.gpuledger.analyzer.diagnosis.Proposal.Explained;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.pods.Payers;
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
import io.gpuledger.analyzer.web.api.Scope;
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
    ///
    /// @param sight of whom the answer may tell
    record Proposed(
            List<PodTemplate> templates, String namespace, Optional<String> cluster, Sight sight, long millis) {}

    private ExplainEndpoint() {}

    static Endpoint<?, ?> of(BacklogTables backlogs, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/explain",
                        "whether pods that nobody has made yet would start now, or what would keep them, and what"
                                + " would change that",
                        Question.of(List.of(MANIFEST, CLUSTER, NAMESPACE), asked -> proposed(asked, clock)),
                        Document.of(ExplainPage.SHAPE),
                        proposed -> answer(proposed, backlogs))
                .telling(Scope.BY_TEAM)
                .orNotFound("the cluster is not known, or none is named and there are several");
    }

    private static Proposed proposed(Asked asked, InstantSource clock) {
        return new Proposed(
                asked.get(MANIFEST), asked.get(NAMESPACE), asked.get(CLUSTER), asked.sight(), clock.millis());
    }

    static Outcome<ExplainPage> answer(Proposed proposed, BacklogTables tables) {
        var known = tables.clusters();
        return BacklogTables.cluster(proposed.cluster(), known)
                .map(cluster -> explained(proposed, cluster, tables))
                .orElseGet(() -> new NotFound<>(
                        known.isEmpty()
                                ? "no cluster has told of any node"
                                : "cluster must name one of those that are known: " + String.join(", ", known)));
    }

    /// Of pods that another team would pay for nothing is said, nor whether there is such a team. Labels say whatever
    /// somebody likes, so that the namespace has to be his teams' too; and they must not ask about pods of others.
    private static Outcome<ExplainPage> explained(Proposed proposed, String cluster, BacklogTables tables) {
        var others = proposed.sight().isWhole() ? Optional.<String>empty() : others(proposed, cluster, tables);
        return others.<Outcome<ExplainPage>>map(namespace -> new NotFound<>(
                        "of these pods in %s nothing is said here: they would not be those of your teams alone"
                                .formatted(namespace)))
                .orElseGet(() -> new Answered<>(page(proposed, cluster, tables)));
    }

    private static Optional<String> others(Proposed proposed, String cluster, BacklogTables tables) {
        var payers = tables.payers(cluster, proposed.millis());
        return proposed.templates().stream()
                .filter(template -> !isOwn(template, proposed, payers))
                .map(template -> namespace(template, proposed))
                .findFirst();
    }

    private static boolean isOwn(PodTemplate template, Proposed proposed, Payers payers) {
        var namespace = namespace(template, proposed);
        return proposed.sight().has(payers.of(namespace))
                && proposed.sight().has(payers.of(namespace, template.labels()))
                && !proposal(template, proposed).looksBeyondItsNamespace();
    }

    private static ExplainPage page(Proposed proposed, String cluster, BacklogTables tables) {
        var backlogs = tables.forProposals(proposed.millis(), cluster);
        var backlog = Optional.ofNullable(backlogs.byCluster().get(cluster)).orElseThrow();
        return new ExplainPage(
                cluster,
                proposed.millis(),
                // The last word on any pod of a cluster may be that on a pod of others.
                Optional.ofNullable(backlogs.told().get(cluster))
                        .filter(_ -> proposed.sight().isWhole()),
                proposed.templates().stream()
                        .map(template -> new ExplainPage.Pods(
                                template, told(backlog.explain(proposal(template, proposed)), proposed.sight())))
                        .toList());
    }

    private static Explained told(Explained explained, Sight sight) {
        return sight.isWhole() ? explained : explained.apart();
    }

    private static String namespace(PodTemplate template, Proposed proposed) {
        return template.namespace().isEmpty() ? proposed.namespace() : template.namespace();
    }

    private static Proposal proposal(PodTemplate template, Proposed proposed) {
        return new Proposal(
                namespace(template, proposed),
                template.name(),
                template.labels(),
                template.spec(),
                template.pods(),
                proposed.millis());
    }
}
