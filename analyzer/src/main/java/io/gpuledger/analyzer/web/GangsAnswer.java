package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.interruption.Gang;
import io.gpuledger.analyzer.store.pods.GangTables.Answer;
import io.gpuledger.analyzer.store.pods.GangTables.Row;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/// Declares what `/api/v1/gangs` answers.
record GangsAnswer(PodParameters.Paged asked, Answer answer) {
    private static final int PLACES = 4;
    private static final Type<Double> PART = Type.decimal(PLACES).from(BigDecimal::valueOf);

    private static final Shape<Gang> FARED = Shape.of(
            "fared",
            Field.of("gpus", Type.WHOLE_NUMBER, Gang::gpus, "On how many GPUs it ran at once, at most."),
            Field.of("began", Type.MILLIS, gang -> gang.span().from(), "When its first pod began to run."),
            Field.of("ended", Type.MILLIS, gang -> gang.span().to(), "When its last pod had ended."),
            Field.of(
                    "elapsed_gpu_hours",
                    Type.THOUSANDTHS,
                    gang -> hours(gang.elapsedMillis()),
                    "GPUs times the hours between."),
            Field.of(
                    "breaks",
                    Type.WHOLE_NUMBER,
                    gang -> gang.breaks().size(),
                    "How often it ran on all, then on fewer, and later went on."),
            Field.of(
                    "broken_gpu_hours",
                    Type.THOUSANDTHS,
                    gang -> hours(gang.brokenMillis()),
                    "GPUs times the hours in which it ran on fewer or none."),
            Field.of("whole", PART, Gang::whole, "Which part of the time it ran on all."),
            Field.orNull(
                    "lost_gpu_hours",
                    Type.THOUSANDTHS,
                    gang -> gang.lostMillis().map(GangsAnswer::hours),
                    "GPU-hours of work that was lost by breaks, as the annotation `gpu-ledger.io/checkpoint` of its"
                            + " pods says; `null` where one of them had said nothing."),
            Field.orNull(
                    "effective",
                    PART,
                    Gang::effective,
                    "Which part of the time went into work that was not lost; `null` where that is not known. It is not"
                            + " more than `whole`."));

    private static final Shape<Row> ROW = Shape.of(
            "gang",
            Field.of("cluster", Type.TEXT, row -> row.workload().cluster(), "Where it ran."),
            Field.of("team", Type.TEXT, Row::team, "Who pays."),
            Field.of("namespace", Type.TEXT, row -> row.workload().namespace(), "In which namespace it is."),
            Field.of(
                    "workload",
                    Type.TEXT,
                    row -> row.workload().owner(),
                    "Which it is: what stands at the top of those who made its pods, as `JobSet/train`."),
            Field.part(FARED, Row::gang));

    static final Shape<GangsAnswer> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, answer -> answer.asked().question().window()),
            Paging.field(
                    answer -> answer.asked().page(), answer -> answer.answer().count()),
            Field.of(
                    "gangs",
                    Type.list(Type.object(ROW)),
                    answer -> answer.answer().rows(),
                    "Those of the most GPU-hours first."));

    static final Table<GangsAnswer, ?> TABLE =
            new Table<>(ROW, answer -> answer.answer().rows(), _ -> Map.of());

    static long hours(long millis) {
        return Math.round((double) millis * 1_000 / Hour.MILLIS);
    }

    Optional<String> next() {
        return asked.page().nextQuery(answer.count());
    }
}
