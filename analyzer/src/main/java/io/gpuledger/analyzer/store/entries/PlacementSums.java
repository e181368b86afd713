package io.gpuledger.analyzer.store.entries;

/// Says how nodes were shared within an hour, and on how many nodes workloads were. Whoever asks about a week
/// of a large fleet would wait for minutes if that were summed up then.
final class PlacementSums {
    static final String INSERT_NODES = """
        insert into gpu_ledger.shared_node_sum
            (hour, nodes, millis, held_millis, stranded_millis, fragmented_millis, cluster_id, workloads)
        select hour, count(*), sum(millis), sum(held), sum(stranded), sum(fragmented), cluster_id,
            least(workloads, 4)
        from (
            select e.hour, n.cluster_id, e.node_id, count(distinct o.workload_id) as workloads, sum(e.millis) as millis,
                coalesce(sum(e.millis) filter (where e.owner_id is not null), 0) as held,
                coalesce(sum(e.millis) filter (where e.state = 'stranded'), 0) as stranded,
                coalesce(sum(e.millis) filter (where e.state = 'stranded' and e.cause = 'fragmented'), 0) as fragmented
            from gpu_ledger.entry e
            join gpu_ledger.node n on n.id = e.node_id
            left join gpu_ledger.owner o on o.id = e.owner_id
            where e.hour = to_timestamp(? / 1000.0)
            group by e.hour, n.cluster_id, e.node_id
        ) node
        group by hour, cluster_id, least(workloads, 4)
        """;

    /// A GPU that nobody sees may be gone and another in its place, so the size of a node is what is seen of it.
    static final String INSERT_WORKLOADS = """
        with an_entry as (
            select e.hour, n.cluster_id, e.node_id, e.gpu_id, e.sku_id, e.owner_id, o.workload_id, e.state, e.millis
            from gpu_ledger.entry e
            join gpu_ledger.node n on n.id = e.node_id
            left join gpu_ledger.owner o on o.id = e.owner_id
            where e.hour = to_timestamp(? / 1000.0)
        ), size as (
            select cluster_id, sku_id, max(gpus) as gpus
            from (
                select cluster_id, sku_id,
                    greatest(count(distinct gpu_id) filter (where state <> 'unobserved'), 1) as gpus
                from an_entry
                group by cluster_id, sku_id, node_id
            ) node
            group by cluster_id, sku_id
        ), place as (
            select hour, cluster_id, workload_id, sku_id, count(distinct owner_id) as pods,
                count(distinct gpu_id) as gpus, count(distinct node_id) as nodes, sum(millis) as millis,
                coalesce(sum(millis) filter (where state = 'used'), 0) as used
            from an_entry
            where workload_id is not null
            group by hour, cluster_id, workload_id, sku_id
        )
        insert into gpu_ledger.workload_place
            (hour, millis, used_millis, workload_id, gpus, nodes, least_nodes)
        select p.hour, sum(p.millis), sum(p.used), p.workload_id, sum(p.gpus), sum(p.nodes),
            sum(ceil(p.gpus::numeric / s.gpus))
        from place p
        join size s on s.cluster_id = p.cluster_id and s.sku_id = p.sku_id
        group by p.hour, p.workload_id
        having sum(p.pods) > 1
        """;

    private PlacementSums() {}
}
