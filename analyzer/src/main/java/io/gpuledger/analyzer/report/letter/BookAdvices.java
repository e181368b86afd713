package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.advice.Advisor;
import io.gpuledger.analyzer.advice.Offers;
import io.gpuledger.analyzer.advice.WorkloadName;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.questions.WorkloadWeekTables;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Optional;

/// Knows what a team may change from what the books have of the two weeks that end with the week of the letter: one
/// week is too short to tell what comes back, and more would speak of workloads as they are no longer.
public final class BookAdvices implements Advices {
    private static final Duration KEPT = Duration.ofMinutes(1);

    /// What the fleet has is the same for all teams, so it is read once for the letters of a round.
    private record Kept(Span window, Offers offers, long read) {}

    private final WorkloadWeekTables tables;
    private Optional<Kept> kept = Optional.empty();

    public BookAdvices(Database database) {
        this.tables = new WorkloadWeekTables(database);
    }

    /// Throws [io.gpuledger.analyzer.store.postgres.CannotAskException] where the database does not answer.
    @Override
    public Advised of(String team, Week week) {
        var window = new Span(week.before().span().from(), week.span().to());
        var offers = offers(window);
        var advice = new ArrayList<Advice>();
        var exempt = new HashMap<WorkloadName, String>();
        tables.eachOfTeam(team, window, workload -> {
            advice.addAll(Advisor.of(workload, offers));
            workload.exempt().ifPresent(reason -> exempt.put(workload.name(), reason));
        });
        return new Advised(advice, exempt);
    }

    private synchronized Offers offers(Span window) {
        var now = System.nanoTime();
        var known = kept.filter(its -> its.window().equals(window) && now - its.read() <= KEPT.toNanos());
        if (known.isEmpty()) {
            kept = Optional.of(new Kept(window, tables.offers(window), now));
        }
        return kept.orElseThrow().offers();
    }
}
