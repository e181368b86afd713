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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads from the books what the report of a week says.
public final class Reports {
    /// A week has so many hours.
    public static final long HOURS = 168;

    /// A trend has so many weeks.
    static final int TREND = 8;

    private static final int NAMED_MAX = 20;

    private final RecentSums sums;
    private final LedgerTables ledger;
    private final WorkloadTables workloads;

    public Reports(Database database) {
        this.ledger = new LedgerTables(database);
        this.sums = new RecentSums(ledger, System::nanoTime);
        this.workloads = new WorkloadTables(database);
    }

    /// Reads a team's week. Throws [io.gpuledger.analyzer.store.postgres.CannotAskException] where the database does
    /// not answer.
    public TeamWeek of(String team, Week week) throws NothingHeldException {
        var now = sums.of(week);
        if (team.equals(WeekSums.NOBODY) || !now.teams().containsKey(team)) {
            throw new NothingHeldException("%s held no GPU in %s; %s"
                    .formatted(team.isEmpty() ? "nobody" : "team " + team, week, others(now)));
        }
        var its = now.of(team);
        var before = sums.of(week.before());
        return new TeamWeek(
                team,
                week,
                its.accounts(),
                before.of(team).accounts(),
                its.causes(State.UNHEALTHY),
                its.causes(State.UNOBSERVED),
                trend(week, some -> some.of(team).accounts()),
                workloads.allOfTeam(team, week.span()).stream()
                        .map(Reports::workload)
                        .toList(),
                now.hoursBooked(),
                before.hoursBooked());
    }

    /// Returns what each team held in a week that held anything.
    public SortedMap<String, Accounts> teams(Week week) {
        var teams = new TreeMap<String, Accounts>();
        sums.of(week).teams().forEach((name, its) -> teams.put(name, its.accounts()));
        teams.remove(WeekSums.NOBODY);
        return teams;
    }

    /// Whether the books have anything of a week.
    public boolean hasAny(Week week) {
        return !sums.of(week).teams().isEmpty();
    }

    /// Returns what nobody held.
    public Accounts nobody(Week week) {
        return sums.of(week).of(WeekSums.NOBODY).accounts();
    }

    /// Returns what all teams held in the last eight weeks, the oldest first.
    public List<PastWeek> heldTrend(Week week) {
        return trend(week, WeekSums::held);
    }

    private List<PastWeek> trend(Week last, Function<WeekSums, Accounts> whose) {
        return Stream.iterate(last, Week::before)
                .limit(TREND)
                .map(week -> {
                    var its = sums.of(week);
                    return new PastWeek(week, whose.apply(its), its.hoursBooked());
                })
                .toList()
                .reversed();
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

    static void add(Accounts accounts, Line line) {
        var sum = line.sum();
        accounts.add(line.state(), sum.millis(), sum.unpriced(), sum.cost());
        accounts.addOpen(sum.open(), sum.filling());
        accounts.addUncertain(sum.uncertain());
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
