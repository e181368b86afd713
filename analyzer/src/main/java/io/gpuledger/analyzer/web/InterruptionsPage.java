package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.interruption.Tally;
import io.gpuledger.analyzer.interruption.Tally.Sum;
import io.gpuledger.analyzer.store.pods.InterruptionTables.Answer;
import io.gpuledger.analyzer.store.pods.InterruptionTables.Row;
import io.gpuledger.analyzer.store.pods.PodDimension;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Declares what `/api/v1/interruptions` answers.
record InterruptionsPage(PodParameters.Paged asked, Answer answer) {
    /// How often one thing interrupted the pods of a tally.
    private record Cause(String reason, Sum sum, Tally tally) {}

    private record Line(RowKey key, Row row) {}

    private static final Shape<Cause> CAUSE = Shape.of(
            "reason",
            Field.of("reason", Type.TEXT, Cause::reason, "What took them from their nodes, in the word of who did it."),
            Field.of("interruptions", Type.WHOLE_NUMBER, cause -> cause.sum().interruptions(), "How often."),
            Field.orNull(
                    "per_1000_gpu_pod_hours",
                    Type.THOUSANDTHS,
                    cause -> rate(cause.tally(), cause.sum()),
                    "How often in 1,000 GPU-pod-hours."),
            Field.of(
                    "lost_gpu_hours",
                    Type.THOUSANDTHS,
                    cause -> hours(cause.sum().lostMillis()),
                    "GPU-hours of work that was lost."));

    private static final Shape<Tally> SUM = Shape.of(
            "sum",
            Field.of("pods", Type.WHOLE_NUMBER, Tally::pods, "How many pods with GPUs were on their nodes then."),
            Field.of(
                    "gpu_pod_hours",
                    Type.THOUSANDTHS,
                    tally -> Math.round(tally.podHours() * 1_000),
                    "For how long, all together, however many GPUs each has."),
            Field.of(
                    "interruptions",
                    Type.WHOLE_NUMBER,
                    tally -> tally.total().interruptions(),
                    "How often one of them was taken from its node."),
            Field.orNull(
                    "per_1000_gpu_pod_hours",
                    Type.THOUSANDTHS,
                    tally -> rate(tally, tally.total()),
                    "How often in 1,000 GPU-pod-hours; `null` where there are none."),
            Field.of(
                    "lost_gpu_hours",
                    Type.THOUSANDTHS,
                    tally -> hours(tally.total().lostMillis()),
                    "GPU-hours of work that was lost: since these pods began to run, or since their work was saved, as"
                            + " their annotation `gpu-ledger.io/checkpoint` says."),
            Field.of(
                    "again_pods",
                    Type.WHOLE_NUMBER,
                    tally -> tally.again().count(),
                    "How many of them had a workload that could make others."),
            Field.of(
                    "again_waiting",
                    Type.WHOLE_NUMBER,
                    tally -> tally.again().waiting(),
                    "Of how many no other pod of the workload had begun to run by the end."),
            again(50),
            again(90),
            Field.orNull(
                    "again_more_than_seconds",
                    Type.THOUSANDTHS,
                    tally -> tally.again().moreThan(0.9),
                    "What those of the last two that are `null` are more than, as too many wait still."),
            Field.of(
                    "reasons",
                    Type.list(Type.object(CAUSE)),
                    InterruptionsPage::causes,
                    "What interrupted them, that which did most often first."));

    private static final Shape<Line> ROW = Shape.of(
            "row", RowKey.field(Line::key), Field.part(SUM, line -> line.row().tally()));

    static final Shape<InterruptionsPage> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, page -> page.asked().question().window()),
            Field.of("by", Type.list(Type.TEXT), InterruptionsPage::by, "What rows are told apart by."),
            Field.of("total", Type.object(SUM), page -> page.answer().total(), "Of all pods that the filters leave."),
            Paging.field(page -> page.asked().page(), page -> page.answer().count()),
            Field.of(
                    "rows",
                    Type.list(Type.object(ROW)),
                    InterruptionsPage::lines,
                    "Those with the most interruptions first."));

    private static Field<Tally> again(int percent) {
        return Field.orNull(
                "again_p%d_seconds".formatted(percent),
                Type.THOUSANDTHS,
                tally -> tally.again().within(percent / 100.0),
                "Within how long another pod of the workload ran for %d %% of them.".formatted(percent));
    }

    private static Optional<Long> rate(Tally tally, Sum sum) {
        return tally.rate(sum).map(rate -> Math.round(rate * 1_000));
    }

    private static long hours(long millis) {
        return Math.round(millis * 1_000.0 / Hour.MILLIS);
    }

    private static List<Cause> causes(Tally tally) {
        return tally.byReason().entrySet().stream()
                .map(each -> new Cause(each.getKey(), each.getValue(), tally))
                .sorted(Comparator.comparingLong((Cause cause) -> cause.sum().interruptions())
                        .reversed()
                        .thenComparing(Cause::reason))
                .toList();
    }

    private List<String> by() {
        return asked.question().by().stream().map(PodDimension::word).toList();
    }

    private List<Line> lines() {
        var by = by();
        return answer.rows().stream()
                .map(row -> new Line(new RowKey(by, row.key()), row))
                .toList();
    }

    Optional<String> next() {
        return asked.page().nextQuery(answer.count());
    }
}
