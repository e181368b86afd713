package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.report.FleetWeek.Cause;
import io.gpuledger.analyzer.report.FleetWeek.Day;
import io.gpuledger.analyzer.report.FleetWeek.Team;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Reads where the fleet's time went from sums by the hour.
public final class FleetWeeks {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration DAY = Duration.ofDays(1);

    private final LedgerTables ledger;

    public FleetWeeks(LedgerTables ledger) {
        this.ledger = ledger;
    }

    /// The last seven full days; where the books have none of them in full, the last day and what there is of
    /// this hour. Throws [io.gpuledger.analyzer.store.postgres.CannotAskException].
    public FleetWeek last(Instant now) {
        var week = of(days(now), now);
        if (week.hasFullDay()) {
            return week;
        }
        var day = of(lastDay(now), now);
        return day.isEmpty() ? week : day;
    }

    /// The last seven full days of UTC.
    public static Span days(Instant now) {
        var today = now.truncatedTo(ChronoUnit.DAYS).toEpochMilli();
        return new Span(today - WEEK.toMillis(), today);
    }

    private static Span lastDay(Instant now) {
        var end = now.truncatedTo(ChronoUnit.HOURS).toEpochMilli() + Hour.MILLIS;
        return new Span(end - DAY.toMillis(), end);
    }

    private FleetWeek of(Span window, Instant now) {
        var earlier = new Span(window.from() - window.millis(), window.from());
        var answers = ledger.answers(List.of(
                LedgerQuestion.of(window, Dimension.STATE, Dimension.CAUSE),
                LedgerQuestion.of(earlier, Dimension.HOUR, Dimension.STATE),
                LedgerQuestion.of(window, Dimension.TEAM, Dimension.STATE),
                LedgerQuestion.of(earlier, Dimension.TEAM, Dimension.STATE),
                LedgerQuestion.of(window, Dimension.HOUR, Dimension.STATE)));
        var hours = hours(answers.get(4));
        return new FleetWeek(
                window,
                all(answers.getFirst(), 0),
                all(answers.get(1), 1),
                teams(byTeam(answers.get(2)), byTeam(answers.get(3))),
                answers.stream().allMatch(LedgerAnswer::isWhole),
                causes(answers.getFirst()),
                days(answers.get(4)),
                hasFullDay(hours),
                over(hours, now),
                hours.size(),
                hours(answers.get(1)).size());
    }

    /// Of which anything is in the books: those of a downtime after which GPUs count as gone are in none.
    private static Set<Instant> hours(LedgerAnswer byHour) {
        return byHour.lines().stream()
                .flatMap(line -> line.key().getFirst().stream())
                .map(Instant::parse)
                .collect(Collectors.toSet());
    }

    private static boolean hasFullDay(Set<Instant> hours) {
        return hours.stream()
                .collect(Collectors.groupingBy(hour -> hour.truncatedTo(ChronoUnit.DAYS), Collectors.counting()))
                .containsValue(DAY.toHours());
    }

    /// Of the hour that is now the books have what is over of it.
    private static long over(Set<Instant> hours, Instant now) {
        var thisHour = now.truncatedTo(ChronoUnit.HOURS);
        var left = hours.contains(thisHour) && now.isAfter(thisHour)
                ? Duration.between(now, thisHour).toMillis() + Hour.MILLIS
                : 0;
        return hours.size() * Hour.MILLIS - left;
    }

    /// @param at where in the key the state is
    private static Accounts all(LedgerAnswer answer, int at) {
        var accounts = new Accounts();
        answer.lines().forEach(line -> Reports.add(accounts, line, at));
        return accounts;
    }

    private static List<Day> days(LedgerAnswer byHour) {
        var days = new ArrayList<Day>();
        by(byHour, FleetWeeks::date).forEach((date, accounts) -> days.add(new Day(date, accounts)));
        return days;
    }

    /// Of an hour as 2026-11-16T08:00:00Z.
    private static String date(String hour) {
        return hour.substring(0, hour.indexOf('T'));
    }

    /// By what comes first in the key, as far as it has a value; the state is the second.
    private static Map<String, Accounts> by(LedgerAnswer answer, UnaryOperator<String> name) {
        var by = new LinkedHashMap<String, Accounts>();
        answer.lines()
                .forEach(line -> line.key()
                        .getFirst()
                        .map(name)
                        .ifPresent(its -> Reports.add(by.computeIfAbsent(its, _ -> new Accounts()), line, 1)));
        return by;
    }

    private static Map<String, Accounts> byTeam(LedgerAnswer answer) {
        return by(answer, UnaryOperator.identity());
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
