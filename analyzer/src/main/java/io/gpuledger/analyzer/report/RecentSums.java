package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.store.questions.LedgerTables.Answers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// Reads what all teams had of a week, and keeps that for a minute. All sums of the week are looked through for
/// it, and a round of letters, the letter of the fleet with its eight weeks and the list of letters ask for the
/// same.
final class RecentSums {
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final int WEEKS_MAX = 32;

    private record Kept(WeekSums sums, long read) {}

    private final LedgerTables ledger;
    private final LongSupplier nanos;
    private final LinkedHashMap<Week, Kept> recent = new LinkedHashMap<>();

    RecentSums(LedgerTables ledger, LongSupplier nanos) {
        this.ledger = ledger;
        this.nanos = nanos;
    }

    /// Who asks for the same week at the same time waits for the same reading.
    synchronized WeekSums of(Week week) {
        var now = nanos.getAsLong();
        recent.values().removeIf(kept -> now - kept.read() > KEPT.toNanos());
        var known = recent.get(week);
        if (known != null) {
            return known.sums();
        }
        var sums = read(week);
        if (recent.size() >= WEEKS_MAX) {
            recent.pollFirstEntry();
        }
        recent.put(week, new Kept(sums, now));
        return sums;
    }

    private WeekSums read(Week week) {
        var teams = new TreeMap<String, Accounts>();
        ledger.together(answers -> lines(answers, week))
                .forEach(line -> Reports.add(
                        teams.computeIfAbsent(line.key(Dimension.TEAM).orElse(WeekSums.NOBODY), _ -> new Accounts()),
                        line));
        return new WeekSums(teams, Reports.hours(ledger.booked().within(week.span())));
    }

    /// Returns all lines, however many pages of answers they fill.
    private static List<Line> lines(Answers answers, Week week) throws DatabaseException {
        var by = List.of(Dimension.TEAM, Dimension.STATE);
        var lines = new ArrayList<Line>();
        while (true) {
            var page =
                    answers.to(new LedgerQuestion(week.span(), by, Map.of(), LedgerQuestion.LIMIT_MAX, lines.size()));
            lines.addAll(page.lines());
            if (page.lines().isEmpty() || lines.size() >= page.count()) {
                return lines;
            }
        }
    }
}
