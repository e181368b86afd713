package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.util.Optional;
import java.util.Set;

/// A Deployment or a StatefulSet that nobody calls is to be scaled to no replicas: for most of the weeks it
/// held GPUs, at least 90 % of that was idle, and not more than 1 % of it was used. It saves what was booked as
/// idle.
final class StopUnused implements Rule {
    /// Something is always done at a start, and when somebody asks whether it lives.
    static final double USED_MOST = 0.01;

    static final double IDLE_LEAST = 0.9;
    /// It holds them all the time, and not for a task that comes back.
    static final double HOURS_LEAST = 0.8;

    private static final Set<State> USED = Set.of(State.USED);

    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        return Controller.isScaled(evidence.weeks().name()) && isUnused(evidence)
                ? Optional.of(advice(evidence))
                : Optional.empty();
    }

    private static boolean isUnused(Evidence evidence) {
        var weeks = evidence.weeks();
        var held = evidence.held();
        return evidence.isEnoughToChange()
                && weeks.hours().size() >= HOURS_LEAST * sinceFirst(weeks) / Hour.MILLIS
                && booked(weeks, Savings.IDLE) >= IDLE_LEAST * held
                && booked(weeks, USED) <= USED_MOST * held;
    }

    /// Returns how much of the weeks had passed since the first hour in which it held something.
    private static long sinceFirst(WorkloadWeeks weeks) {
        return weeks.window().to() - weeks.hours().getFirst().hour();
    }

    private static long booked(WorkloadWeeks weeks, Set<State> states) {
        return weeks.hours().stream()
                .mapToLong(hour -> Savings.millis(hour, states))
                .sum();
    }

    private static Advice advice(Evidence evidence) {
        var weeks = evidence.weeks();
        return new Advice(
                weeks.name(),
                Kind.STOP,
                "Scale it to 0 replicas.",
                "On %s it used %s of the %s that it held."
                        .formatted(
                                Words.count(evidence.days(), "day"),
                                Words.hours(booked(weeks, USED)),
                                Words.hours(evidence.held())),
                "Nobody answers until it is scaled up again. Where it is meant to wait, annotate its pods with"
                        + " gpu-ledger.io/exempt and the reason.",
                Savings.of(weeks, Savings.IDLE, _ -> 1),
                Confidence.CERTAIN,
                Controller.kubectl("scale", weeks.name(), "--replicas=0")
                        .orElseGet(() -> new Remedy.AskOwner("Does anybody still need it?")));
    }
}
