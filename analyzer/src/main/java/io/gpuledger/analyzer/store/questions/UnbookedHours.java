package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;

/// Says whether settled hours wait to be booked again, as something was told of them since. They do not count as
/// settled then.
sealed interface UnbookedHours {
    /// Up to so many GPUs it is quick to look which entries are meant.
    int SOME_MAX = 2_000;

    /// No hours of any GPU wait.
    record None() implements UnbookedHours {}

    /// Hours of a few GPUs wait.
    record Some() implements UnbookedHours {}

    /// Hours of so many GPUs wait that all hours of the time in which any of theirs lie are taken for them.
    record Many(long since, long until) implements UnbookedHours {}

    /// Whether some of a span's hours are taken for such that wait, for no other reason than when they are.
    default boolean cuts(Span span) {
        return switch (this) {
            case None _, Some _ -> false;
            case Many(var since, var until) -> span.meets(new Span(Hour.of(since), Hour.of(until) + Hour.MILLIS));
        };
    }

    /// Returns what waits, by how much it is.
    ///
    /// @param gpus of how many GPUs hours wait
    /// @param time in which all of them lie
    static UnbookedHours of(long gpus, Span time) {
        if (gpus == 0) {
            return new None();
        }
        return gpus <= SOME_MAX ? new Some() : new Many(time.from(), time.to());
    }
}
