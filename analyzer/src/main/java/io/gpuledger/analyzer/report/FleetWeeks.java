package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.report.FleetWeek.Cause;
import io.gpuledger.analyzer.report.FleetWeek.Day;
import io.gpuledger.analyzer.report.FleetWeek.Team;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads where the fleet's time went.
public final class FleetWeeks {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration DAY = Duration.ofDays(1);

    /// The answers that a week is made of. None is by the hour: a week has hundreds of sums in each.
    ///
    /// @param hours those of which anything is in the books
    private record Fleet(
            LedgerAnswer byCause,
            LedgerAnswer byStateBefore,
            LedgerAnswer byTeam,
            LedgerAnswer byTeamBefore,
            LedgerAnswer byDay,
            Set<Instant> hours,
            Set<Instant> hoursBefore) {
        boolean isWhole() {
            return Stream.of(byCause, byStateBefore, byTeam, byTeamBefore, byDay)
                    .allMatch(LedgerAnswer::isWhole);
        }
    }

    private final LedgerTables ledger;

    public FleetWeeks(LedgerTables ledger) {
        this.ledger = ledger;
    }

    /// Returns the last seven full days. Where the books have none of these days in full, it is the last day, with what
    /// there is of the current hour. Throws [io.gpuledger.analyzer.store.postgres.CannotAskException].
    public FleetWeek last(Instant now) {
        var week = of(days(now), now);
        if (week.hasFullDay()) {
            return week;
        }
        var day = of(lastDay(now), now);
        return day.isEmpty() ? week : day;
    }

    /// Returns the last seven full days, in UTC.
    public static Span days(Instant now) {
        var today = now.truncatedTo(ChronoUnit.DAYS).toEpochMilli();
        return new Span(today - WEEK.toMillis(), today);
    }

    private static Span lastDay(Instant now) {
        var end = now.truncatedTo(ChronoUnit.HOURS).toEpochMilli() + Hour.MILLIS;
        return new Span(end - DAY.toMillis(), end);
    }

    /// Returns a week that is over.
    FleetWeek of(Week week) {
        return of(week.span(), week.end());
    }

    /// Returns some whole hours.
    public FleetWeek of(Span window, Instant now) {
        var earlier = new Span(window.from() - window.millis(), window.from());
        var fleet = ledger.together(answers -> new Fleet(
                answers.to(LedgerQuestion.of(window, Dimension.STATE, Dimension.CAUSE)),
                answers.to(LedgerQuestion.of(earlier, Dimension.STATE)),
                answers.to(LedgerQuestion.of(window, Dimension.TEAM, Dimension.STATE)),
                answers.to(LedgerQuestion.of(earlier, Dimension.TEAM, Dimension.STATE)),
                answers.to(LedgerQuestion.of(window, Dimension.DAY, Dimension.STATE)),
                answers.hours(window),
                answers.hours(earlier)));
        return new FleetWeek(
                window,
                Reports.accounts(fleet.byCause()),
                Reports.accounts(fleet.byStateBefore()),
                teams(byTeam(fleet.byTeam()), byTeam(fleet.byTeamBefore())),
                fleet.isWhole(),
                causes(fleet.byCause()),
                days(fleet.byDay()),
                hasFullDay(fleet.hours()),
                over(fleet.hours(), now),
                fleet.hours().size(),
                fleet.hoursBefore().size());
    }

    private static boolean hasFullDay(Set<Instant> hours) {
        return hours.stream()
                .collect(Collectors.groupingBy(hour -> hour.truncatedTo(ChronoUnit.DAYS), Collectors.counting()))
                .containsValue(DAY.toHours());
    }

    /// Returns how much of these hours is over: of the current hour the books have only the part that is.
    private static long over(Set<Instant> hours, Instant now) {
        var thisHour = now.truncatedTo(ChronoUnit.HOURS);
        var left = hours.contains(thisHour) && now.isAfter(thisHour)
                ? Duration.between(now, thisHour).toMillis() + Hour.MILLIS
                : 0;
        return hours.size() * Hour.MILLIS - left;
    }

    private static List<Day> days(LedgerAnswer byDay) {
        var days = new ArrayList<Day>();
        by(byDay, line -> line.key(Dimension.DAY))
                .forEach((date, accounts) -> days.add(new Day(LocalDate.parse(date), accounts)));
        return days;
    }

    private static Map<String, Accounts> byTeam(LedgerAnswer answer) {
        return by(answer, line -> line.key(Dimension.TEAM));
    }

    /// Adds up the lines that have the same value. Lines without a value are left out.
    private static <K> Map<K, Accounts> by(LedgerAnswer answer, Function<Line, Optional<K>> value) {
        var by = new LinkedHashMap<K, Accounts>();
        answer.lines()
                .forEach(line -> value.apply(line)
                        .ifPresent(its -> Reports.add(by.computeIfAbsent(its, _ -> new Accounts()), line)));
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
                .forEach(line -> line.key(Dimension.CAUSE)
                        .ifPresent(cause -> causes.add(new Cause(
                                line.state(),
                                cause,
                                line.sum().millis(),
                                line.sum().cost()))));
        return causes;
    }
}
