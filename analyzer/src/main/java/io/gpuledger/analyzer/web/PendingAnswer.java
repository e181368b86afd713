package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Verdict;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// Holds the pods that waited at an instant, and declares how `/api/v1/pending` tells them.
///
/// @param at when they waited, in milliseconds since 1970
/// @param told until when each cluster had told of its pods
/// @param page which of them are told one by one
/// @param verdicts all of them, the oldest first
record PendingAnswer(long at, SortedMap<String, Long> told, Page page, List<Verdict> verdicts) {
    /// How many wait for the same.
    record Sum(Blocker blocker, int pods, BigDecimal gpus) {}

    private static final Type<String> BLOCKER =
            Type.oneOf(Blocker.ALL.stream().map(Blocker::word).toList());

    private static final Shape<Sum> SUM = Shape.of(
            "blocker",
            Field.of("blocker", BLOCKER, sum -> sum.blocker().word(), "What keeps them."),
            Field.of("meaning", Type.TEXT, sum -> sum.blocker().meaning(), "What that means."),
            Field.of("pods", Type.WHOLE_NUMBER, Sum::pods, "How many pods."),
            Field.of("gpus", Type.NUMBER, Sum::gpus, "How many GPUs these ask for; an instance counts as one."));

    static final Shape<PendingAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, PendingAnswer::at, "When they waited."),
            Field.of(
                    "told",
                    Type.map("cluster", Type.MILLIS),
                    PendingAnswer::told,
                    "Until when each cluster has told of its pods: of what came after that nothing is known here."),
            Field.of(
                    "blockers",
                    Type.list(Type.object(SUM)),
                    PendingAnswer::sums,
                    "What keeps how many of all these, that which keeps the most GPUs waiting first."),
            Paging.field(PendingAnswer::page, answer -> answer.verdicts().size()),
            Field.of(
                    "pods",
                    Type.list(Type.object(PendingPod.SHAPE)),
                    PendingAnswer::rows,
                    "Who has waited longest first."));

    Optional<String> next() {
        return page.nextQuery(verdicts.size());
    }

    private List<PendingPod> rows() {
        return page.of(verdicts).stream()
                .map(verdict -> new PendingPod(verdict, at))
                .toList();
    }

    /// Returns what keeps how many, that which keeps the most GPUs waiting first.
    List<Sum> sums() {
        return verdicts.stream().collect(Collectors.groupingBy(Verdict::blocker)).entrySet().stream()
                .map(each -> new Sum(
                        each.getKey(),
                        each.getValue().size(),
                        each.getValue().stream()
                                .map(verdict -> verdict.pod().gpus())
                                .reduce(BigDecimal.ZERO, BigDecimal::add)))
                .sorted((one, other) -> other.gpus().compareTo(one.gpus()))
                .toList();
    }
}
