package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Finding;
import io.gpuledger.analyzer.diagnosis.Remedy;
import io.gpuledger.analyzer.diagnosis.Verdict;
import io.gpuledger.analyzer.diagnosis.Verdict.Rank;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Said;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/// Declares how `/api/v1/pending` tells a pod.
///
/// @param at when it waited, in milliseconds since 1970
record PendingPod(Verdict verdict, long at) {
    private static final Type<BigDecimal> AMOUNT = Type.NUMBER.from(amount -> amount);
    static final Type<String> BLOCKER =
            Type.oneOf(Blocker.ALL.stream().map(Blocker::word).toList());

    private static final Shape<Finding> FINDING = Shape.of(
            "finding",
            Field.of("blocker", BLOCKER, one -> one.blocker().word(), "What it is, in a word."),
            Field.of(
                    "matter",
                    Type.TEXT,
                    Finding::matter,
                    "The same of the node that is named: the second half of a sentence that begins with its name."),
            Field.of("nodes", Type.WHOLE_NUMBER, Finding::nodes, "Of how many nodes it is so."),
            Field.of("nearest", Type.TEXT, Finding::nearest, "The one of these that misses the least."));

    private static final Shape<Remedy> REMEDY = Shape.of(
            "remedy",
            Field.of("blocker", BLOCKER, one -> one.blocker().word(), "Of what it gets rid."),
            Field.of("change", Type.TEXT, Remedy::change, "What would have to change."),
            Field.of("nodes", Type.WHOLE_NUMBER, Remedy::nodes, "On how many nodes the pod would fit then."),
            Field.of("nearest", Type.TEXT, Remedy::nearest, "One of these."));

    private static final Shape<Rank> RANK = Shape.of(
            "rank",
            Field.of("number", Type.WHOLE_NUMBER, Rank::number, "Its place; 1 is the first."),
            Field.of("of", Type.WHOLE_NUMBER, Rank::of, "How many there are."),
            Field.of(
                    "first",
                    Type.list(Type.TEXT),
                    Rank::first,
                    "Who is at the head, three at most, as `namespace/pod`; nobody where it is itself."));

    /// The verdict on a pod is the same shape for a pod that waits and for one of a manifest, which is not there yet.
    static final Shape<Verdict> VERDICT = Shape.of(
            "verdict",
            Field.of("why", Type.TEXT, Verdict::why, "The same in a sentence."),
            Field.of(
                    "remedies",
                    Type.list(Type.object(REMEDY)),
                    Verdict::remedies,
                    "The changes of which any alone would let it fit somewhere. Where there is none, more than one"
                            + " thing has to change."),
            Field.of(
                    "findings",
                    Type.list(Type.object(FINDING)),
                    Verdict::findings,
                    "What is against the nodes, and of how many. More than one thing may be against a node."),
            Field.of("nodes", Type.WHOLE_NUMBER, Verdict::nodes, "How many nodes its cluster has."),
            Field.of(
                    "fitting",
                    Type.WHOLE_NUMBER,
                    Verdict::fitting,
                    "On how many of them it would fit, if it were not for what stands before it wherever it is put."),
            Field.orNull(
                    "rank",
                    Type.object(RANK),
                    Verdict::rank,
                    "Its place among those that want the same GPUs, by priority and then by age. Who has a gate is in"
                            + " no queue."),
            Field.of(
                    "requests",
                    Type.map("resource", AMOUNT),
                    one -> one.pod().requests(),
                    "How much of each resource it needs at once: cores, bytes, or pieces."),
            Field.of("lint", Type.list(Type.TEXT), Verdict::lint, "What in its spec can hardly be meant."));

    static final Shape<PendingPod> SHAPE = Shape.of(
            "pod",
            Field.of("cluster", Type.TEXT, row -> row.verdict().pod().cluster(), "Where it waits."),
            Field.of("namespace", Type.TEXT, row -> row.verdict().pod().namespace(), "Its namespace."),
            Field.of("pod", Type.TEXT, row -> row.verdict().pod().name(), "Its name."),
            Field.of("uid", Type.TEXT, row -> row.verdict().pod().uid(), "Its UID, as another may have had its name."),
            Field.of("team", Type.TEXT, row -> row.verdict().pod().team(), "Who would pay for it."),
            Field.orNull("owner", Type.TEXT, row -> row.verdict().pod().owner(), "What made it, as `Job/train`."),
            Field.of("created", Type.MILLIS, row -> row.verdict().pod().created(), "Since when it is there."),
            Field.of("waiting_seconds", Type.WHOLE_NUMBER, PendingPod::seconds, "How long that is."),
            Field.of("blocker", BLOCKER, row -> row.verdict().blocker().word(), "What keeps it, in a word."),
            Field.part(VERDICT, PendingPod::verdict),
            Field.orNull(
                    "priority",
                    Type.WHOLE_NUMBER,
                    row -> boxed(row.verdict().pod().priority()),
                    "Its priority."),
            Field.orNull(
                    "priority_class", Type.TEXT, row -> row.verdict().pod().priorityClass(), "Where it has that from."),
            Field.of(
                    "gates",
                    Type.list(Type.TEXT),
                    row -> row.verdict().pod().gates(),
                    "The scheduling gates that stand. While there are any, no scheduler looks at it."),
            Field.orNull(
                    "reason",
                    Type.TEXT,
                    row -> row.verdict().pod().said().map(Said::reason),
                    "What the scheduler says of it in a word, where it said anything."),
            Field.orNull(
                    "message",
                    Type.TEXT,
                    row -> row.verdict().pod().said().flatMap(Said::message),
                    "The same in a sentence."),
            Field.orNull(
                    "since", Type.MILLIS, row -> row.verdict().pod().said().map(Said::since), "Since when it says no."),
            Field.orNull(
                    "agrees",
                    Type.YES_OR_NO,
                    row -> row.verdict().agrees(),
                    "Whether the scheduler gives the same reasons. It looks only now and then, so that it may speak of"
                            + " what was so some minutes ago."),
            Field.orNull(
                    "nominated",
                    Type.TEXT,
                    row -> row.verdict().pod().nominated(),
                    "The node that it is to have once others have made way for it."));

    private long seconds() {
        return Math.max(0, at - verdict.pod().created()) / 1000;
    }

    private static Optional<Long> boxed(OptionalLong number) {
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }
}
