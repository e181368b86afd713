package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.report.FleetWeek.Cause;
import io.gpuledger.analyzer.report.FleetWeek.Day;
import io.gpuledger.analyzer.report.FleetWeek.Team;
import io.gpuledger.analyzer.store.database.Dimension;
import io.gpuledger.analyzer.store.database.LedgerAnswer;
import io.gpuledger.analyzer.store.database.LedgerQuestion;
import io.gpuledger.analyzer.store.database.LedgerTables;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads where the fleet's time went from sums by the hour.
public final class FleetWeeks {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration DAY = Duration.ofDays(1);

    private final LedgerTables ledger;

    public FleetWeeks(LedgerTables ledger) {
        this.ledger = ledger;
    }

    /// The last seven full days; where the books have none of them, the last day and what there is of this hour. Throws
    /// [io.gpuledger.analyzer.store.database.CannotAskException].
    public FleetWeek last(Instant now) {
        var week = of(days(now));
        return week.isEmpty() ? of(lastDay(now)) : week;
    }

    /// The last seven full days of UTC.
    public static Span days(Instant now) {
        var today = now.truncatedTo(ChronoUnit.DAYS).toEpochMilli();
        return new Span(today - WEEK.toMillis(), today);
    }

    private static Span lastDay(Instant now) {
        var end = now.truncatedTo(ChronoUnit.HOURS).toEpochMilli() + Ledger.HOUR;
        return new Span(end - DAY.toMillis(), end);
    }

    private FleetWeek of(Span window) {
        var earlier = new Span(window.from() - window.millis(), window.from());
        var answers = ledger.answers(List.of(
                LedgerQuestion.of(window, Dimension.STATE, Dimension.CAUSE),
                LedgerQuestion.of(earlier, Dimension.STATE),
                LedgerQuestion.of(window, Dimension.TEAM, Dimension.STATE),
                LedgerQuestion.of(earlier, Dimension.TEAM, Dimension.STATE),
                LedgerQuestion.of(window, Dimension.DAY, Dimension.STATE)));
        var booked = ledger.booked();
        var days = new ArrayList<Day>();
        by(answers.get(4)).forEach((date, accounts) -> days.add(new Day(date, accounts)));
        return new FleetWeek(
                window,
                all(answers.getFirst()),
                all(answers.get(1)),
                teams(by(answers.get(2)), by(answers.get(3))),
                causes(answers.getFirst()),
                days,
                Reports.hours(booked.within(window)),
                Reports.hours(booked.within(earlier)));
    }

    private static Accounts all(LedgerAnswer answer) {
        var accounts = new Accounts();
        answer.lines().forEach(line -> Reports.add(accounts, line, 0));
        return accounts;
    }

    /// By what comes first in the key, as far as it has a value; the state is the second.
    private static Map<String, Accounts> by(LedgerAnswer answer) {
        var by = new LinkedHashMap<String, Accounts>();
        answer.lines()
                .forEach(line -> line.key()
                        .getFirst()
                        .ifPresent(name -> Reports.add(by.computeIfAbsent(name, _ -> new Accounts()), line, 1)));
        return by;
    }

    private static List<Team> teams(Map<String, Accounts> now, Map<String, Accounts> before) {
        var teams = new ArrayList<Team>();
        now.forEach((name, accounts) -> teams.add(new Team(name, accounts, before.getOrDefault(name, new Accounts()))));
        before.forEach((name, accounts) -> {
            if (!now.containsKey(name)) {
                teams.add(new Team(name, new Accounts(), accounts));
            }
        });
        return teams;
    }

    private static List<Cause> causes(LedgerAnswer answer) {
        var causes = new ArrayList<Cause>();
        answer.lines()
                .forEach(line -> line.key()
                        .get(1)
                        .ifPresent(cause -> causes.add(new Cause(
                                Reports.state(line, 0), cause, line.sum().millis()))));
        return causes;
    }
}
