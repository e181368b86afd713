package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.TeamWeek.Workload;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables.OfWorkload;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Reads from the books what the report of a week says.
public final class Reports {
    /// A week has so many hours.
    static final long HOURS = 168;

    private static final int NAMED_MAX = 20;

    /// What a team held in a week, by state and cause, and in the week before, by state.
    private record Held(LedgerAnswer now, LedgerAnswer before) {}

    private final LedgerTables ledger;
    private final WorkloadTables workloads;

    public Reports(Database database) {
        this.ledger = new LedgerTables(database);
        this.workloads = new WorkloadTables(database);
    }

    /// Reads a team's week. Throws [io.gpuledger.analyzer.store.postgres.CannotAskException] where the database does
    /// not answer.
    public TeamWeek of(String team, Week week) throws NothingHeldException {
        var span = week.span();
        var held = ledger.together(answers -> new Held(
                answers.to(LedgerQuestion.of(span, Dimension.STATE, Dimension.CAUSE)
                        .only(Dimension.TEAM, team)),
                answers.to(
                        LedgerQuestion.of(week.before().span(), Dimension.STATE).only(Dimension.TEAM, team))));
        if (team.isEmpty() || held.now().lines().isEmpty()) {
            throw new NothingHeldException("%s held no GPU in %s; %s"
                    .formatted(team.isEmpty() ? "nobody" : "team " + team, week, others(span)));
        }
        var booked = ledger.booked();
        return new TeamWeek(
                team,
                week,
                accounts(held.now()),
                accounts(held.before()),
                causes(held.now(), State.UNHEALTHY),
                causes(held.now(), State.UNOBSERVED),
                workloads.allOfTeam(team, span).stream().map(Reports::workload).toList(),
                hours(booked.within(span)),
                hours(booked.within(week.before().span())));
    }

    private String others(Span span) {
        var teams = ledger.answer(LedgerQuestion.of(span, Dimension.TEAM)).lines().stream()
                .flatMap(line -> line.key(Dimension.TEAM).stream())
                .toList();
        if (teams.isEmpty()) {
            return "nor did any other: the books have nothing of that week";
        }
        var more = teams.size() > NAMED_MAX ? " and " + (teams.size() - NAMED_MAX) + " more" : "";
        return "those that did: " + teams.stream().limit(NAMED_MAX).collect(Collectors.joining(", ")) + more;
    }

    /// Adds up an answer that is broken down by state.
    static Accounts accounts(LedgerAnswer answer) {
        var accounts = new Accounts();
        answer.lines().forEach(line -> add(accounts, line));
        return accounts;
    }

    static void add(Accounts accounts, Line line) {
        var sum = line.sum();
        accounts.add(line.state(), sum.millis(), sum.unpriced(), sum.cost());
        accounts.addOpen(sum.open(), sum.filling());
        accounts.addUncertain(sum.uncertain());
    }

    private static SortedMap<String, Long> causes(LedgerAnswer answer, State state) {
        var causes = new TreeMap<String, Long>();
        for (var line : answer.lines()) {
            if (line.state() == state) {
                causes.merge(
                        line.key(Dimension.CAUSE).orElse("unknown"), line.sum().millis(), Math::addExact);
            }
        }
        return causes;
    }

    private static Workload workload(OfWorkload told) {
        var named = told.named();
        return new Workload(
                named.cluster(),
                named.namespace(),
                named.kind() + "/" + named.name(),
                told.peak(),
                accounts(told),
                told.usage());
    }

    /// Returns the accounts of what a workload held.
    public static Accounts accounts(OfWorkload told) {
        var accounts = new Accounts();
        told.held()
                .forEach(held -> accounts.add(
                        held.state(),
                        held.millis(),
                        held.unpriced(),
                        held.currency()
                                .map(currency -> Map.of(currency, held.cost()))
                                .orElse(Map.of())));
        return accounts;
    }

    /// Returns the number of whole hours in a span that may be empty.
    static long hours(Span span) {
        return span.millis() / Hour.MILLIS;
    }
}
