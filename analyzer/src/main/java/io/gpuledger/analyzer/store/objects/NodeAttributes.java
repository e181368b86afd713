package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads what nodes are told to be now, and when they booted.
public final class NodeAttributes {
    /// A node, or a pod of GPU software on one, with all that is told of it now.
    public record Told(String cluster, String node, Optional<String> pod, SortedMap<String, String> attributes) {
        public Told {
            attributes = Collections.unmodifiableSortedMap(attributes);
        }
    }

    /// A node began anew.
    public record Boot(String cluster, String node, long millis) {}

    private static final String NOW = """
        select o.id, c.name, o.kind, o.name, a.name, a.value
        from gpu_ledger.object o
        join gpu_ledger.cluster c on c.id = o.cluster_id
        cross join lateral (
            select distinct on (name) name, value
            from gpu_ledger.attribute
            where object_id = o.id
                and (name in ('labels', 'node', 'owner')
                    or starts_with(name, 'condition.') or starts_with(name, 'reason.') or starts_with(name, 'message.')
                    or starts_with(name, 'capacity.nvidia.com/') or starts_with(name, 'allocatable.nvidia.com/'))
            order by name, since desc) a
        where o.gone is null and a.value is not null
            and o.kind in ('node', 'gpu_software')
        order by o.id
        """;
    private static final String BOOTS = """
        select c.name, o.name, (extract(epoch from a.since) * 1000)::bigint
        from gpu_ledger.object o
        join gpu_ledger.cluster c on c.id = o.cluster_id
        cross join lateral (
            select since, value, lag(value) over (order by since) as before
            from gpu_ledger.attribute
            where object_id = o.id and name = ?) a
        where o.kind = 'node' and o.gone is null and a.since >= 'epoch'::timestamptz + ? * interval '1 ms'
            and a.before <> a.value
        order by a.since
        """;

    private final Session session;

    public NodeAttributes(Session session) {
        this.session = session;
    }

    /// Returns all nodes that are there, and the pods of GPU software that DaemonSets have on them.
    public List<Told> now() throws DatabaseException {
        var found = new ArrayList<Told>();
        var id = new int[] {-1};
        var attributes = new ArrayList<SortedMap<String, String>>();
        new Query<>(session).query(NOW, row -> {
            if (row.number(1) != id[0]) {
                id[0] = row.number(1);
                attributes.add(new TreeMap<>());
                var isNode = row.text(3).equals("node");
                found.add(new Told(
                        row.text(2),
                        isNode ? row.text(4) : "",
                        isNode ? Optional.empty() : Optional.of(row.text(4)),
                        attributes.getLast()));
            }
            attributes.getLast().put(row.text(5), row.text(6));
        });
        return found.stream()
                .map(told -> told.pod().isEmpty()
                        ? told
                        : new Told(
                                told.cluster(),
                                told.attributes().getOrDefault(Attribute.NODE, ""),
                                told.pod(),
                                told.attributes()))
                .toList();
    }

    /// Returns which nodes have booted since an instant, the first first.
    public List<Boot> boots(long since) throws DatabaseException {
        return new Query<>(session)
                .text(Attribute.BOOT_ID)
                .number(since)
                .list(BOOTS, row -> new Boot(row.text(1), row.text(2), row.longNumber(3)));
    }
}
