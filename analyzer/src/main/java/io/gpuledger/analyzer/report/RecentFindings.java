package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.store.findings.FindingAnswers;
import io.gpuledger.analyzer.store.findings.FindingQuestion;
import io.gpuledger.analyzer.store.findings.FindingQuestion.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Reads what was wrong in a week, and keeps that for a minute: a round of letters asks for each team anew.
final class RecentFindings {
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final int MOST = 10_000;

    private record Kept(Week week, List<WeekFinding> findings, long read) {}

    private final FindingAnswers answers;
    private final LongSupplier nanos;
    private Optional<Kept> recent = Optional.empty();

    RecentFindings(FindingAnswers answers, LongSupplier nanos) {
        this.answers = answers;
        this.nanos = nanos;
    }

    /// Who asks for the same week at the same time waits for the same reading.
    synchronized List<WeekFinding> of(Week week) {
        var now = nanos.getAsLong();
        var known = recent.filter(kept -> kept.week().equals(week) && now - kept.read() <= KEPT.toNanos());
        if (known.isPresent()) {
            return known.get().findings();
        }
        var span = week.span();
        var findings = answers.answer(FindingQuestion.open(span.to(), MOST).of(State.ALL, span)).findings().stream()
                .map(stored -> WeekFinding.of(stored, span))
                .toList();
        recent = Optional.of(new Kept(week, findings, now));
        return findings;
    }
}
