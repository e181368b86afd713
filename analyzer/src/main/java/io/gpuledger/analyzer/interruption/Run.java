package io.gpuledger.analyzer.interruption;

import io.gpuledger.analyzer.time.Span;
import java.util.Optional;

/// A pod that had GPUs, from when it had a node. Times are milliseconds since 1970.
///
/// @param gpus how many it asks for; an instance of a GPU counts as one
/// @param placed since when it had its node
/// @param ran when its containers began to run, if they did
/// @param end when it had ended or was gone, if it was
/// @param saved until when its work was saved, as it said itself by its end
/// @param interruption what took it from its node, if anything did
public record Run(
        long gpus,
        long placed,
        Optional<Long> ran,
        Optional<Long> end,
        Optional<Long> saved,
        Optional<Interruption> interruption) {
    /// Returns for how long it was on its node within a span.
    long millis(Span window) {
        var from = Math.max(window.from(), placed);
        var to = Math.min(window.to(), end.orElse(Long.MAX_VALUE));
        return Math.max(0, to - from);
    }

    /// Returns for how long each of its GPUs had worked on what was lost with it: since it began to run, or since its
    /// work was saved.
    long lostMillis(Interruption interruption) {
        return ran.map(began -> saved.filter(millis -> millis > began).orElse(began))
                .map(since -> Math.max(0, interruption.at() - since))
                .orElse(0L);
    }

    /// Returns when it ran within a span; an empty span where it did not.
    Span running(Span window) {
        return ran.map(began -> new Span(began, Math.max(began, end.orElse(Long.MAX_VALUE))).within(window))
                .orElse(new Span(window.from(), window.from()));
    }
}
