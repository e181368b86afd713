package io.gpuledger.analyzer.latency;

import io.gpuledger.analyzer.time.Span;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// When a pod came to each [Stage] for the first time, as far as it did: that it is not ready for a while later on
/// changes nothing. Times are milliseconds since 1970.
///
/// Evidence comes from several places, and some of it late. So what comes later on the way is evidence of all before
/// it: a pod that runs was scheduled by then, and a pod that was scheduled had no gate any more. No stage comes before
/// the one that it follows.
///
/// @param created when it was made
/// @param isGated whether it ever had a scheduling gate
/// @param reached the stages that it came to; a pod without gates is open as soon as it is made
/// @param end when it had ended or was gone, after which it comes nowhere; nothing while it is there
public record Course(long created, boolean isGated, Map<Stage, Long> reached, Optional<Long> end) {
    public Course {
        reached = Collections.unmodifiableMap(inOrder(created, isGated, reached));
    }

    /// Each pod of an answer has one, so nothing is made but the map itself.
    private static Map<Stage, Long> inOrder(long created, boolean isGated, Map<Stage, Long> told) {
        var least = new long[Stage.ALL.size()];
        var first = Long.MAX_VALUE;
        for (var i = least.length - 1; i >= 0; i--) {
            first = Math.min(first, told(Stage.ALL.get(i), created, isGated, told));
            least[i] = first;
        }
        var reached = new EnumMap<Stage, Long>(Stage.class);
        var before = created;
        for (var i = 0; i < least.length && least[i] < Long.MAX_VALUE; i++) {
            before = Math.max(before, least[i]);
            reached.put(Stage.ALL.get(i), before);
        }
        return reached;
    }

    private static long told(Stage stage, long created, boolean isGated, Map<Stage, Long> told) {
        return stage == Stage.OPENED && !isGated ? created : told.getOrDefault(stage, Long.MAX_VALUE);
    }

    /// Returns when it came to a stage.
    public Optional<Long> at(Stage stage) {
        return Optional.ofNullable(reached.get(stage));
    }

    /// Returns how long it waited for a stage, with all of the wait, if it waited for it at any time within the span.
    /// What comes after the span is not known yet, so that the answer stays the same.
    public Optional<Wait> wait(Stage stage, Span span) {
        if (stage == Stage.OPENED && !isGated) {
            return Optional.empty();
        }
        return since(stage).filter(since -> since < span.to()).flatMap(since -> wait(stage, since, span));
    }

    private Optional<Long> since(Stage stage) {
        return stage.before().map(this::at).orElse(Optional.of(created));
    }

    private Optional<Wait> wait(Stage stage, long since, Span span) {
        var came = at(stage);
        var left = came.isPresent() ? Optional.<Long>empty() : end.map(millis -> Math.max(since, millis));
        var stop = Stream.of(came, left).flatMap(Optional::stream).findFirst().filter(millis -> millis < span.to());
        if (stop.filter(millis -> millis < span.from()).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(stop.map(
                        millis -> new Wait(millis - since, came.isPresent() ? Wait.Outcome.REACHED : Wait.Outcome.LEFT))
                .orElseGet(() -> new Wait(span.to() - since, Wait.Outcome.WAITING)));
    }
}
