package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.MoveWords;
import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.moves.Budget;
import io.gpuledger.analyzer.moves.Move;
import io.gpuledger.analyzer.moves.Stay;
import io.gpuledger.analyzer.store.pods.FoundMoves;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Holds what would have to be moved, and declares how `/api/v1/moves` tells it.
///
/// @param at when it was so, in milliseconds since 1970
record MovesAnswer(long at, Optional<String> cluster, FoundMoves found) {
    private static final double MILLIS_OF_AN_HOUR = 3_600_000;

    record Row(Move move, long at, Optional<Long> restart) {}

    record StayingRow(Stay stay, int pods) {}

    private static final Shape<WaitingPod> WAITING = Shape.of(
            "waiting",
            Field.of("namespace", Type.TEXT, WaitingPod::namespace, "Its namespace."),
            Field.of("pod", Type.TEXT, WaitingPod::name, "Its name."),
            Field.orNull("owner", Type.TEXT, WaitingPod::owner, "Who made it, as `Job/train`."),
            Field.of("since", Type.MILLIS, WaitingPod::created, "Since when it waits."),
            Field.of("gpus", Type.NUMBER, WaitingPod::gpus, "How many GPUs it asks for; an instance counts as one."));

    private static final Shape<Row> MOVE = Shape.of(
            "move",
            Field.of("namespace", Type.TEXT, row -> row.move().pod().namespace(), "Its namespace."),
            Field.of("pod", Type.TEXT, row -> row.move().pod().name(), "The name of the pod that goes."),
            Field.orNull("owner", Type.TEXT, row -> row.move().pod().owner(), "Who makes it again, as `Job/train`."),
            Field.of("gpus", Type.WHOLE_NUMBER, row -> row.move().pod().gpus(), "How many GPUs it has."),
            Field.of("from", Type.TEXT, row -> row.move().pod().node(), "The node that it is on."),
            Field.of("to", Type.TEXT, row -> row.move().to(), "The node that has room for it when its turn comes."),
            Field.of(
                    "work_since",
                    Type.MILLIS,
                    row -> row.move().pod().workSince(),
                    "Since when its work would be lost: its start, or its last checkpoint."),
            Field.of(
                    "lost_gpu_hours",
                    Type.NUMBER,
                    row -> hours(row.move().pod().lostMillis(row.at())),
                    "How much work that is."),
            Field.orNull(
                    "restart_seconds",
                    Type.THOUSANDTHS,
                    Row::restart,
                    "How long pods of the same maker took in the last two weeks until they ran, half of them no longer:"
                            + " so long it may be gone. `null` where none was seen to begin."),
            Field.orNull(
                    "budget",
                    Type.TEXT,
                    row -> row.move().pod().budget().map(Budget::name),
                    "The PodDisruptionBudget that covers it, and allows this."));

    private static final Shape<StayingRow> STAYING = Shape.of(
            "staying",
            Field.of(
                    "reason",
                    Type.oneOf(Stay.ALL.stream().map(Stay::word).toList()),
                    row -> row.stay().word(),
                    "Why they stay."),
            Field.of("meaning", Type.TEXT, row -> row.stay().words(), "What that means."),
            Field.of("pods", Type.WHOLE_NUMBER, StayingRow::pods, "How many pods."));

    static final Shape<MovesAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, MovesAnswer::at, "When it was so."),
            Field.orNull(
                    "cluster", Type.TEXT, MovesAnswer::cluster, "Where; `null` where nobody waits in any cluster."),
            Field.orNull(
                    "waiting",
                    Type.object(WAITING),
                    answer -> answer.found().pod(),
                    "The pod that waits; `null` where a size was asked for, or nobody waits."),
            Field.of(
                    "requests",
                    Type.map("resource", Type.WHOLE_NUMBER),
                    answer -> Map.copyOf(answer.found().requests()),
                    "What the pod needs, of cores in thousandths."),
            Field.of("said", Type.TEXT, MovesAnswer::said, "All of this in words."),
            Field.orNull(
                    "node",
                    Type.TEXT,
                    answer -> answer.found().list().node(),
                    "The node that would have room; `null` where no list was found."),
            Field.of(
                    "moves",
                    Type.list(Type.object(MOVE)),
                    MovesAnswer::rows,
                    "Who would go where, one after the other."),
            Field.of(
                    "lost_gpu_hours",
                    Type.NUMBER,
                    answer -> hours(answer.found().list().lostMillis(answer.at())),
                    "How much work all of them would lose."),
            Field.orNull(
                    "at_least",
                    Type.WHOLE_NUMBER,
                    answer -> boxed(answer.found().list().atLeast()),
                    "How many moves it takes at least, which is proven; `null` where no number of at most 8 would do."),
            Field.of(
                    "exhaustive",
                    Type.YES_OR_NO,
                    answer -> answer.found().list().isExhaustive(),
                    "Whether the search ended by itself, and not at its bound of work."),
            Field.of(
                    "staying",
                    Type.list(Type.object(STAYING)),
                    MovesAnswer::staying,
                    "Who stays of the pods with GPUs on the nodes that the pod may have, by why."));

    private static Optional<Integer> boxed(OptionalInt number) {
        return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
    }

    /// Returns the answer in words.
    String said() {
        return found.equals(FoundMoves.FOR_NOBODY)
                ? "No pod waits for GPUs that a scheduler looks at and of which it is known what it needs."
                : MoveWords.of(found.list()) + ofGang();
    }

    private String ofGang() {
        return found.pod().filter(WaitingPod::isInGang).isPresent()
                ? " It is one of a gang, and this is about its room alone."
                : "";
    }

    List<Row> rows() {
        return found.list().moves().stream()
                .map(move -> new Row(move, at, found.restarts().of(move)))
                .toList();
    }

    List<StayingRow> staying() {
        return found.list().staying().entrySet().stream()
                .map(one -> new StayingRow(one.getKey(), one.getValue()))
                .toList();
    }

    static BigDecimal hours(double gpuMillis) {
        return BigDecimal.valueOf(gpuMillis / MILLIS_OF_AN_HOUR).setScale(3, RoundingMode.HALF_UP);
    }
}
