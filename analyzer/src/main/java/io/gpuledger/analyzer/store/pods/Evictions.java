package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The workloads that Kueue evicted, by who makes their pods: an evicted JobSet has Jobs, and these make the pods.
///
/// Kueue evicts a workload, and lets its Job delete the pods: a pod of it that is gone within ten minutes was
/// interrupted by that.
final class Evictions {
    private static final long REACH = Duration.ofMinutes(10).toMillis();
    /// A JobSet and its Jobs are two, and a few more may come.
    private static final int LEVELS = 4;

    /// A condition may be so several times. Why it is, is told with it or soon after.
    private static final String EVICTED = """
        select c.name, o.namespace, owner.value, (extract(epoch from e.since) * 1000)::bigint, why.value, how.value
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'workload'
        cross join lateral (
            select since, lead(since, 1, 'infinity') over (order by since) as next
            from (
                select since, value, lag(value) over (order by since) as before
                from gpu_ledger.attribute
                where object_id = o.id and name = 'condition.Evicted'
            ) told
            where value = 'true' and before is distinct from value
        ) e
        cross join lateral (
            select value from gpu_ledger.attribute
            where object_id = o.id and name = 'owner' and value is not null
            order by since desc
            limit 1
        ) owner
        left join lateral (
            select value from gpu_ledger.attribute
            where object_id = o.id and name = 'reason.Evicted' and value is not null and since < e.next
            order by since desc
            limit 1
        ) why on true
        left join lateral (
            select value from gpu_ledger.attribute
            where object_id = o.id and name = 'reason.Preempted' and value is not null and since < e.next
            order by since desc
            limit 1
        ) how on true
        where e.since >= 'epoch'::timestamptz + ? * interval '1 ms'
            and e.since < 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final String OWNED = """
        select distinct c.name, o.namespace, o.name, owner.value
        from unnest(?::text[], ?::text[], ?::text[]) as asked (cluster, namespace, owner)
        join gpu_ledger.cluster c on c.name = asked.cluster
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'controller' and o.namespace = asked.namespace
        join gpu_ledger.attribute owner on owner.object_id = o.id and owner.name = 'owner'
            and owner.value = asked.owner
        """;

    private final Map<Workload, NavigableMap<Long, String>> reasons = new HashMap<>();

    private Evictions() {}

    static Evictions of(Session session, Span window) throws DatabaseException {
        var evictions = new Evictions();
        new Query<>(session)
                .number(window.from() - REACH)
                .number(window.to())
                .query(EVICTED, row -> evictions.reasons(workload(row, 3)).put(row.longNumber(4), reason(row)));
        Set<Workload> owners = new HashSet<>(evictions.reasons.keySet());
        for (var level = 0; level < LEVELS && !owners.isEmpty(); level++) {
            owners = evictions.passOn(owners, session);
        }
        return evictions;
    }

    private static Workload workload(ResultRow row, int name) throws DatabaseException {
        return new Workload(row.text(1), row.text(2), row.text(name));
    }

    private static String reason(ResultRow row) throws DatabaseException {
        var why = row.optionalText(5).orElse("Evicted");
        return "Kueue/" + (why.equals("Preempted") ? row.optionalText(6).orElse(why) : why);
    }

    private NavigableMap<Long, String> reasons(Workload workload) {
        return reasons.computeIfAbsent(workload, _ -> new TreeMap<>());
    }

    /// What evicts an owner evicts what it owns. Returns that, without those that are known already: owners may form a
    /// ring.
    private Set<Workload> passOn(Collection<Workload> owners, Session session) throws DatabaseException {
        var owned = new HashSet<Workload>();
        new Query<>(session, owners)
                .texts(Workload::cluster)
                .texts(Workload::namespace)
                .texts(Workload::owner)
                .query(OWNED, row -> {
                    var one = workload(row, 3);
                    if (!reasons.containsKey(one)) {
                        owned.add(one);
                    }
                    reasons(one).putAll(reasons(workload(row, 4)));
                });
        return owned;
    }

    /// Returns all that were evicted, and all that these own.
    Collection<Workload> makers() {
        return Collections.unmodifiableSet(reasons.keySet());
    }

    /// Returns why the workload of a pod was evicted that ended then, if it was by Kueue.
    Optional<String> reason(Workload workload, long end) {
        return Optional.ofNullable(reasons.get(workload))
                .flatMap(each -> Optional.ofNullable(each.floorEntry(end)))
                .filter(eviction -> eviction.getKey() + REACH > end)
                .map(Map.Entry::getValue);
    }
}
