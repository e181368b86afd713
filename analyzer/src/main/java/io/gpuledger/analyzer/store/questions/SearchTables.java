package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.questions.Hits.Gpu;
import io.gpuledger.analyzer.store.questions.Hits.Place;
import io.gpuledger.analyzer.store.questions.Hits.Pod;
import io.gpuledger.analyzer.store.questions.Hits.Workload;
import java.util.List;

/// Finds what has a text in its name. No index helps to look within a name, so what there is a great deal of is read
/// from the latest on, and only as far back as people ask about by a part of a name.
public final class SearchTables {
    /// How many of a kind are found.
    public static final int MOST = 20;

    /// Pods that were booked before are not found; their workloads are.
    public static final int DAYS = 35;

    private static final String GPUS = """
        select c.name, g.uuid, g.model, n.name
        from (
            select id, cluster_id, uuid, model from gpu_ledger.gpu where uuid ilike ?
            union
            select g.id, g.cluster_id, g.uuid, g.model
            from gpu_ledger.instance i
            join gpu_ledger.gpu g on g.id = i.gpu_id
            where i.uuid ilike ?
        ) g
        join gpu_ledger.cluster c on c.id = g.cluster_id
        left join lateral (
            select node_id from gpu_ledger.gpu_placement where gpu_id = g.id order by since desc limit 1
        ) p on true
        left join gpu_ledger.node n on n.id = p.node_id
        order by g.uuid, c.name
        limit %d
        """.formatted(MOST);

    private static final String NODES = """
        select c.name, n.name
        from gpu_ledger.node n
        join gpu_ledger.cluster c on c.id = n.cluster_id
        where n.name ilike ?
        order by n.name, c.name
        limit %d
        """.formatted(MOST);

    /// Those that are there may have no hour in the books yet, as who waits has none.
    private static final String PODS = """
        with booked as (
            select cluster_id, namespace, pod, last_booked as at
            from gpu_ledger.owner
            where last_booked > 'epoch'::timestamptz + ? * interval '1 ms' - interval '%2$d days' and namespace || '/' || pod ilike ?
            order by last_booked desc
            limit 5 * %1$d
        ), present as (
            select o.cluster_id, o.namespace, o.name as pod, o.first_seen as at
            from gpu_ledger.cluster c
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
                and coalesce(o.gone, 'infinity'::timestamptz) = 'infinity'
            where o.namespace || '/' || o.name ilike ?
            limit 5 * %1$d
        )
        select c.name, p.namespace, p.pod
        from (select * from booked union all select * from present) p
        join gpu_ledger.cluster c on c.id = p.cluster_id
        group by c.name, p.namespace, p.pod
        order by max(p.at) desc, p.namespace, p.pod, c.name
        limit %1$d
        """.formatted(MOST, DAYS);

    private static final String WORKLOADS = """
        select w.id, c.name, w.namespace, w.kind, w.name
        from gpu_ledger.workload w
        join gpu_ledger.cluster c on c.id = w.cluster_id
        where w.namespace || '/' || w.name ilike ?
        order by w.id desc
        limit %d
        """.formatted(MOST);

    private static final String TEAMS =
            "select name from gpu_ledger.team where name ilike ? order by name limit %d".formatted(MOST);

    private static final String NAMESPACES = """
        select c.name, o.name
        from gpu_ledger.object o
        join gpu_ledger.cluster c on c.id = o.cluster_id
        where o.kind = 'namespace' and coalesce(o.gone, 'infinity'::timestamptz) = 'infinity' and o.name ilike ?
        order by o.name, c.name
        limit %d
        """.formatted(MOST);

    private final ReadPool readPool;

    public SearchTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Throws [io.gpuledger.analyzer.store.postgres.CannotAskException].
    ///
    /// @param part of a name, in small or capital letters; of pods and workloads with the namespace before a slash
    /// @param now in milliseconds since 1970
    public Hits find(String part, long now) {
        return readPool.ask(reading -> find(reading.planningEach(), pattern(part), now));
    }

    /// What the part has of the signs of a pattern stands for itself.
    private static String pattern(String part) {
        return "%" + part.replaceAll("([\\\\%_])", "\\\\$1") + "%";
    }

    private static Hits find(ReadSession reading, String pattern, long now) throws DatabaseException {
        return new Hits(
                gpus(reading, pattern),
                places(reading, NODES, pattern),
                pods(reading, pattern, now),
                workloads(reading, pattern),
                new Query<>(reading.session()).text(pattern).list(TEAMS, row -> row.text(1)),
                places(reading, NAMESPACES, pattern));
    }

    private static List<Gpu> gpus(ReadSession reading, String pattern) throws DatabaseException {
        return new Query<>(reading.session())
                .text(pattern)
                .text(pattern)
                .list(GPUS, row -> new Gpu(row.text(1), row.text(2), row.optionalText(3), row.optionalText(4)));
    }

    private static List<Place> places(ReadSession reading, String sql, String pattern) throws DatabaseException {
        return new Query<>(reading.session()).text(pattern).list(sql, row -> new Place(row.text(1), row.text(2)));
    }

    private static List<Pod> pods(ReadSession reading, String pattern, long now) throws DatabaseException {
        return new Query<>(reading.session())
                .number(now)
                .text(pattern)
                .text(pattern)
                .list(PODS, row -> new Pod(row.text(1), row.text(2), row.text(3)));
    }

    private static List<Workload> workloads(ReadSession reading, String pattern) throws DatabaseException {
        return new Query<>(reading.session())
                .text(pattern)
                .list(
                        WORKLOADS,
                        row -> new Workload(row.number(1), row.text(2), row.text(3), row.text(4), row.text(5)));
    }
}
