package io.gpuledger.analyzer.store.placement;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.placement.Break;
import io.gpuledger.analyzer.placement.Damage;
import io.gpuledger.analyzer.placement.Outage;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Reads what failures have done: which workloads were on their nodes, which of them they hit, and what the
/// books have of these nodes as unhealthy. It asks by the GPUs that were ever on a node, as the books are found
/// by them.
final class DamageRows {
    private static final String ENTRIES = """
        join gpu_ledger.cluster c on c.name = asked.cluster
        join gpu_ledger.node n on n.cluster_id = c.id and n.name = asked.node
        join (select distinct node_id, gpu_id from gpu_ledger.gpu_placement) p on p.node_id = n.id
        join gpu_ledger.entry e on e.gpu_id = p.gpu_id and e.node_id = n.id
            and e.hour >= 'epoch'::timestamptz + asked.since * interval '1 ms'
            and e.hour < 'epoch'::timestamptz + asked.until * interval '1 ms'
            and e.hour >= 'epoch'::timestamptz + ? * interval '1 ms'
            and e.hour < 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final String ASKED = "from unnest(?::bigint[], ?::text[], ?::text[], ?::bigint[], ?::bigint[])"
            + " as asked (place, cluster, node, since, until)\n";
    private static final String NEIGHBOURS = """
        select asked.place, count(distinct o.workload_id)
        %s%sjoin gpu_ledger.owner o on o.id = e.owner_id
        group by asked.place
        """.formatted(ASKED, ENTRIES);
    private static final String UNHEALTHY = """
        select asked.place, sum(e.millis)
        %s%swhere e.state = 'unhealthy'
        group by asked.place
        """.formatted(ASKED, ENTRIES);
    private static final String WORKLOADS = """
        select hit.place, count(distinct o.workload_id)
        from unnest(?::bigint[], ?::text[], ?::text[]) as hit (place, cluster, pod)
        join gpu_ledger.cluster c on c.name = hit.cluster
        join gpu_ledger.owner o on o.cluster_id = c.id and o.namespace = split_part(hit.pod, '/', 1)
            and o.pod = split_part(hit.pod, '/', 2)
        group by hit.place
        """;

    /// @param place of the failure among all
    private record Stretch(int place, Failure failure, Span hours) {}

    private record Hit(int place, String cluster, String pod) {}

    private final ReadSession reading;
    private final Span window;

    DamageRows(ReadSession reading, Span window) {
        this.reading = reading;
        this.window = window;
    }

    /// Returns what each failure has done.
    ///
    /// @param breaks which name failures by their places
    List<Damage> of(List<Failure> failures, List<Break> breaks) throws DatabaseException {
        var outages = Outage.of(window, failures);
        var begins = new ArrayList<Stretch>();
        var all = new ArrayList<Stretch>();
        var hits = new ArrayList<Hit>();
        for (var i = 0; i < failures.size(); i++) {
            var place = i;
            var failure = failures.get(i);
            begins.add(new Stretch(place, failure, Hour.from(Hour.of(failure.at()))));
            outages.get(i).hours().forEach(hours -> all.add(new Stretch(place, failure, hours)));
            failure.pods().forEach(pod -> hits.add(new Hit(place, failure.node().cluster(), pod)));
        }
        var neighbours = sums(NEIGHBOURS, begins);
        var unhealthy = sums(UNHEALTHY, all);
        var workloads = workloads(hits);
        var broken = broken(breaks);
        return IntStream.range(0, failures.size())
                .mapToObj(place -> new Damage(
                        failures.get(place),
                        neighbours.getOrDefault(place, 0L).intValue(),
                        workloads.getOrDefault(place, 0L).intValue(),
                        unhealthy.getOrDefault(place, 0L),
                        broken.getOrDefault(place, List.of())))
                .toList();
    }

    private static Map<Integer, List<Run>> broken(List<Break> breaks) {
        Map<Integer, List<Run>> broken = new HashMap<>();
        breaks.forEach(one -> one.failure()
                .ifPresent(place ->
                        broken.computeIfAbsent(place, _ -> new ArrayList<>()).add(one.run())));
        return broken;
    }

    private Map<Integer, Long> sums(String sql, List<Stretch> stretches) throws DatabaseException {
        Map<Integer, Long> sums = new HashMap<>();
        new Query<>(reading.session(), stretches)
                .numbers(Stretch::place)
                .texts(stretch -> stretch.failure().node().cluster())
                .texts(stretch -> stretch.failure().node().node())
                .numbers(stretch -> stretch.hours().from())
                .numbers(stretch -> stretch.hours().to())
                .number(window.from())
                .number(window.to())
                .query(sql, row -> sums.put(row.number(1), row.longNumber(2)));
        return sums;
    }

    private Map<Integer, Long> workloads(List<Hit> hits) throws DatabaseException {
        Map<Integer, Long> workloads = new HashMap<>();
        new Query<>(reading.session(), hits)
                .numbers(Hit::place)
                .texts(Hit::cluster)
                .texts(Hit::pod)
                .query(WORKLOADS, row -> workloads.put(row.number(1), row.longNumber(2)));
        return workloads;
    }
}
