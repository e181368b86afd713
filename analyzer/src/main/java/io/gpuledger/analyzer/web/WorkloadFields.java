package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.advice.Tag;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Grade;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.Tags;
import io.gpuledger.analyzer.store.questions.IdleRun;
import io.gpuledger.analyzer.store.questions.WorkloadTables.OfWorkload;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Declares the fields of a workload. Idle and underused stand apart, and no field adds them up.
final class WorkloadFields {
    /// @param accounts what it held
    record Row(OfWorkload told, Accounts accounts) {
        static Row of(OfWorkload told) {
            return new Row(told, Reports.accounts(told));
        }
    }

    private record InState(Accounts accounts, State state) {}

    private static final Type<Map<String, Long>> COST = Type.map("currency", Type.MONEY);
    private static final Type<Double> MEAN = Type.decimal(4).from(BigDecimal::valueOf);

    private static final Type<Long> GPUS = Type.partsOf(Hour.MILLIS, 3);

    private static final Shape<InState> IN_STATE = Shape.of(
            "time in a state",
            Field.of("gpu_seconds", Type.THOUSANDTHS, in -> in.accounts().of(in.state()), "The time of GPUs, exact."),
            Field.of("cost", COST, in -> in.accounts().cost(in.state()), "What it costs."));

    private static final Shape<Grade> GRADE = Shape.of(
            "grade",
            Field.of("letter", Type.oneOf(letters()), grade -> grade.letter().name(), "A is the best."),
            Field.of("basis", Type.oneOf(measures()), grade -> grade.measure().word(), "Of which activity it is."),
            Field.of("mean", MEAN, Grade::mean, "The mean of that past the starts of its pods."));

    private static final Shape<IdleRun> IDLE_RUN = Shape.of(
            "idle run",
            Field.of("pod", Type.TEXT, IdleRun::pod, "The pod that held the GPU."),
            Field.of("gpu", Type.TEXT, IdleRun::gpu, "The UUID of the GPU."),
            Field.orNull("instance", Type.TEXT, IdleRun::instance, "Which MIG instance of the GPU, if it is one."),
            Field.part(Hours.SHAPE, IdleRun::span),
            Field.of("seconds", Type.THOUSANDTHS, run -> run.span().millis(), "How long it is."));

    private static final Shape<WorkloadUsage> USAGE = Shape.of(
            "usage",
            Field.of(
                    "seen_seconds",
                    Type.THOUSANDTHS,
                    WorkloadUsage::seen,
                    "The time of whole units that was seen past the starts of its pods, whatever the share."),
            Field.of(
                    "means",
                    Type.map("activity", MEAN),
                    WorkloadFields::means,
                    "The mean of each that is known, over that time."),
            Field.of("minutes", Type.WHOLE_NUMBER, WorkloadUsage::minutes, "How many minutes of units that are."),
            Field.of("low_minutes", Type.WHOLE_NUMBER, WorkloadUsage::low, "Those with activity below 10 %."),
            Field.of("high_minutes", Type.WHOLE_NUMBER, WorkloadUsage::high, "Those with activity of 70 % or more."),
            Field.orNull(
                    "memory_peak_bytes",
                    Type.WHOLE_NUMBER,
                    usage -> boxed(usage.memoryPeak()),
                    "The most that was in use on one unit."),
            Field.orNull(
                    "memory_total_bytes",
                    Type.WHOLE_NUMBER,
                    usage -> boxed(usage.memoryTotal()),
                    "What such a unit has."),
            Field.of(
                    "idle_runs",
                    Type.WHOLE_NUMBER,
                    WorkloadUsage::idleRuns,
                    "How many runs of idle time its pods had."),
            Field.of(
                    "longest_idle_runs",
                    Type.list(Type.object(IDLE_RUN)),
                    WorkloadUsage::longest,
                    "Up to 20 of these, the longest first."));

    static final Shape<Row> SHAPE = Shape.of(
            "workload",
            Field.of("id", Type.WHOLE_NUMBER, row -> row.told().named().id(), "Its number."),
            Field.of("cluster", Type.TEXT, row -> row.told().named().cluster(), "Where it is."),
            Field.of("namespace", Type.TEXT, row -> row.told().named().namespace(), "Its namespace there."),
            Field.of("workload", Type.TEXT, WorkloadFields::name, "Its kind and its name."),
            Field.of("gpu_seconds", Type.THOUSANDTHS, row -> row.accounts().all(), "The time of GPUs it held, exact."),
            Field.of(
                    "unpriced_seconds", Type.THOUSANDTHS, row -> row.accounts().unpriced(), "What of it has no price."),
            Field.of("cost", COST, row -> row.accounts().cost(), "What it costs."),
            Field.of(
                    "states",
                    Type.map("state", Type.object(IN_STATE)),
                    WorkloadFields::states,
                    "What of it was in which state; states that it was not in are not there."),
            Field.of("gpus_peak", GPUS, row -> row.told().peak(), "The most GPUs that it held in an hour."),
            Field.orNull(
                    "energy_joules",
                    Type.THOUSANDTHS,
                    row -> row.told().millijoules(),
                    "What the GPUs took in that time, as far as that is known."),
            Field.orNull(
                    "grade",
                    Type.object(GRADE),
                    row -> row.told().usage().flatMap(Grade::of),
                    "How well it used what it held; not known on GPUs that it shares."),
            Field.of("tags", Type.list(Type.oneOf(tags())), WorkloadFields::tags, "Why it may have this grade."),
            Field.orNull(
                    "usage",
                    Type.object(USAGE),
                    row -> row.told().usage(),
                    "How it used what it held: beside the books, and not booked."));

    private WorkloadFields() {}

    private static List<String> letters() {
        return List.of(Grade.Letter.values()).stream().map(Grade.Letter::name).toList();
    }

    private static List<String> measures() {
        return Measure.ALL.stream().map(Measure::word).toList();
    }

    private static List<String> tags() {
        return List.of(Tag.values()).stream().map(Tag::word).toList();
    }

    private static String name(Row row) {
        var named = row.told().named();
        return named.kind() + "/" + named.name();
    }

    private static Map<String, InState> states(Row row) {
        var states = new LinkedHashMap<String, InState>();
        State.ALL.stream()
                .filter(state -> row.accounts().of(state) > 0)
                .forEach(state -> states.put(state.word(), new InState(row.accounts(), state)));
        return states;
    }

    private static Map<String, Double> means(WorkloadUsage usage) {
        var means = new LinkedHashMap<String, Double>();
        Measure.ALL.stream()
                .filter(usage.means()::containsKey)
                .forEach(measure -> means.put(measure.word(), usage.means().getOrDefault(measure, 0.0)));
        return means;
    }

    private static List<String> tags(Row row) {
        return row.told().usage().map(Tags::of).orElse(List.of()).stream()
                .map(Tag::word)
                .toList();
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.stream().boxed().findFirst();
    }
}
