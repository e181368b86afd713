package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.failures.Cause;
import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.failures.FailureReport;
import io.gpuledger.analyzer.failures.Lemon;
import io.gpuledger.analyzer.failures.Rate;
import io.gpuledger.analyzer.failures.Together;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Declares what `/api/v1/failures` answers.
record FailuresAnswer(FailureReport report, Page page) {
    private static final List<String> CAUSES =
            Arrays.stream(Cause.values()).map(Cause::word).toList();
    private static final List<Integer> JOB_NODES = List.of(1, 16, 128, 1_024);

    private record Row(Failure failure, Span window) {}

    private record ByCause(Cause cause, Rate rate) {}

    private record JobOf(int nodes, Rate rate) {}

    private static final Type<Collection<String>> WORDS = Type.TEXT.from(words -> String.join(", ", words));
    private static final Type<Collection<String>> LIST = Type.list(Type.TEXT).from(List::copyOf);

    static final Shape<Rate> RATE = Shape.of(
            "rate",
            Field.of("failures", Type.WHOLE_NUMBER, Rate::failures, "How many there were."),
            Field.orNull(
                    "per_1000_node_days",
                    Type.THOUSANDTHS,
                    rate -> thousandths(rate.per1000NodeDays()),
                    "How many in 1,000 node-days; `null` where there was no node."),
            Field.orNull(
                    "per_1000_node_days_low",
                    Type.THOUSANDTHS,
                    rate -> thousandths(rate.low()),
                    "In nine of ten cases the true rate is between this"),
            Field.orNull(
                    "per_1000_node_days_high",
                    Type.THOUSANDTHS,
                    rate -> thousandths(rate.high()),
                    "and this, where failures come independently of each other."));

    private static final Shape<ByCause> CAUSE = Shape.of(
            "cause",
            Field.of("cause", Type.oneOf(CAUSES), one -> one.cause().word(), "What failed."),
            Field.part(RATE, ByCause::rate));

    private static final Shape<JobOf> JOB = Shape.of(
            "job",
            Field.of("nodes", Type.WHOLE_NUMBER, JobOf::nodes, "On how many nodes a job is."),
            Field.orNull(
                    "days_between_failures",
                    Type.THOUSANDTHS,
                    job -> thousandths(job.rate().daysBetween(job.nodes())),
                    "How many days lie between two failures of its nodes, on average; `null` where nothing has"
                            + " failed."));

    private static final Shape<Row> FAILURE = failure(LIST);

    private static final Shape<Lemon> LEMON = Shape.of(
            "lemon",
            Field.of("cluster", Type.TEXT, lemon -> lemon.node().name().cluster(), "Where it is."),
            Field.of("node", Type.TEXT, lemon -> lemon.node().name().node(), "Which node."),
            Field.of("failures", Type.WHOLE_NUMBER, lemon -> lemon.failures().size(), "How often it failed."),
            Field.of(
                    "expected",
                    Type.THOUSANDTHS,
                    lemon -> Math.round(lemon.expected() * 1_000),
                    "How often it would have, if it were like the others."),
            Field.of("causes", LIST, lemon -> causes(lemon.failures()), "What failed, each once."),
            Field.of("gpus", LIST, lemon -> gpus(lemon.failures()), "On which GPUs, by UUID."),
            Field.of("last", Type.MILLIS, lemon -> lemon.failures().getLast().at(), "When it failed last."));

    private static final Shape<Together> TOGETHER = Shape.of(
            "together",
            Field.of("cluster", Type.TEXT, Together::cluster, "Where it is."),
            Field.of(
                    "kind",
                    Type.TEXT,
                    Together::kind,
                    "What they have in common: `node`, `job`, `cluster`, or the name of a label of their rack or"
                            + " switch."),
            Field.of("name", Type.TEXT, Together::name, "Which one."),
            Field.of("nodes", Type.WHOLE_NUMBER, Together::nodes, "How many nodes it has."),
            Field.of("from", Type.MILLIS, one -> one.failures().getFirst().at(), "When the first failed."),
            Field.of("to", Type.MILLIS, one -> one.failures().getLast().at(), "When the last failed."),
            Field.of("failures", Type.WHOLE_NUMBER, one -> one.failures().size(), "How many failed."),
            Field.of("failed", LIST, one -> nodes(one.failures()), "Which nodes failed."),
            Field.of("causes", LIST, one -> causes(one.failures()), "What failed, each once."));

    static final Shape<FailuresAnswer> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, answer -> answer.report().window()),
            Field.of(
                    "node_days",
                    Type.THOUSANDTHS,
                    answer -> Math.round(answer.report().all().nodeDays() * 1_000),
                    "For how long nodes with GPUs were there, all together."),
            Field.part(RATE, answer -> answer.report().all()),
            Field.of(
                    "by_cause",
                    Type.list(Type.object(CAUSE)),
                    FailuresAnswer::byCause,
                    "The same by what failed; each cause is there."),
            Field.of(
                    "jobs",
                    Type.list(Type.object(JOB)),
                    answer -> JOB_NODES.stream()
                            .map(nodes -> new JobOf(nodes, answer.report().all()))
                            .toList(),
                    "What that means for jobs."),
            Field.of(
                    "lemons",
                    Type.list(Type.object(LEMON)),
                    answer -> answer.report().lemons(),
                    "Nodes that fail more often than the others do, and than by chance."),
            Field.of(
                    "together",
                    Type.list(Type.object(TOGETHER)),
                    answer -> answer.report().together(),
                    "Failures that have something in common, the latest first."),
            Paging.field(
                    FailuresAnswer::page, answer -> answer.report().failures().size()),
            Field.of("each", Type.list(Type.object(FAILURE)), FailuresAnswer::rows, "Each failure, the latest first."));

    static final Table<FailuresAnswer, ?> TABLE = new Table<>(failure(WORDS), FailuresAnswer::rows, _ -> Map.of());

    private static Shape<Row> failure(Type<Collection<String>> several) {
        return Shape.of(
                "failure",
                Field.of("at", Type.MILLIS, row -> row.failure().at(), "When it failed."),
                Field.of("cluster", Type.TEXT, row -> row.failure().node().cluster(), "Where it is."),
                Field.of("node", Type.TEXT, row -> row.failure().node().node(), "Which node."),
                Field.of(
                        "cause",
                        Type.oneOf(CAUSES),
                        row -> row.failure().cause().word(),
                        "What failed."),
                Field.of("kinds", several, row -> kinds(row.failure()), "The kinds of findings that tell of it."),
                Field.of(
                        "gpus",
                        several,
                        row -> row.failure().gpus(),
                        "The UUIDs of the GPUs that it shows on; none where it is the node."),
                Field.of("pods", several, row -> row.failure().pods(), "The pods that it hit, as namespace/pod."),
                Field.of(
                        "hours",
                        Type.THOUSANDTHS,
                        row -> Math.round((double) row.failure().millis(row.window()) / 3_600),
                        "For how long it was so, within the time."));
    }

    private static Optional<Long> thousandths(Optional<Double> number) {
        return number.map(value -> Math.round(value * 1_000));
    }

    private static List<String> kinds(Failure failure) {
        return distinct(
                failure.findings(),
                finding -> word(finding.key().kind(), finding.key().detail()));
    }

    private static String word(FindingKind kind, String detail) {
        return detail.isEmpty() ? kind.word() : "%s(%s)".formatted(kind.word(), detail);
    }

    static List<String> causes(List<Failure> failures) {
        return distinct(failures, failure -> failure.cause().word());
    }

    static List<String> nodes(List<Failure> failures) {
        return distinct(failures, failure -> failure.node().node());
    }

    static List<String> gpus(List<Failure> failures) {
        return failures.stream()
                .flatMap(failure -> failure.gpus().stream())
                .distinct()
                .sorted()
                .toList();
    }

    private static <T> List<String> distinct(List<T> things, Function<T, String> word) {
        return things.stream().map(word).distinct().sorted().toList();
    }

    private List<ByCause> byCause() {
        return Arrays.stream(Cause.values())
                .map(cause -> new ByCause(cause, report.rate(cause)))
                .toList();
    }

    Optional<String> next() {
        return page.nextQuery(report.failures().size());
    }

    private List<Row> rows() {
        var sorted = report.failures().stream()
                .sorted(Comparator.comparingLong(Failure::at).reversed())
                .toList();
        return page.of(sorted).stream()
                .map(failure -> new Row(failure, report.window()))
                .toList();
    }
}
