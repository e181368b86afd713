package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeSet;

/// The books before an hour, row by row and without the numbers that a database gives: what may be compared with the
/// books in another database.
record Booked(List<String> entries, List<String> sums) {
    private static final String ENTRIES = """
        select concat_ws('|', 'entry', c.name, g.uuid, coalesce(i.number::text, '-'), e.unit_id is null, e.hour,
            e.state, coalesce(e.cause, '-'), coalesce(o.namespace, '-'), coalesce(o.pod, '-'), coalesce(o.uid, '-'),
            coalesce(w.kind, '-'), coalesce(w.name, '-'), coalesce(t.name, '-'), coalesce(n.name, '-'), s.name,
            coalesce(e.basis::text, '-'), e.estimated, e.settled, e.millis, e.uncertain_millis, coalesce(e.cost_micros::text, '-'),
            coalesce(e.currency, '-'))
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        join gpu_ledger.cluster c on c.id = g.cluster_id
        join gpu_ledger.sku s on s.id = e.sku_id
        left join gpu_ledger.instance i on i.id = e.unit_id and e.unit_id <> e.gpu_id
        left join gpu_ledger.owner o on o.id = e.owner_id
        left join gpu_ledger.workload w on w.id = o.workload_id
        left join gpu_ledger.team t on t.id = e.team_id
        left join gpu_ledger.node n on n.id = e.node_id
        where e.hour < ?::timestamptz
        order by 1
        """;
    private static final String SUMS = """
        select concat_ws('|', 'sum', c.name, h.hour, coalesce(t.name, '-'), s.name, h.state, coalesce(h.cause, '-'),
            h.settled, h.millis, h.uncertain_millis, coalesce(h.cost_micros::text, '-'), coalesce(h.currency, '-'))
        from gpu_ledger.hour_sum h
        join gpu_ledger.cluster c on c.id = h.cluster_id
        join gpu_ledger.sku s on s.id = h.sku_id
        left join gpu_ledger.team t on t.id = h.team_id
        where h.hour < ?::timestamptz
        order by 1
        """;
    /// Hours of accounts of which the sum is not that of the entries.
    private static final String OFF = """
        select concat_ws('|', 'off', coalesce(e.hour, h.hour), coalesce(e.millis, 0), coalesce(h.millis, 0))
        from (
            select e.hour, g.cluster_id, e.team_id, e.sku_id, e.state, e.cause, e.currency, sum(e.millis) as millis,
                sum(e.cost_micros) as cost, e.settled
            from gpu_ledger.entry e
            join gpu_ledger.gpu g on g.id = e.gpu_id
            group by 1, 2, 3, 4, 5, 6, 7, e.settled
        ) e
        full join gpu_ledger.hour_sum h on h.hour = e.hour and h.state = e.state and h.settled = e.settled
            and (h.cluster_id, coalesce(h.team_id, 0), h.sku_id, coalesce(h.cause, ''), coalesce(h.currency, ''))
                = (e.cluster_id, coalesce(e.team_id, 0), e.sku_id, coalesce(e.cause, ''), coalesce(e.currency, ''))
        where e.millis is distinct from h.millis or e.cost is distinct from h.cost_micros
        order by 1
        """;
    private static final String UNSETTLED =
            "select gpu_id::text from gpu_ledger.booked where until < ?::timestamptz union all"
                    + " select 'none' where not exists (select from gpu_ledger.booked)";
    private static final String UNBOOKED = "select gpu_id::text from gpu_ledger.unbooked";
    /// Who writes into a table, in a transaction that has not ended.
    private static final String WRITERS = """
        select l.pid::text
        from pg_locks l
        where l.relation = to_regclass(?) and l.mode = 'RowExclusiveLock' and l.granted
        """;

    static Booked before(Instant hour, Postgres postgres) throws IOException {
        return new Booked(rows(postgres, ENTRIES, hour.toString()), rows(postgres, SUMS, hour.toString()));
    }

    /// Sums that are not those of the entries.
    static List<String> off(Postgres postgres) throws IOException {
        return rows(postgres, OFF);
    }

    /// Whether all that came late is booked.
    static boolean isCaughtUp(Postgres postgres) throws IOException {
        return rows(postgres, UNBOOKED).isEmpty();
    }

    /// Whether all hours of before an instant are settled.
    static boolean isSettledUntil(Instant until, Postgres postgres) throws IOException {
        return rows(postgres, UNSETTLED, until.toString()).isEmpty();
    }

    /// Waits for a moment in which a table of the books is written. Returns whether one came.
    ///
    /// @param table `entry`
    static boolean awaitWriting(String table, Postgres postgres, Duration longest)
            throws IOException, InterruptedException {
        try (var connection = postgres.connect()) {
            var end = System.nanoTime() + longest.toNanos();
            while (System.nanoTime() < end) {
                if (isBeingWritten(connection, table)) {
                    return true;
                }
                Thread.sleep(1);
            }
            return false;
        } catch (SQLException | IndexOutOfBoundsException e) {
            throw new IOException(e);
        }
    }

    private static boolean isBeingWritten(Connection connection, String table) throws SQLException {
        return !rows(connection, WRITERS, "gpu_ledger." + table).isEmpty();
    }

    private static List<String> rows(Postgres postgres, String sql, String... words) throws IOException {
        try (var connection = postgres.connect()) {
            return rows(connection, sql, words);
        } catch (SQLException | IndexOutOfBoundsException e) {
            throw new IOException("the books cannot be read", e);
        }
    }

    private static List<String> rows(Connection connection, String sql, String... words) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (var place = 0; place < words.length; place++) {
                statement.setString(place + 1, words[place]);
            }
            var rows = new ArrayList<String>();
            try (var results = statement.executeQuery()) {
                while (results.next()) {
                    rows.add(results.getString(1));
                }
            }
            return rows;
        }
    }

    /// What only one of them has, or has more often.
    List<String> differences(Booked other) {
        var differences = new ArrayList<String>();
        differences(entries, other.entries, differences);
        differences(sums, other.sums, differences);
        return differences;
    }

    private static void differences(List<String> ours, List<String> theirs, List<String> differences) {
        var counts = new HashMap<String, Integer>();
        ours.forEach(row -> counts.merge(row, 1, Integer::sum));
        theirs.forEach(row -> counts.merge(row, -1, Integer::sum));
        for (var row : new TreeSet<>(counts.keySet())) {
            int more = counts.getOrDefault(row, 0);
            if (more != 0) {
                differences.add((more > 0 ? "+ " : "- ") + row);
            }
        }
    }
}
