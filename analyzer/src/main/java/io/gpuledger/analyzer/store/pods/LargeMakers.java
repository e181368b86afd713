package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The makers of pods of workloads that may have had many GPUs at once, which are few of all. The database finds them
/// by what their pods ask for all together, so that nobody has to look at the pods of all others.
///
/// @param pods their pods, by their numbers
/// @param tops for each of the makers the last of those who made it: a JobSet has Jobs, and these make the pods
record LargeMakers(Set<Integer> pods, Map<Workload, Workload> tops) {
    /// Their pods serve or are made anew for ever, and do not work on one thing together.
    private static final List<String> OF_OTHER_KINDS = List.of(
            "CronJob/%",
            "DaemonSet/%",
            "Deployment/%",
            "InferenceService/%",
            "Notebook/%",
            "RayService/%",
            "ReplicaSet/%",
            "ReplicationController/%",
            "StatefulSet/%");

    /// A pod counts for each maker that it had, and what is no plain number counts for more than there is: who is found
    /// in vain is left out later. Pods are carried along with their makers, which the database would join badly.
    private static final String LARGE = """
        with recursive maker as materialized (
            select o.cluster_id, o.namespace, owner.value as name, array_agg(o.id::bigint) as pods,
                coalesce(sum(case when asked.value similar to '[0-9]{1,9}' then asked.value::bigint else 1000000000 end)
                    filter (where asked.name is not null), 0) as gpus
            %sjoin gpu_ledger.attribute owner on owner.object_id = o.id and owner.name = 'owner'
                and owner.value is not null
            left join gpu_ledger.attribute asked on asked.object_id = o.id and asked.name >= 'request.'
                and asked.name < 'request/' and asked.name like '%%.com/%%' and asked.value is not null
            group by 1, 2, 3
        ), chain as (
            select cluster_id, namespace, name as first, name as maker, pods, gpus, 1 as level
            from maker
            union all
            select chain.cluster_id, chain.namespace, chain.first, up.value, chain.pods, chain.gpus, chain.level + 1
            from chain
            join gpu_ledger.object o on o.cluster_id = chain.cluster_id and o.kind = 'controller'
                and o.namespace = chain.namespace and o.name = chain.maker and o.uid = ''
            cross join lateral (
                select value from gpu_ledger.attribute
                where object_id = o.id and name = 'owner' and value is not null
                order by since desc
                limit 1) up
            where chain.level < 8
        ), top as (
            select distinct on (cluster_id, namespace, first) cluster_id, namespace, first, maker, pods, gpus
            from chain
            order by cluster_id, namespace, first, level desc
        )
        select c.name, t.namespace, t.first, t.maker, t.pods
        from (
            select *, sum(gpus) over (partition by cluster_id, namespace, maker) as total
            from top
            where maker not like all (?)
        ) t
        join gpu_ledger.cluster c on c.id = t.cluster_id
        where t.total >= ?
        """.formatted(LivedPods.FROM);

    LargeMakers {
        pods = Collections.unmodifiableSet(pods);
        tops = Collections.unmodifiableMap(tops);
    }

    /// @param gpus how many a workload has to have had at once, at least
    static LargeMakers of(Session session, LivedPods lived, int gpus) throws DatabaseException {
        var pods = new HashSet<Integer>();
        var tops = new HashMap<Workload, Workload>();
        lived.ask(new Query<>(session)).textArray(OF_OTHER_KINDS).number(gpus).query(LARGE, row -> {
            var cluster = row.text(1);
            var namespace = row.text(2);
            tops.put(new Workload(cluster, namespace, row.text(3)), new Workload(cluster, namespace, row.text(4)));
            row.longNumbers(5).forEach(pod -> pods.add(pod.intValue()));
        });
        return new LargeMakers(pods, tops);
    }
}
