package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.time.Span;
import java.util.Locale;
import java.util.Optional;

/// What is asked about findings.
///
/// @param window findings that were open at any instant in it
/// @param state which of these
/// @param skip how many of them come before
/// @param at the instant of the question, by which mutes are in force
public record FindingQuestion(
        Span window,
        State state,
        Optional<String> cluster,
        Optional<String> node,
        Optional<String> gpu,
        Optional<String> kind,
        Optional<String> severity,
        int skip,
        int limit,
        long at) {
    /// Whether it is so now.
    public enum State {
        OPEN,
        CLOSED,
        ALL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Asks for all that are open at an instant, up to so many.
    public static FindingQuestion open(long at, int limit) {
        return new FindingQuestion(
                new Span(0, at + 1),
                State.OPEN,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                limit,
                at);
    }

    /// Asks for the same of another state and time.
    public FindingQuestion of(State other, Span otherWindow) {
        return new FindingQuestion(otherWindow, other, cluster, node, gpu, kind, severity, skip, limit, at);
    }

    /// Asks for those that come after so many.
    public FindingQuestion after(int some) {
        return new FindingQuestion(window, state, cluster, node, gpu, kind, severity, some, limit, at);
    }
}
