package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.time.Span;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What is asked about findings.
///
/// @param window findings that were open at any instant in it
/// @param state which of these
/// @param teams those that hit any of these, which are told of no others then; nothing where all may be told of
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
        Optional<Set<String>> teams,
        int skip,
        int limit,
        long at) {
    public FindingQuestion {
        teams = teams.map(Set::copyOf);
    }

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
                Optional.empty(),
                0,
                limit,
                at);
    }

    /// Asks for the same of another state and time.
    public FindingQuestion of(State other, Span otherWindow) {
        return new FindingQuestion(otherWindow, other, cluster, node, gpu, kind, severity, teams, skip, limit, at);
    }

    /// Asks for those that come after so many.
    public FindingQuestion after(int some) {
        return new FindingQuestion(window, state, cluster, node, gpu, kind, severity, teams, some, limit, at);
    }
}
