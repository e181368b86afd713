package io.gpuledger.analyzer.store.placement;

import io.gpuledger.analyzer.placement.Break;
import io.gpuledger.analyzer.placement.Loss;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Reads how the workloads lay of which pods were interrupted. Those that had no other pod with GPUs in that
/// hour do not count.
final class LossRows {
    /// Pods that followed each other under the same name are of the same workload, mostly.
    private static final String LAY = """
        select distinct on (asked.place) asked.place, p.nodes, p.least_nodes
        from unnest(?::bigint[], ?::text[], ?::text[], ?::bigint[]) as asked (place, cluster, pod, millis)
        join gpu_ledger.cluster c on c.name = asked.cluster
        join gpu_ledger.owner o on o.cluster_id = c.id and o.namespace = split_part(asked.pod, '/', 1)
            and o.pod = split_part(asked.pod, '/', 2)
        join gpu_ledger.workload_place p on p.workload_id = o.workload_id
            and p.hour = 'epoch'::timestamptz + asked.millis * interval '1 ms'
        order by asked.place, o.id desc
        """;

    private LossRows() {}

    static List<Loss> of(Session session, List<Break> breaks) throws DatabaseException {
        var losses = new ArrayList<Loss>();
        new Query<>(session, IntStream.range(0, breaks.size()).boxed().toList())
                .numbers(place -> place)
                .texts(place -> breaks.get(place).cluster())
                .texts(place -> breaks.get(place).pod())
                .numbers(place -> Hour.of(breaks.get(place).at()))
                .query(
                        LAY,
                        row -> losses.add(new Loss(
                                row.number(2),
                                row.number(3),
                                breaks.get(row.number(1)).run())));
        return losses;
    }
}
