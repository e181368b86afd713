package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Product;
import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// What follows for pods from where they are: from their namespaces who pays, and from their nodes which GPUs they
/// have. It is read once, before the pods are.
final class Places {
    /// The devices' own word comes before the label that GPU feature discovery makes of it, as it does in the books.
    private static final String PRODUCTS = """
        select c.name, o.name, l.value::jsonb ->> 'nvidia_com_gpu_product', true
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'node'
            and coalesce(o.gone, 'infinity'::timestamptz) > 'epoch'::timestamptz + ? * interval '1 ms'
        cross join lateral (
            select value
            from gpu_ledger.attribute
            where object_id = o.id and name = 'labels' and since < 'epoch'::timestamptz + ? * interval '1 ms'
            order by since desc
            limit 1
        ) l
        where l.value::jsonb ->> 'nvidia_com_gpu_product' is not null
        union all
        select c.name, n.name, min(g.model), false
        from (
            select distinct on (gpu_id) gpu_id, node_id
            from gpu_ledger.gpu_placement
            where since < 'epoch'::timestamptz + ? * interval '1 ms'
            order by gpu_id, since desc
        ) p
        join gpu_ledger.gpu g on g.id = p.gpu_id and g.model is not null
        join gpu_ledger.node n on n.id = p.node_id
        join gpu_ledger.cluster c on c.id = n.cluster_id
        group by c.name, n.name
        order by 4 desc
        """;

    private record Node(String cluster, String name) {}

    private final Teams teams;
    private final Span window;
    private final Map<Node, String> products = new HashMap<>();
    private final Map<String, Map<String, Timeline<SortedMap<String, String>>>> namespaces = new HashMap<>();

    private Places(Teams teams, Span window) {
        this.teams = teams;
        this.window = window;
    }

    static Places of(Session session, Teams teams, Span window) throws DatabaseException {
        var places = new Places(teams, window);
        new Query<>(session)
                .number(window.from())
                .number(window.to())
                .number(window.to())
                .query(PRODUCTS, row -> {
                    var product = row.isTrue(4) ? Product.ofLabel(row.text(3)) : row.text(3);
                    places.products.put(new Node(row.text(1), row.text(2)), product);
                });
        var tables = new ClusterTables(session);
        for (var cluster : new Query<>(session).list("select name from gpu_ledger.cluster", row -> row.text(1))) {
            places.namespaces.put(cluster, tables.namespaces(cluster, window.from(), window.to()));
        }
        return places;
    }

    Optional<String> product(String cluster, String node) {
        return Optional.ofNullable(products.get(new Node(cluster, node)));
    }

    /// Returns who pays for a pod in the hour of an instant, or in that hour of the window which is next to it.
    ///
    /// @param labels those of the pod over time
    String team(String cluster, String namespace, Timeline<SortedMap<String, String>> labels, long millis) {
        var within = Math.clamp(millis, window.from(), window.to() - 1);
        return teams.of(namespace, labels, namespaces.getOrDefault(cluster, Map.of()), Hour.of(within));
    }
}
