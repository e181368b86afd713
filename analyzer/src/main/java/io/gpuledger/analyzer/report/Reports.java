package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.TeamWeek.Workload;
import io.gpuledger.analyzer.store.findings.FindingAnswers;
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
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads from the books what the report of a week says.
public final class Reports {
    /// A week has so many hours.
    public static final long HOURS = 168;

    /// A trend has so many weeks.
    static final int TREND = 8;

    private static final int NAMED_MAX = 20;

    /// What a team held in a week, by state and cause, and in the weeks of the trend, by day and state.
    private record Held(LedgerAnswer now, LedgerAnswer byDay) {}

    private final RecentSums sums;
    private final LedgerTables ledger;
    private final WorkloadTables workloads;
    private final RecentFindings findings;

    public Reports(Database database) {
        this.ledger = new LedgerTables(database);
        this.sums = new RecentSums(ledger, System::nanoTime);
        this.workloads = new WorkloadTables(database);
        this.findings = new RecentFindings(new FindingAnswers(database), System::nanoTime);
    }

    /// Reads a team's week. Throws [io.gpuledger.analyzer.store.postgres.CannotAskException] where the database does
    /// not answer.
    public TeamWeek of(String team, Week week) throws NothingHeldException {
        var held = ledger.together(answers -> new Held(
                answers.to(LedgerQuestion.of(week.span(), Dimension.STATE, Dimension.CAUSE)
                        .only(Dimension.TEAM, team)),
                answers.to(LedgerQuestion.of(trendSpan(week), Dimension.DAY, Dimension.STATE)
                        .only(Dimension.TEAM, team))));
        if (team.equals(WeekSums.NOBODY) || held.now().lines().isEmpty()) {
            throw new NothingHeldException("%s held no GPU in %s; %s"
                    .formatted(team.isEmpty() ? "nobody" : "team " + team, week, others(sums.of(week))));
        }
        var trend = trend(week, held.byDay(), ledger.booked());
        var before = trend.get(TREND - 2);
        return new TeamWeek(
                team,
                week,
                accounts(held.now()),
                before.accounts(),
                causes(held.now(), State.UNHEALTHY),
                causes(held.now(), State.UNOBSERVED),
                trend,
                workloads.allOfTeam(team, week.span()).stream()
                        .map(Reports::workload)
                        .toList(),
                trend.getLast().hoursBooked(),
                before.hoursBooked());
    }

    private static Span trendSpan(Week last) {
        return new Span(
                past(last).findFirst().orElseThrow().span().from(), last.span().to());
    }

    private static List<PastWeek> trend(Week last, LedgerAnswer byDay, Span booked) {
        var accounts = new TreeMap<LocalDate, Accounts>();
        byDay.lines().forEach(line -> {
            var day = LocalDate.parse(line.key(Dimension.DAY).orElseThrow());
            add(accounts.computeIfAbsent(Week.of(day).monday(), _ -> new Accounts()), line);
        });
        return past(last)
                .map(week -> new PastWeek(
                        week, accounts.getOrDefault(week.monday(), new Accounts()), hours(booked.within(week.span()))))
                .toList();
    }

    /// Returns the weeks of a trend, the oldest first.
    private static Stream<Week> past(Week last) {
        return Stream.iterate(last, Week::before).limit(TREND).toList().reversed().stream();
    }

    /// Returns what each team held in a week that held anything.
    public SortedMap<String, Accounts> teams(Week week) {
        var teams = new TreeMap<>(sums.of(week).teams());
        teams.remove(WeekSums.NOBODY);
        return teams;
    }

    /// Whether the books have anything of a week.
    public boolean hasAny(Week week) {
        return !sums.of(week).teams().isEmpty();
    }

    /// Returns what nobody held.
    public Accounts nobody(Week week) {
        return sums.of(week).of(WeekSums.NOBODY);
    }

    /// Returns what all teams held in the last eight weeks, the oldest first.
    public List<PastWeek> heldTrend(Week week) {
        return past(week)
                .map(one -> new PastWeek(one, sums.of(one).held(), sums.of(one).hoursBooked()))
                .toList();
    }

    /// Returns the time from the first to the last hour that stands in the books.
    public Span booked() {
        return ledger.booked();
    }

    public FleetWeek fleet(Week week) {
        return new FleetWeeks(ledger).of(week);
    }

    /// Returns what was lost on nodes to sickness, or not seen there, the worst nodes first.
    public List<NodeLoss> losses(Week week) {
        var lost = Set.of(State.UNHEALTHY.word(), State.UNOBSERVED.word());
        var by = List.of(Dimension.CLUSTER, Dimension.NODE, Dimension.STATE, Dimension.CAUSE);
        var answer = ledger.answer(
                new LedgerQuestion(week.span(), by, Map.of(Dimension.STATE, lost), LedgerQuestion.LIMIT_MAX, 0));
        return answer.lines().stream()
                .collect(Collectors.groupingBy(line -> List.of(
                        line.key(Dimension.CLUSTER).orElse(""),
                        line.key(Dimension.NODE).orElse(""))))
                .entrySet()
                .stream()
                .map(one -> loss(one.getKey().getFirst(), one.getKey().getLast(), one.getValue()))
                .sorted(NodeLoss.WORST_FIRST)
                .toList();
    }

    /// Returns what was wrong in a week, and what of it that week lost.
    public List<WeekFinding> findings(Week week) {
        return findings.of(week);
    }

    private static NodeLoss loss(String cluster, String node, List<Line> lines) {
        var causes = new TreeMap<String, Long>();
        lines.forEach(line -> causes.merge(
                line.key(Dimension.CAUSE).orElse("unknown"), line.sum().millis(), Math::addExact));
        return new NodeLoss(cluster, node, millis(lines, State.UNHEALTHY), millis(lines, State.UNOBSERVED), causes);
    }

    private static long millis(List<Line> lines, State state) {
        return lines.stream()
                .filter(line -> line.state() == state)
                .mapToLong(line -> line.sum().millis())
                .sum();
    }

    private static String others(WeekSums week) {
        var teams =
                week.teams().keySet().stream().filter(name -> !name.isEmpty()).toList();
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

    /// Adds what stands in a line of an answer by state.
    public static void add(Accounts accounts, Line line) {
        var sum = line.sum();
        accounts.add(line.state(), sum.millis(), sum.unpriced(), sum.cost());
        accounts.addOpen(sum.open(), sum.filling());
        accounts.addUncertain(sum.uncertain());
    }

    private static SortedMap<String, Long> causes(LedgerAnswer answer, State state) {
        var causes = new TreeMap<String, Long>();
        answer.lines().stream()
                .filter(line -> line.state() == state)
                .forEach(line -> causes.merge(
                        line.key(Dimension.CAUSE).orElse("unknown"), line.sum().millis(), Math::addExact));
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
