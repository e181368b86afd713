package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.diagnosis.Proposal.Explained;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Declares what `/api/v1/explain` answers.
///
/// @param at of when it is, in milliseconds since 1970
/// @param told until when the cluster had told of its pods; absent where it has none
record ExplainPage(String cluster, long at, Optional<Long> told, List<Pods> pods) {
    /// The pods of one template of the manifest.
    record Pods(PodTemplate template, Explained explained) {}

    private static final Shape<Pods> PODS = Shape.of(
            "template",
            Field.of("kind", Type.TEXT, one -> one.template().kind(), "The kind of the object that has it."),
            Field.of("name", Type.TEXT, one -> one.template().name(), "The name of that object."),
            Field.of(
                    "path",
                    Type.TEXT,
                    one -> one.template().path(),
                    "Where in the object it stands, as `spec.template`; empty where the object is a pod itself."),
            Field.of("pods", Type.WHOLE_NUMBER, one -> one.template().pods(), "How many pods it would make."),
            Field.of(
                    "starts",
                    Type.YES_OR_NO,
                    one -> one.explained().starts(),
                    "Whether all of them would start now, as far as that is known."),
            Field.orNull(
                    "fit_at_once",
                    Type.WHOLE_NUMBER,
                    one -> boxed(one.explained().together()),
                    "How many of them would fit at once; `null` where that is not found out, as of many pods that mind"
                            + " where others are."),
            Field.of(
                    "blocker",
                    PendingPod.BLOCKER,
                    one -> one.explained().blocker().word(),
                    "What would keep them, in a word: `gang` where one would fit, and not all; `refused` or `quota`"
                            + " where they would not be made."),
            Field.of(
                    "refused",
                    Type.list(Type.TEXT),
                    one -> one.explained().refused(),
                    "Why the API server would not make them: what LimitRanges, ResourceQuotas and PriorityClasses have"
                            + " against them. What follows is said as if they were made."),
            Field.orNull(
                    "quota_room",
                    Type.WHOLE_NUMBER,
                    one -> boxed(one.explained().room()),
                    "How many such pods the ResourceQuotas of the namespace have room for; `null` where none is about"
                            + " them."),
            Field.part(PendingPod.VERDICT, one -> one.explained().verdict()));

    static final Shape<ExplainPage> SHAPE = Shape.of(
            "data",
            Field.of("cluster", Type.TEXT, ExplainPage::cluster, "Where they would be made."),
            Field.of("at", Type.MILLIS, ExplainPage::at, "Of when this is."),
            Field.orNull(
                    "told",
                    Type.MILLIS,
                    ExplainPage::told,
                    "Until when the cluster has told of its pods: of what came after that nothing is known here."),
            Field.of("templates", Type.list(Type.object(PODS)), ExplainPage::pods, "What the manifest would make."));

    private static Optional<Long> boxed(OptionalLong number) {
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }
}
