package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.findings.FindingAnswers.Answer;
import io.gpuledger.analyzer.store.gpus.GpuAccount;
import io.gpuledger.analyzer.store.gpus.GpuAccount.Owner;
import io.gpuledger.analyzer.store.gpus.GpuCourse;
import io.gpuledger.analyzer.store.gpus.GpuCourse.Held;
import io.gpuledger.analyzer.store.gpus.GpuCourse.Idle;
import io.gpuledger.analyzer.store.gpus.GpuCourse.UnitCourse;
import io.gpuledger.analyzer.store.gpus.GpuCourse.Xid;
import io.gpuledger.analyzer.store.gpus.GpuPoint;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// What `/api/v1/gpu` answers: a GPU, from what it is to what went on in each minute.
///
/// @param findings those that were open at any time in the window
/// @param at the instant of the question
record GpuAnswer(GpuCourse course, Answer findings, long at) {
    private static final Type<BigDecimal> PART = Type.decimal(6);
    private static final Type<BigDecimal> TENTH = Type.decimal(1);
    private static final Type<BigDecimal> WHOLE = Type.decimal(0);

    private static <R> Field<R> figure(
            String name, Type<BigDecimal> type, Function<R, OptionalDouble> value, String meaning) {
        return Field.orNull(name, type, row -> figure(value.apply(row)), meaning);
    }

    private static Optional<BigDecimal> figure(OptionalDouble value) {
        return value.isPresent() ? Optional.of(BigDecimal.valueOf(value.getAsDouble())) : Optional.empty();
    }

    private static final Shape<GpuAccount> ACCOUNT = Shape.of(
            "account",
            Field.of("hour", Type.MILLIS, GpuAccount::hour, "The hour, by its begin."),
            Field.orNull("instance", Type.TEXT, GpuAccount::instance, "Of which MIG instance, if it is of one."),
            Field.of(
                    "state",
                    Type.oneOf(States.WORDS),
                    account -> account.state().word(),
                    "In which state it was."),
            Field.orNull("cause", Type.TEXT, GpuAccount::cause, "Why, where the state has causes."),
            Field.orNull("team", Type.TEXT, account -> account.owner().map(Owner::team), "Who pays."),
            Field.orNull(
                    "namespace",
                    Type.TEXT,
                    account -> account.owner().map(Owner::namespace),
                    "The namespace of the pod that held it."),
            Field.orNull("pod", Type.TEXT, account -> account.owner().map(Owner::pod), "The pod that held it."),
            Field.orNull(
                    "workload",
                    Type.TEXT,
                    account -> account.owner().map(Owner::workload),
                    "Kind and name of what the pod belongs to."),
            Field.of("gpu_seconds", Type.THOUSANDTHS, GpuAccount::millis, "How much of the hour, exact."),
            Field.of("settled", Type.YES_OR_NO, GpuAccount::isSettled, "Whether it is not expected to change."),
            Field.of("cost", Type.map("currency", Type.MONEY), GpuAccount::cost, "What it costs."));

    private static final Shape<GpuPoint> POINT = Shape.of(
            "point",
            Field.of("at", Type.MILLIS, GpuPoint::at, "Where the piece of time begins."),
            figure("activity", PART, GpuPoint::activity, "The part of the observed time in which it was active."),
            figure("tensor", PART, GpuPoint::tensor, "The part of it in which tensor cores were active."),
            figure("memory_bytes", WHOLE, GpuPoint::memory, "The most memory that was in use."),
            figure("power_watts", TENTH, GpuPoint::power, "The mean power."),
            figure("temperature_celsius", TENTH, GpuPoint::temperature, "The highest temperature."));

    private static final Shape<UnitCourse> UNIT = Shape.of(
            "unit",
            Field.orNull("instance", Type.TEXT, UnitCourse::instance, "Which MIG instance; null for the GPU itself."),
            Field.orNull("profile", Type.TEXT, UnitCourse::profile, "The profile of the MIG instance."),
            figure("memory_total_bytes", WHOLE, UnitCourse::memoryTotal, "How much memory it has."),
            figure("power_limit_watts", TENTH, UnitCourse::powerLimit, "How much power it may take."),
            Field.of(
                    "points",
                    Type.list(Type.object(POINT)),
                    UnitCourse::points,
                    "Piece by piece; one of which nothing was told is left out."));

    private static final Shape<Held> HOLDER = Shape.of(
            "holder",
            Field.orNull("instance", Type.TEXT, Held::instance, "Which MIG instance it held, if it held one."),
            Field.of("namespace", Type.TEXT, Held::namespace, "The namespace of its pod."),
            Field.of("pod", Type.TEXT, Held::pod, "Its pod."),
            Field.of("container", Type.TEXT, Held::container, "Its name."),
            Field.of("since", Type.MILLIS, Held::since, "When it was told first in this time."),
            Field.of("until", Type.MILLIS, Held::until, "When it was told last."),
            figure("share", PART, Held::share, "The part that it holds, where the unit is shared."),
            figure("memory_peak_bytes", WHOLE, Held::memoryPeak, "The most memory that it used, where that is told."));

    private static final Shape<Idle> IDLE = Shape.of(
            "idle",
            Field.orNull("instance", Type.TEXT, Idle::instance, "Which MIG instance, if it is one."),
            Field.of("namespace", Type.TEXT, Idle::namespace, "The namespace of the pod."),
            Field.of("pod", Type.TEXT, Idle::pod, "Who held it idle."),
            Field.part(Hours.SHAPE, Idle::span));

    private static final Shape<Xid> XID = Shape.of(
            "xid",
            Field.of("at", Type.MILLIS, Xid::at, "When it was told."),
            Field.of("xid", Type.WHOLE_NUMBER, Xid::number, "Its number."),
            Field.of("count", Type.WHOLE_NUMBER, Xid::count, "How often it had been counted by then."));

    static final Shape<GpuAnswer> SHAPE = Shape.of(
            "data",
            Field.of("cluster", Type.TEXT, answer -> answer.course().identity().cluster(), "Where it is."),
            Field.of("gpu", Type.TEXT, answer -> answer.course().identity().gpu(), "Its UUID."),
            Field.orNull(
                    "node", Type.TEXT, answer -> answer.course().identity().node(), "Its node at the end of the time."),
            Field.orNull(
                    "index",
                    Type.TEXT,
                    answer -> answer.course().identity().index(),
                    "The number that the driver gives it."),
            Field.orNull("sku", Type.TEXT, answer -> answer.course().identity().model(), "What kind of GPU it is."),
            Field.of(
                    "first_seen",
                    Type.MILLIS,
                    answer -> answer.course().identity().firstSeen(),
                    "When it was told of first."),
            Field.of(
                    "last_seen",
                    Type.MILLIS,
                    answer -> answer.course().identity().lastSeen(),
                    "When it was told of last, to a quarter of an hour."),
            Field.part(Hours.SHAPE, answer -> answer.course().window()),
            Field.of(
                    "step_seconds",
                    Type.WHOLE_NUMBER,
                    answer -> answer.course().step() / 1000,
                    "How long a piece of time is."),
            Field.of(
                    "accounts",
                    Type.list(Type.object(ACCOUNT)),
                    answer -> answer.course().accounts(),
                    "What stands in the books of each hour that meets the time."),
            Field.of(
                    "units",
                    Type.list(Type.object(UNIT)),
                    answer -> answer.course().units(),
                    "What its readings say."),
            Field.of(
                    "holders",
                    Type.list(Type.object(HOLDER)),
                    answer -> answer.course().holders(),
                    "The containers that were told to hold it."),
            Field.of(
                    "idle",
                    Type.list(Type.object(IDLE)),
                    answer -> answer.course().idle(),
                    "The times in which it was held idle, cut at full hours."),
            Field.of(
                    "xids",
                    Type.list(Type.object(XID)),
                    answer -> answer.course().xids(),
                    "What the driver reported."),
            Field.of(
                    "findings",
                    Type.list(Type.object(FindingFields.SHAPE)),
                    GpuAnswer::findingRows,
                    "What was found about it that was open at any time in this time."));

    static final Table<GpuAnswer, ?> TABLE = new Table<>(
            ACCOUNT,
            answer -> answer.course().accounts(),
            answer -> Map.of(
                    "cost",
                    answer.course().accounts().stream()
                            .flatMap(account -> account.cost().keySet().stream())
                            .distinct()
                            .sorted()
                            .toList()));

    private List<FindingFields.Row> findingRows() {
        return findings.findings().stream()
                .map(stored -> new FindingFields.Row(stored, at))
                .toList();
    }
}
