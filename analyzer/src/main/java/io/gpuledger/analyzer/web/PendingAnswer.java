package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.WaitingPod;
import io.gpuledger.analyzer.store.questions.WaitingPod.Said;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/// Holds the pods that waited at an instant, and declares how `/api/v1/pending` tells them.
///
/// @param at when they waited, in milliseconds since 1970
/// @param told until when each cluster had told of its pods
/// @param count how many wait, with those that the limit left out
/// @param pods the oldest first
record PendingAnswer(long at, SortedMap<String, Long> told, int count, int limit, List<WaitingPod> pods) {
    private record Pod(WaitingPod pod, long at) {
        long seconds() {
            return Math.max(0, at - pod.created()) / 1000;
        }
    }

    private static final Type<BigDecimal> AMOUNT = Type.NUMBER.from(amount -> amount);

    private static final Shape<Pod> POD = Shape.of(
            "pod",
            Field.of("cluster", Type.TEXT, row -> row.pod().cluster(), "Where it waits."),
            Field.of("namespace", Type.TEXT, row -> row.pod().namespace(), "Its namespace."),
            Field.of("pod", Type.TEXT, row -> row.pod().name(), "Its name."),
            Field.of("uid", Type.TEXT, row -> row.pod().uid(), "Its UID, as another may have had its name."),
            Field.orNull("owner", Type.TEXT, row -> row.pod().owner(), "What made it, as `Job/train`."),
            Field.of("created", Type.MILLIS, row -> row.pod().created(), "Since when it is there."),
            Field.of("waiting_seconds", Type.WHOLE_NUMBER, Pod::seconds, "How long that is."),
            Field.of(
                    "requests",
                    Type.map("resource", AMOUNT),
                    row -> row.pod().requests(),
                    "How much of each resource it needs at once: cores, bytes, or pieces."),
            Field.orNull("priority", Type.WHOLE_NUMBER, row -> boxed(row.pod().priority()), "Its priority."),
            Field.orNull("priority_class", Type.TEXT, row -> row.pod().priorityClass(), "Where it has that from."),
            Field.of(
                    "gates",
                    Type.list(Type.TEXT),
                    row -> row.pod().gates(),
                    "The scheduling gates that stand. While there are any, no scheduler looks at it."),
            Field.orNull(
                    "reason",
                    Type.TEXT,
                    row -> row.pod().said().map(Said::reason),
                    "What the scheduler says of it in a word, where it said anything."),
            Field.orNull(
                    "message", Type.TEXT, row -> row.pod().said().flatMap(Said::message), "The same in a sentence."),
            Field.orNull("since", Type.MILLIS, row -> row.pod().said().map(Said::since), "Since when it says no."),
            Field.orNull(
                    "nominated",
                    Type.TEXT,
                    row -> row.pod().nominated(),
                    "The node that it is to have once others have made way for it."));

    static final Shape<PendingAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, PendingAnswer::at, "When they waited."),
            Field.of(
                    "told",
                    Type.map("cluster", Type.MILLIS),
                    PendingAnswer::told,
                    "Until when each cluster has told of its pods: of what came after that nothing is known here."),
            Field.of(
                    "count",
                    Type.WHOLE_NUMBER,
                    PendingAnswer::count,
                    "How many wait, with those that `limit` left out."),
            Field.of("limit", Type.WHOLE_NUMBER, PendingAnswer::limit, "How many there may be here."),
            Field.of("pods", Type.list(Type.object(POD)), PendingAnswer::rows, "Who has waited longest first."));

    private List<Pod> rows() {
        return pods.stream().map(pod -> new Pod(pod, at)).toList();
    }

    private static Optional<Long> boxed(OptionalLong number) {
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }
}
