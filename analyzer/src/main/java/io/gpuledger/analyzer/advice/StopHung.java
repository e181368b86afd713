package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Work that should end hangs: after it had done something, it is idle for six hours or longer, to its end or
/// to the end of what is known. It saves that idle time.
///
/// What hangs still can be suspended, where it is of a kind that can be resumed. Otherwise it is for its owner
/// to say what ends it: to delete it cannot be undone.
final class StopHung implements Rule {
    /// Nothing that waits for others in good order waits for so long.
    static final int HOURS_LEAST = 6;

    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        var weeks = evidence.weeks();
        if (Controller.isLongLived(weeks.name())) {
            return Optional.empty();
        }
        var runs = runs(weeks.hours());
        var hung = runs.stream()
                .map(StopHung::tail)
                .filter(tail -> !tail.isEmpty())
                .toList();
        return hung.isEmpty() ? Optional.empty() : Optional.of(advice(weeks, runs.size(), hung));
    }

    private static Advice advice(WorkloadWeeks weeks, int runs, List<List<WorkedHour>> hung) {
        var hours = hung.stream().flatMap(List::stream).map(WorkedHour::hour).toList();
        var longest = hung.stream().mapToInt(List::size).max().orElse(0);
        var isHanging = hours.getLast() + Hour.MILLIS >= weeks.window().to();
        return new Advice(
                weeks.name(),
                Kind.STOP,
                isHanging ? "Suspend it: it hangs." : "End it when it is done: it hung.",
                "It worked, and then did nothing for up to %s, %s, in %d of %s."
                        .formatted(
                                Words.count(longest, "hour"),
                                isHanging ? "to the end of the week" : "until it ended",
                                hung.size(),
                                Words.count(runs, "run")),
                "Its pods end, and begin anew when it is resumed: what was not written down is lost.",
                Savings.of(weeks, Savings.IDLE, hour -> hours.contains(hour.hour()) ? 1 : 0),
                Confidence.CERTAIN,
                (isHanging ? Controller.suspend(weeks.name()) : Optional.<Remedy>empty())
                        .orElseGet(() -> new Remedy.AskOwner("What keeps it after its work is done? A limit of time,"
                                + " such as activeDeadlineSeconds of a Job, would end it.")));
    }

    /// Returns the hours at the end of a run in which nothing was done. Empty where they are few, or all that
    /// there is.
    private static List<WorkedHour> tail(List<WorkedHour> run) {
        var from = run.size();
        while (from > 0 && IdleHours.isIdle(run.get(from - 1))) {
            from--;
        }
        var hasWorked =
                run.subList(0, from).stream().anyMatch(hour -> hour.held().getOrDefault(State.USED, 0L) > 0);
        return hasWorked && run.size() - from >= HOURS_LEAST ? run.subList(from, run.size()) : List.of();
    }

    private static List<List<WorkedHour>> runs(List<WorkedHour> hours) {
        var runs = new ArrayList<List<WorkedHour>>();
        var begin = 0;
        for (var i = 1; i <= hours.size(); i++) {
            if (i == hours.size() || hours.get(i).hour() - hours.get(i - 1).hour() > Hour.MILLIS) {
                runs.add(hours.subList(begin, i));
                begin = i;
            }
        }
        return runs;
    }
}
