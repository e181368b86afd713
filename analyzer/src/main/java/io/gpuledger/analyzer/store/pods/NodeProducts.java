package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Product;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Which GPUs nodes had, as the books have it.
final class NodeProducts {
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
        select c.name, n.name, p.model, false
        from (
            select last.node_id, min(g.model) as model
            from (
                select distinct on (gpu_id) gpu_id, node_id
                from gpu_ledger.gpu_placement
                where since < 'epoch'::timestamptz + ? * interval '1 ms'
                order by gpu_id desc, since desc
            ) last
            join gpu_ledger.gpu g on g.id = last.gpu_id and g.model is not null
            group by last.node_id
        ) p
        join gpu_ledger.node n on n.id = p.node_id
        join gpu_ledger.cluster c on c.id = n.cluster_id
        order by 4 desc
        """;

    /// Nothing is known of any node.
    static final NodeProducts NONE = new NodeProducts();

    private record Node(String cluster, String name) {}

    private final Map<Node, String> products = new HashMap<>();

    private NodeProducts() {}

    /// Reads those of all nodes that were there within a time.
    static NodeProducts of(Session session, Span window) throws DatabaseException {
        var products = new NodeProducts();
        var byLabel = new HashMap<String, String>();
        new Query<>(session)
                .number(window.from())
                .number(window.to())
                .number(window.to())
                .query(PRODUCTS, row -> {
                    var product = row.isTrue(4) ? byLabel.computeIfAbsent(row.text(3), Product::ofLabel) : row.text(3);
                    products.products.put(new Node(row.text(1), row.text(2)), product);
                });
        return products;
    }

    Optional<String> of(String cluster, String node) {
        return Optional.ofNullable(products.get(new Node(cluster, node)));
    }
}
