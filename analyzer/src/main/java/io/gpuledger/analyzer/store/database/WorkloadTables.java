package io.gpuledger.analyzer.store.database;

import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.ledger.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// What the workloads of a team held.
public final class WorkloadTables {
    /// Of those who held most.
    public static final int WORKLOADS_MAX = 1_000;

    /// In one state, and in one currency.
    ///
    /// @param unpriced what of it has no price
    /// @param cost millionths of the currency
    public record Held(State state, Optional<String> currency, long millis, long unpriced, long cost) {}

    /// A workload, and what it held in each state.
    ///
    /// @param peak the most that it held in an hour, in milliseconds of GPUs
    public record OfWorkload(String cluster, String namespace, String kind, String name, long peak, List<Held> held) {}

    private static final String OF_TEAM = """
        with hourly as (
            select owner.workload_id, e.hour, e.state, e.currency, sum(e.millis) as millis,
                sum(e.millis) filter (where e.cost_micros is null) as unpriced, sum(e.cost_micros) as cost
            from gpu_ledger.entry e
            join gpu_ledger.owner on owner.id = e.owner_id
            where e.team_id = (select id from gpu_ledger.team where name = ?)
                and e.hour >= 'epoch'::timestamptz + ? * interval '1 ms'
                and e.hour < 'epoch'::timestamptz + ? * interval '1 ms'
            group by owner.workload_id, e.hour, e.state, e.currency
        ), most as (
            select workload_id, max(millis) as peak, row_number() over (order by sum(millis) desc, workload_id) as rank
            from (select workload_id, hour, sum(millis) as millis from hourly group by workload_id, hour) an_hour
            group by workload_id
        )
        select w.id, c.name, w.namespace, w.kind, w.name, most.peak::bigint, h.state::text, h.currency,
            sum(h.millis)::bigint, coalesce(sum(h.unpriced), 0)::bigint, coalesce(sum(h.cost), 0)::bigint
        from hourly h
        join most on most.workload_id = h.workload_id and most.rank <= ?
        join gpu_ledger.workload w on w.id = h.workload_id
        join gpu_ledger.cluster c on c.id = w.cluster_id
        group by w.id, c.name, w.namespace, w.kind, w.name, most.peak, most.rank, h.state, h.currency
        order by most.rank, h.state, h.currency
        """;

    private final Enquiries enquiries;

    public WorkloadTables(Database database) {
        this(database, LedgerTables.PATIENCE);
    }

    WorkloadTables(Database database, Duration patience) {
        this.enquiries = new Enquiries(database, patience);
    }

    /// Who held most first. Throws [CannotAskException].
    public List<OfWorkload> ofTeam(String team, Span window) {
        return enquiries.ask(connection -> ofTeam(connection, team, window));
    }

    private static List<OfWorkload> ofTeam(Connection connection, String team, Span window) throws SQLException {
        var workloads = new ArrayList<OfWorkload>();
        var byId = new HashMap<Integer, OfWorkload>();
        try (var statement = connection.prepareStatement(OF_TEAM)) {
            statement.setString(1, team);
            statement.setLong(2, window.from());
            statement.setLong(3, window.to());
            statement.setInt(4, WORKLOADS_MAX);
            try (var results = statement.executeQuery()) {
                var row = new Unnested.Found(results);
                while (results.next()) {
                    var workload = byId.get(row.number(1));
                    if (workload == null) {
                        workload = workload(row);
                        byId.put(row.number(1), workload);
                        workloads.add(workload);
                    }
                    workload.held().add(held(row));
                }
            }
        }
        return workloads;
    }

    private static OfWorkload workload(Unnested.Found row) throws SQLException {
        return new OfWorkload(row.text(2), row.text(3), row.text(4), row.text(5), row.millis(6), new ArrayList<>());
    }

    private static Held held(Unnested.Found row) throws SQLException {
        return new Held(
                State.of(row.text(7)).orElseThrow(),
                row.optionalText(8),
                row.millis(9),
                row.millis(10),
                row.millis(11));
    }
}
