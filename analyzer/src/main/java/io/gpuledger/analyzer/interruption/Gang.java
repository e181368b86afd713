package io.gpuledger.analyzer.interruption;

import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How much of its time a workload that runs on many GPUs at once was at work on them. Its pods wait for each other:
/// it works while all run.
///
///     size      = the most GPUs that ran at once
///     elapsed   = size * (end of the last pod - beginning of the first)
///     whole     = size * time in which all of them ran
///     lost      = sum over breaks of size * (break - max(all began to run, saved))
///     effective = (whole - lost) / elapsed
///
/// It breaks where one of its pods ends while all run, and another begins later. Until when its work was saved is what
/// the pods that ended with the break had said last. Where none had said that, nobody knows what was lost, and so not
/// what was effective: no more than `whole / elapsed`. What runs within one container, such as a restart of
/// the program in it, is not seen.
///
/// @param gpus that ran at once, at most
/// @param span from when the first pod began to run until the last had ended, within the time that is asked about
/// @param wholeMillis for how long all of them ran
/// @param breaks the first first
public record Gang(long gpus, Span span, long wholeMillis, List<Break> breaks) {
    /// Pods that end so soon after another ended with it.
    private static final long WITH_IT_MILLIS = 10 * 60_000;

    /// All had run, and then did not.
    ///
    /// @param at when, in milliseconds since 1970
    /// @param lostMillis for how long each GPU had worked on what was lost; nothing where nobody told
    public record Break(long at, Optional<Long> lostMillis) {}

    public Gang {
        breaks = List.copyOf(breaks);
    }

    /// Returns what became of a workload within a time, if any of its pods ran then.
    ///
    /// @param runs those of its pods; one without GPUs, as that which starts the others, does not count
    public static Optional<Gang> of(Span window, List<Run> runs) {
        var changes = new TreeMap<Long, Long>();
        for (var run : runs) {
            var span = run.running(window);
            if (!span.isEmpty() && run.gpus() > 0) {
                changes.merge(span.from(), run.gpus(), Long::sum);
                changes.merge(span.to(), -run.gpus(), Long::sum);
            }
        }
        return changes.isEmpty() ? Optional.empty() : Optional.of(of(window, runs, changes));
    }

    private static Gang of(Span window, List<Run> runs, TreeMap<Long, Long> changes) {
        var size = size(changes);
        var end = changes.lastKey();
        var whole = new ArrayList<Span>();
        var running = 0L;
        for (var change : changes.entrySet()) {
            var before = running;
            running += change.getValue();
            if (before == size && running < size) {
                whole.set(whole.size() - 1, new Span(whole.getLast().from(), change.getKey()));
            } else if (before < size && running == size) {
                whole.add(new Span(change.getKey(), end));
            }
        }
        var breaks = whole.stream()
                .filter(span -> runs.stream()
                        .map(run -> run.running(window))
                        .anyMatch(run -> !run.isEmpty() && run.from() >= span.to()))
                .map(span -> new Break(span.to(), lost(span, runs)))
                .toList();
        var wholeMillis = whole.stream().mapToLong(Span::millis).sum();
        return new Gang(size, new Span(changes.firstKey(), end), wholeMillis, breaks);
    }

    private static long size(Map<Long, Long> changes) {
        var running = 0L;
        var most = 0L;
        for (var change : changes.values()) {
            running += change;
            most = Math.max(most, running);
        }
        return most;
    }

    private static Optional<Long> lost(Span whole, List<Run> runs) {
        return runs.stream()
                .filter(run -> run.end()
                        .filter(end -> end >= whole.to() && end <= whole.to() + WITH_IT_MILLIS)
                        .isPresent())
                .flatMap(run -> run.saved().stream())
                .max(Long::compare)
                .map(saved -> Math.clamp(whole.to() - saved, 0, whole.millis()));
    }

    /// Returns GPU time from the first to the last.
    public long elapsedMillis() {
        return gpus * span.millis();
    }

    /// Returns which part of the elapsed time all of them ran.
    public double whole() {
        return (double) wholeMillis / (double) span.millis();
    }

    /// Returns GPU time in which fewer than all ran, so that those that did waited.
    public long brokenMillis() {
        return gpus * (span.millis() - wholeMillis);
    }

    /// Returns GPU time of work that was lost; nothing where that is not known of one of the breaks.
    public Optional<Long> lostMillis() {
        return breaks.stream().allMatch(one -> one.lostMillis().isPresent())
                ? Optional.of(gpus
                        * breaks.stream()
                                .flatMap(one -> one.lostMillis().stream())
                                .mapToLong(millis -> millis)
                                .sum())
                : Optional.empty();
    }

    /// Returns which part of the elapsed time went into work that was not lost; nothing where that is not known.
    public Optional<Double> effective() {
        return lostMillis().map(lost -> (double) (gpus * wholeMillis - lost) / (double) elapsedMillis());
    }
}
