package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.ledger.State;
import java.util.Optional;

/// A workload that nobody uses at the same hours of most days is to be stopped at these hours ([IdleHours]).
///
/// It saves what was booked as idle in the hours of the stretch that were idle. A notebook is stopped by an
/// annotation, as Kubeflow does it. A Deployment or a StatefulSet would have to be scaled by a schedule: how,
/// its owner knows.
final class StopAtHours implements Rule {
    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        var weeks = evidence.weeks();
        return Controller.isLongLived(weeks.name())
                ? IdleHours.of(weeks.hours()).map(when -> advice(evidence, when))
                : Optional.empty();
    }

    private static Advice advice(Evidence evidence, IdleHours when) {
        var weeks = evidence.weeks();
        return new Advice(
                weeks.name(),
                Kind.STOP,
                what(weeks.name(), when),
                "It was idle %s. Of the %s that it held, %s were idle at these hours."
                        .formatted(when.words(), Words.hours(evidence.held()), Words.hours(idle(weeks, when))),
                "Whoever comes back starts it again; what is only in its memory is lost. Where long pauses are meant"
                        + " to be, annotate its pods with gpu-ledger.io/idle-after.",
                Savings.of(weeks, Savings.IDLE, hour -> isStopped(hour, when) ? 1 : 0),
                confidence(when),
                remedy(weeks.name(), when));
    }

    private static boolean isStopped(WorkedHour hour, IdleHours when) {
        return when.contains(hour.hour()) && IdleHours.isIdle(hour);
    }

    private static long idle(WorkloadWeeks weeks, IdleHours when) {
        return weeks.hours().stream()
                .filter(hour -> isStopped(hour, when))
                .mapToLong(hour -> hour.held().getOrDefault(State.IDLE, 0L))
                .sum();
    }

    private static String what(WorkloadName workload, IdleHours when) {
        var verb = Controller.isNotebook(workload) ? "Stop it" : "Scale it down";
        return when.isAlways()
                ? verb + " while nobody uses it."
                : "%s from %s to %s UTC."
                        .formatted(verb, Words.clock(when.from()), Words.clock(when.from() + when.length()));
    }

    /// A habit of a week is one.
    private static Confidence confidence(IdleHours when) {
        return when.idle() >= Evidence.DAYS_LEAST ? Confidence.CERTAIN : Confidence.LIKELY;
    }

    private static Remedy remedy(WorkloadName workload, IdleHours when) {
        var question = "Can it be scaled down %s, by a schedule or by its load?".formatted(when.words());
        return Controller.isNotebook(workload)
                ? Controller.kubectl(
                                "annotate", workload, "kubeflow-resource-stopped=\"$(date -u +%FT%TZ)\" --overwrite")
                        .orElseGet(() -> new Remedy.AskOwner("Can the notebook be stopped at these hours?"))
                : new Remedy.AskOwner(question);
    }
}
