package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads what workloads held, and how they used it.
public final class WorkloadTables {
    /// How many of a workload's idle runs are told.
    private static final int RUNS_MAX = 20;

    /// What a workload held in one state, and what that cost in one currency.
    ///
    /// @param unpriced what of it has no price
    /// @param cost millionths of the currency
    public record Held(State state, Optional<String> currency, long millis, long unpriced, long cost) {}

    /// Says which workload it is.
    public record Named(int id, String cluster, String namespace, String kind, String name) {}

    /// A workload, what it held in each state, and how it used that.
    ///
    /// @param peak the most that it held in an hour, in milliseconds of GPUs
    /// @param millijoules as far as they are known
    public record OfWorkload(
            Named named, long peak, List<Held> held, Optional<Long> millijoules, Optional<WorkloadUsage> usage) {
        OfWorkload withoutUsage() {
            return new OfWorkload(named, peak, held, millijoules, Optional.empty());
        }
    }

    /// The workloads of a team.
    ///
    /// @param workloads who held most first
    /// @param count how many there are with those that the limit left out
    public record OfTeam(List<OfWorkload> workloads, long count) {}

    /// A workload while its rows are read, of which it has one for each state and currency.
    ///
    /// @param count of workloads, with those that the limit left out: each row says so
    private record Draft(Named named, long peak, List<Held> held, List<Long> millijoules, long count) {
        OfWorkload with(Optional<WorkloadUsage> usage) {
            return new OfWorkload(named, peak, held, millijoules.stream().reduce(Math::addExact), usage);
        }
    }

    /// Says how much is told.
    private record Cut(Span window, int skip, int limit, int runsMax) {
        /// Whether all are told. To look first at which of them are told would then take a quarter longer.
        boolean isAll() {
            return limit == Integer.MAX_VALUE;
        }
    }

    private static final String HELD = """
        held as (
            select workload_id, state, currency, sum(millis)::bigint as millis, sum(unpriced_millis)::bigint as unpriced,
                sum(cost_micros)::bigint as cost, sum(energy_millijoules)::bigint as energy
            from hourly
            group by workload_id, state, currency
        )\
        """;
    private static final String TOLD = """
        select w.id, c.name, w.namespace, w.kind, w.name, most.peak::bigint, h.state::text, h.currency,
            h.millis, h.unpriced, h.cost, h.energy, most.count
        from held h
        join most on most.workload_id = h.workload_id
        join gpu_ledger.workload w on w.id = h.workload_id
        join gpu_ledger.cluster c on c.id = w.cluster_id
        order by most.rank, h.state, h.currency
        """;
    private static final String OF = """
        with hourly as (
            select workload_id, hour, state, currency, millis, unpriced_millis, cost_micros, energy_millijoules
            from gpu_ledger.workload_sum
            where %1$s
                and hour >= 'epoch'::timestamptz + ? * interval '1 ms'
                and hour < 'epoch'::timestamptz + ? * interval '1 ms'
        ), most as (
            select * from (
                select workload_id, max(millis) as peak, count(*) over () as count,
                    row_number() over (order by sum(millis) desc, workload_id) as rank
                from (select workload_id, hour, sum(millis) as millis from hourly group by workload_id, hour) an_hour
                group by workload_id
            ) each
            where rank > ? and rank <= ?
        ), %2$s
        %3$s\
        """;
    /// A team may have thousands of workloads of which few are told, and the hours are looked at of these only.
    private static final String SOME_OF_TEAM = """
        with theirs as not materialized (
            select workload_id, hour, state, currency, millis, unpriced_millis, cost_micros, energy_millijoules
            from gpu_ledger.workload_sum
            where team_id = (select id from gpu_ledger.team where name = ?)
                and hour >= 'epoch'::timestamptz + ? * interval '1 ms'
                and hour < 'epoch'::timestamptz + ? * interval '1 ms'
        ), ranked as materialized (
            select workload_id, rank, count
            from (
                select workload_id, row_number() over (order by sum(millis) desc, workload_id) as rank,
                    count(*) over () as count
                from theirs
                group by workload_id
            ) each
            where rank > ? and rank <= ?
        ), hourly as materialized (
            select * from theirs where workload_id in (select workload_id from ranked)
        ), most as (
            select ranked.*, an_hour.peak
            from ranked
            join (
                select workload_id, max(millis) as peak
                from (select workload_id, hour, sum(millis) as millis from hourly group by workload_id, hour) an_hour
                group by workload_id
            ) an_hour on an_hour.workload_id = ranked.workload_id
        ), %s
        %s\
        """.formatted(HELD, TOLD);
    private static final String OF_TEAM =
            OF.formatted("team_id = (select id from gpu_ledger.team where name = ?)", HELD, TOLD);
    private static final String OF_ONE = OF.formatted("workload_id = ?", HELD, TOLD);
    private static final String OF_ONE_AND_TEAMS = OF.formatted(
            "workload_id = ? and team_id in (select id from gpu_ledger.team where name = any (?::text[]))", HELD, TOLD);
    private static final String PAID = """
        select exists (
            select from gpu_ledger.workload_sum s join gpu_ledger.team t on t.id = s.team_id
            where s.workload_id = ? and t.name = any (?::text[]))
        """;
    private static final String PAID_BY_OTHERS = """
        select distinct s.workload_id
        from unnest(?::int8[]) as asked (workload_id)
        join gpu_ledger.workload_sum s on s.workload_id = asked.workload_id
            and s.hour >= 'epoch'::timestamptz + ? * interval '1 ms'
            and s.hour < 'epoch'::timestamptz + ? * interval '1 ms'
        left join gpu_ledger.team t on t.id = s.team_id
        where coalesce(t.name, '') <> all (?::text[])
        """;
    private static final String NAMED = """
        select w.id, c.name, w.namespace, w.kind, w.name
        from gpu_ledger.workload w
        join gpu_ledger.cluster c on c.id = w.cluster_id
        where w.id = ?
        """;

    private final ReadPool readPool;

    public WorkloadTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Returns the workloads of a team that held most. Throws [CannotAskException].
    ///
    /// @param skip how many of them come before
    /// @param limit how many, at most
    public OfTeam ofTeam(String team, Span window, int skip, int limit) {
        return ofTeam(team, Optional.empty(), window, skip, limit);
    }

    /// Returns the same for those who are to be told of some teams only. Throws [CannotAskException].
    ///
    /// @param teams nothing where it may be told of all
    public OfTeam ofTeam(String team, Optional<Set<String>> teams, Span window, int skip, int limit) {
        return readPool.ask(reading -> {
            var found = ofTeam(reading, team, window, skip, limit);
            return teams.isEmpty() ? found : own(reading, found, teams.get(), window);
        });
    }

    /// Returns all of them, however many, and of their idle runs the longest only. Throws [CannotAskException].
    public List<OfWorkload> allOfTeam(String team, Span window) {
        return readPool.ask(reading -> ofTeam(reading.planningEach(), team, new Cut(window, 0, Integer.MAX_VALUE, 1)))
                .workloads();
    }

    private static OfTeam ofTeam(ReadSession reading, String team, Span window, int skip, int limit)
            throws DatabaseException {
        var found = ofTeam(reading.planningEach(), team, new Cut(window, skip, limit, RUNS_MAX));
        // How many there are stands in their rows, of which there are none behind the last.
        return found.workloads().isEmpty() && skip > 0
                ? new OfTeam(
                        List.of(),
                        ofTeam(reading, team, new Cut(window, 0, 1, 1)).count())
                : found;
    }

    private static OfTeam ofTeam(ReadSession reading, String team, Cut cut) throws DatabaseException {
        return of(reading, cut.isAll() ? OF_TEAM : SOME_OF_TEAM, new Query<>(reading.session()).text(team), cut);
    }

    /// Returns a workload, without anything held where it held nothing then; nothing where there is none. Throws
    /// [CannotAskException].
    public Optional<OfWorkload> of(int id, Span window) {
        return readPool.ask(reading -> {
            var cut = new Cut(window, 0, 1, RUNS_MAX);
            var held = of(reading, OF_ONE, new Query<>(reading.session()).number(id), cut)
                    .workloads();
            return held.isEmpty() ? named(reading, id).map(WorkloadTables::idle) : Optional.of(held.getFirst());
        });
    }

    /// Returns what of it some teams have paid for; nothing where they never paid for any. How it used what it held is
    /// left out where another team has paid for a part of that. Throws [CannotAskException].
    ///
    /// @param teams nothing where it may be anybody's
    public Optional<OfWorkload> of(int id, Optional<Set<String>> teams, Span window) {
        return teams.isEmpty() ? of(id, window) : ofTeams(id, teams.get(), window);
    }

    private Optional<OfWorkload> ofTeams(int id, Set<String> teams, Span window) {
        return readPool.ask(reading -> {
            if (!new Query<>(reading.session()).number(id).textArray(teams).one(PAID, row -> row.isTrue(1))) {
                return Optional.empty();
            }
            var which = new Query<>(reading.session()).number(id).textArray(teams);
            var held = own(
                            reading,
                            of(reading, OF_ONE_AND_TEAMS, which, new Cut(window, 0, 1, RUNS_MAX)),
                            teams,
                            window)
                    .workloads();
            return held.isEmpty() ? named(reading, id).map(WorkloadTables::idle) : Optional.of(held.getFirst());
        });
    }

    /// Leaves out how a workload used what it held where others have paid for a part of that.
    private static OfTeam own(ReadSession reading, OfTeam found, Set<String> teams, Span window)
            throws DatabaseException {
        var ids = found.workloads().stream().map(one -> one.named().id()).toList();
        var shared = new HashSet<Integer>();
        new Query<>(reading.session(), ids)
                .numbers(id -> id)
                .number(window.from())
                .number(window.to())
                .textArray(teams)
                .query(PAID_BY_OTHERS, row -> shared.add(row.number(1)));
        return new OfTeam(
                found.workloads().stream()
                        .map(one -> shared.contains(one.named().id()) ? one.withoutUsage() : one)
                        .toList(),
                found.count());
    }

    private static OfWorkload idle(Named named) {
        return new OfWorkload(named, 0, List.of(), Optional.empty(), Optional.empty());
    }

    private static Optional<Named> named(ReadSession reading, int id) throws DatabaseException {
        return new Query<>(reading.session()).number(id).first(NAMED, WorkloadTables::named);
    }

    /// @param which says by its parameter whose workloads are asked for
    private static OfTeam of(ReadSession reading, String sql, Query<?> which, Cut cut) throws DatabaseException {
        var workloads = new LinkedHashMap<Integer, Draft>();
        which.number(cut.window().from())
                .number(cut.window().to())
                .number(cut.skip())
                .number((long) cut.skip() + cut.limit())
                .query(sql, row -> add(row, workloads));
        var usages = WorkloadUsages.of(reading, workloads.keySet(), cut.window(), cut.runsMax());
        return new OfTeam(
                workloads.values().stream()
                        .map(draft -> draft.with(
                                Optional.ofNullable(usages.get(draft.named().id()))))
                        .toList(),
                workloads.values().stream().findFirst().map(Draft::count).orElse(0L));
    }

    private static void add(ResultRow row, Map<Integer, Draft> workloads) throws DatabaseException {
        var draft = new Draft(named(row), row.longNumber(6), new ArrayList<>(), new ArrayList<>(), row.longNumber(13));
        var workload = workloads.computeIfAbsent(row.number(1), _ -> draft);
        workload.held().add(held(row));
        row.optionalLongNumber(12).ifPresent(workload.millijoules()::add);
    }

    private static Named named(ResultRow row) throws DatabaseException {
        return new Named(row.number(1), row.text(2), row.text(3), row.text(4), row.text(5));
    }

    private static Held held(ResultRow row) throws DatabaseException {
        return new Held(
                State.of(row.text(7)).orElseThrow(),
                row.optionalText(8),
                row.longNumber(9),
                row.longNumber(10),
                row.longNumber(11));
    }
}
