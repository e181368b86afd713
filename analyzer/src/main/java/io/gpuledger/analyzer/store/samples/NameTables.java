package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.Dimensions.HolderName;
import io.gpuledger.analyzer.store.samples.Dimensions.NodeName;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// Reads and writes `node`, `gpu_placement` and `holder`, with many rows in a statement, in an order that two writers
/// share.
final class NameTables {
    /// @param since milliseconds since 1970
    record Placed(long since, int node, String nodeName) {}

    /// A holder as the database has it.
    ///
    /// @param day when it was last told of, in days since 1970
    record KnownHolder(int id, long day) {}

    /// Where a GPU was thought to have been, and where it has been by what is told now.
    record Move(int gpu, Placements before, Placements after) {}

    private record Line(int gpu, long since, int node) {}

    private static final String INSERT_NODES = """
        insert into gpu_ledger.node as old (cluster_id, name)
        select cluster_id, name from unnest(?::int[], ?::text[]) as told (cluster_id, name)
        order by cluster_id, name
        on conflict (cluster_id, name) do update set name = old.name
        returning id, cluster_id, name
        """;
    private static final String DELETE_PLACEMENTS = """
        delete from gpu_ledger.gpu_placement old
        using unnest(?::int[], ?::bigint[]) as gone (gpu_id, since)
        where old.gpu_id = gone.gpu_id and old.since = 'epoch'::timestamptz + gone.since * interval '1 ms'
        """;
    private static final String INSERT_PLACEMENTS = """
        insert into gpu_ledger.gpu_placement (gpu_id, since, node_id)
        select gpu_id, 'epoch'::timestamptz + since * interval '1 ms', node_id
        from unnest(?::int[], ?::bigint[], ?::int[]) as told (gpu_id, since, node_id)
        order by gpu_id, since
        on conflict (gpu_id, since) do update set node_id = excluded.node_id
        """;
    /// Asks for those that were told of on the last days on which any was.
    private static final String HOLDERS = """
        select h.id, c.name, h.namespace, h.pod, h.container, h.pod_uid, (extract(epoch from h.last_seen) / 86400)::bigint
        from gpu_ledger.holder h
        join gpu_ledger.cluster c on c.id = h.cluster_id
        where h.last_seen >= (select max(last_seen) from gpu_ledger.holder) - interval '1 day'
        """;
    private static final String INSERT_HOLDERS = """
        insert into gpu_ledger.holder as old (cluster_id, namespace, pod, container, pod_uid, last_seen)
        select cluster_id, namespace, pod, container, pod_uid, 'epoch'::timestamptz + day * interval '1 day'
        from unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[])
            as told (cluster_id, namespace, pod, container, pod_uid, day)
        order by cluster_id, namespace, pod, container, pod_uid
        on conflict (cluster_id, namespace, pod, container, pod_uid) do update
        set last_seen = greatest(old.last_seen, excluded.last_seen)
        returning id, cluster_id, namespace, pod, container, pod_uid,
            (extract(epoch from last_seen) / 86400)::bigint
        """;

    private final Session session;

    NameTables(Session session) {
        this.session = session;
    }

    private static String placementsSql(GpuSelection gpus) {
        return """
            select c.name, g.uuid, (extract(epoch from p.since) * 1000)::bigint, p.node_id, n.name
            from gpu_ledger.gpu_placement p
            join gpu_ledger.gpu g on g.id = p.gpu_id
            join gpu_ledger.cluster c on c.id = g.cluster_id
            join gpu_ledger.node n on n.id = p.node_id
            where g.ordinal is null and %s
            """.formatted(gpus.condition());
    }

    void placements(GpuSelection gpus, BiConsumer<UnitId, Placed> each) throws DatabaseException {
        gpus.asked(session)
                .query(
                        placementsSql(gpus),
                        row -> each.accept(
                                new UnitId(row.text(1), row.text(2), Optional.empty()),
                                new Placed(row.longNumber(3), row.number(4), row.text(5))));
    }

    /// Hands over the holders that were told of lately.
    void holders(BiConsumer<HolderName, KnownHolder> each) throws DatabaseException {
        new Query<>(session)
                .query(
                        HOLDERS,
                        row -> each.accept(
                                new HolderName(
                                        row.text(2),
                                        new Holder(row.text(3), row.text(4), row.text(5), row.optionalText(6))),
                                new KnownHolder(row.number(1), row.longNumber(7))));
    }

    void insertNodes(Collection<NodeName> names, ToIntFunction<String> clusters, BiConsumer<NodeName, Integer> each)
            throws DatabaseException {
        var nameOf = Query.index(names, name -> List.of(clusters.applyAsInt(name.cluster()), name.node()));
        new Query<>(session, names)
                .numbers(name -> clusters.applyAsInt(name.cluster()))
                .texts(NodeName::node)
                .query(
                        INSERT_NODES,
                        row -> each.accept(nameOf.apply(List.of(row.number(2), row.text(3))), row.number(1)));
    }

    /// @param days when they are told of, in days since 1970
    void insertHolders(
            Map<HolderName, Long> days, ToIntFunction<String> clusters, BiConsumer<HolderName, KnownHolder> each)
            throws DatabaseException {
        var nameOf = Query.index(days.keySet(), name -> List.of(clusters.applyAsInt(name.cluster()), name.holder()));
        new Query<>(session, days.entrySet())
                .numbers(told -> clusters.applyAsInt(told.getKey().cluster()))
                .texts(told -> told.getKey().holder().namespace())
                .texts(told -> told.getKey().holder().pod())
                .texts(told -> told.getKey().holder().container())
                .optionalTexts(told -> told.getKey().holder().podUid())
                .numbers(Map.Entry::getValue)
                .query(INSERT_HOLDERS, row -> {
                    var holder = new Holder(row.text(3), row.text(4), row.text(5), row.optionalText(6));
                    each.accept(
                            nameOf.apply(List.of(row.number(2), holder)),
                            new KnownHolder(row.number(1), row.longNumber(7)));
                });
    }

    void replacePlacements(List<Move> moves) throws DatabaseException {
        new Query<>(session, placed(moves, Move::before, Move::after))
                .numbers(Line::gpu)
                .numbers(Line::since)
                .execute(DELETE_PLACEMENTS);
        new Query<>(session, placed(moves, Move::after, Move::before))
                .numbers(Line::gpu)
                .numbers(Line::since)
                .numbers(Line::node)
                .execute(INSERT_PLACEMENTS);
    }

    /// Returns those of one side that the other side does not have.
    private static List<Line> placed(
            List<Move> moves, Function<Move, Placements> here, Function<Move, Placements> there) {
        return moves.stream()
                .flatMap(move -> here.apply(move).all().entrySet().stream()
                        .filter(entry -> !there.apply(move).all().containsKey(entry.getKey()))
                        .map(entry -> new Line(move.gpu(), entry.getKey(), entry.getValue())))
                .toList();
    }
}
