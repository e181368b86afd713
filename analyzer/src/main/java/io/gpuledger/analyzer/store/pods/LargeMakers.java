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
    /// in vain is left out later. Who made makers is found out of all of them first, which are fewer than pods.
    private static final String LARGE = """
        with recursive made as materialized (
            select o.cluster_id, o.namespace, o.name, up.value as maker
            from gpu_ledger.object o
            cross join lateral (
                select value from gpu_ledger.attribute
                where object_id = o.id and name = 'owner' and value is not null
                order by since desc
                limit 1) up
            where o.kind = 'controller' and o.uid = ''
        ), chain as (
            select cluster_id, namespace, name, maker as top, 1 as level from made
            union all
            select chain.cluster_id, chain.namespace, chain.name, made.maker, chain.level + 1
            from chain
            join made on made.cluster_id = chain.cluster_id and made.namespace = chain.namespace
                and made.name = chain.top
            where chain.level < 7
        ), last as (
            select distinct on (cluster_id, namespace, name) cluster_id, namespace, name, top
            from chain
            order by cluster_id, namespace, name, level desc
        ), pod as materialized (
            select o.id, c.name as cluster, o.namespace, owner.value as maker, coalesce(last.top, owner.value) as top
            %sjoin gpu_ledger.attribute owner on owner.object_id = o.id and owner.name = 'owner'
                and owner.value is not null
            left join last on last.cluster_id = o.cluster_id and last.namespace = o.namespace
                and last.name = owner.value
            where coalesce(last.top, owner.value) not like all (?)
        ), asking as materialized (
            select pod.*, (
                select sum(case when value similar to '[0-9]{1,9}' then value::bigint else 1000000000 end)
                from gpu_ledger.attribute
                where object_id = pod.id and name ^@ 'request.' and name like '%%.com/%%' and value is not null) as gpus
            from pod
        )
        select cluster, namespace, maker, top, id
        from asking
        join (select cluster, namespace, top from asking group by 1, 2, 3 having sum(gpus) >= ?) large
            using (cluster, namespace, top)
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
            pods.add(row.number(5));
        });
        return new LargeMakers(pods, tops);
    }
}
