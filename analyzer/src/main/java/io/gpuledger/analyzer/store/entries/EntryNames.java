package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.GpuHours;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Knows the numbers of those whom entries are about: teams, products, nodes, workloads, owners. It knows those that
/// were needed lately, for as long as the database behind the connections is the same.
final class EntryNames {
    record OwnerKey(String cluster, Owner owner) {}

    private record WorkloadKey(String cluster, String namespace, Workload workload) {}

    private record NodeKey(String cluster, String node) {}

    /// An owner as the database has it.
    ///
    /// @param day of the last hour that names it, in days since 1970
    private record KnownOwner(int id, Workload workload, long day) {}

    private record OwnerRow(OwnerKey key, Workload workload, int workloadId, long day) {}

    private static final long DAY_MILLIS = 24 * 3_600_000L;

    private static final String INSERT_TEAMS = insertNames("team");
    private static final String INSERT_SKUS = insertNames("sku");
    private static final String INSERT_WORKLOADS = """
        insert into gpu_ledger.workload as old (cluster_id, namespace, kind, name)
        select c.id, told.namespace, told.kind, told.name
        from unnest(?::text[], ?::text[], ?::text[], ?::text[]) as told (cluster, namespace, kind, name)
        join gpu_ledger.cluster c on c.name = told.cluster
        order by 1, 2, 3, 4
        on conflict (cluster_id, namespace, kind, name) do update set name = old.name
        returning id, (select name from gpu_ledger.cluster where id = cluster_id), namespace, kind, name
        """;
    private static final String INSERT_OWNERS = """
        insert into gpu_ledger.owner as old (cluster_id, workload_id, namespace, pod, uid, last_booked)
        select c.id, told.workload, told.namespace, told.pod, told.uid, 'epoch'::timestamptz + told.day * interval '1 day'
        from unnest(?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::bigint[])
            as told (cluster, workload, namespace, pod, uid, day)
        join gpu_ledger.cluster c on c.name = told.cluster
        order by 1, 3, 4, 5
        on conflict (cluster_id, namespace, pod, uid) do update
        set workload_id = excluded.workload_id, last_booked = greatest(old.last_booked, excluded.last_booked)
        returning id, (select name from gpu_ledger.cluster where id = cluster_id), namespace, pod, uid,
            (extract(epoch from last_booked) / 86400)::bigint
        """;
    /// What was summed up for a workload belongs to another when its owner does.
    private static final String UNSUMMED = """
        insert into gpu_ledger.unsummed (hour)
        select distinct e.hour
        from unnest(?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::bigint[])
            as told (cluster, workload, namespace, pod, uid, day)
        join gpu_ledger.cluster c on c.name = told.cluster
        join gpu_ledger.owner o on o.cluster_id = c.id and o.namespace = told.namespace and o.pod = told.pod
            and o.uid is not distinct from told.uid and o.workload_id <> told.workload
        join gpu_ledger.entry e on e.owner_id = o.id
        order by e.hour
        on conflict (hour) do nothing
        """;
    private static final String NODES = """
        select n.id, c.name, n.name
        from unnest(?::text[], ?::text[]) as told (cluster, node)
        join gpu_ledger.cluster c on c.name = told.cluster
        join gpu_ledger.node n on n.cluster_id = c.id and n.name = told.node
        """;

    private final Map<String, Integer> teams = new HashMap<>();
    private final Map<String, Integer> skus = new HashMap<>();
    private final AgingCache<NodeKey, Integer> nodes = new AgingCache<>();
    private final AgingCache<WorkloadKey, Integer> workloads = new AgingCache<>();
    private final AgingCache<OwnerKey, KnownOwner> owners = new AgingCache<>();

    /// Forgets what was not needed since the turn before.
    void turn() {
        nodes.turn();
        workloads.turn();
        owners.turn();
    }

    private static String insertNames(String table) {
        return """
            insert into gpu_ledger.%1$s as old (name)
            select name from unnest(?::text[]) as told (name) order by name
            on conflict (name) do update set name = old.name
            returning id, name
            """.formatted(table);
    }

    int team(String name) {
        return required(teams, name);
    }

    int sku(String name) {
        return required(skus, name);
    }

    /// Returns nothing for a node that no GPU was ever placed on.
    Optional<Integer> node(String cluster, String node) {
        return nodes.get(new NodeKey(cluster, node));
    }

    int owner(String cluster, Owner owner) {
        return owners.require(new OwnerKey(cluster, owner)).id();
    }

    /// Returns nothing for an owner that no entry names.
    Optional<Integer> knownOwner(String cluster, Owner owner) {
        return owners.get(new OwnerKey(cluster, owner)).map(KnownOwner::id);
    }

    private static <K> int required(Map<K, Integer> known, K key) {
        return Optional.ofNullable(known.get(key))
                .orElseThrow(() -> new IllegalStateException(key + " was to be in the database by now"));
    }

    /// All that the entries name is in the database when this returns, in the transaction under way.
    void ensure(Session session, Collection<GpuHours> hours) throws DatabaseException {
        names(
                session,
                INSERT_TEAMS,
                teams,
                entries(hours).flatMap(entry -> entry.payer().stream()).map(Payer::team));
        names(session, INSERT_SKUS, skus, entries(hours).map(BookedEntry::sku));
        nodes(session, hours);
        workloads(session, hours);
        owners(session, hours);
    }

    private static Stream<BookedEntry> entries(Collection<GpuHours> hours) {
        return hours.stream().flatMap(gpu -> gpu.entries().stream());
    }

    private static void names(Session session, String sql, Map<String, Integer> known, Stream<String> names)
            throws DatabaseException {
        var missing = names.filter(name -> !known.containsKey(name)).distinct().toList();
        new Query<>(session, missing).texts(name -> name).query(sql, row -> known.put(row.text(2), row.number(1)));
    }

    private void nodes(Session session, Collection<GpuHours> hours) throws DatabaseException {
        Set<NodeKey> missing = new HashSet<>();
        for (var gpu : hours) {
            gpu.entries()
                    .forEach(entry -> entry.node()
                            .ifPresent(node ->
                                    missing.add(new NodeKey(gpu.gpu().gpu().cluster(), node))));
        }
        nodes.removeKnown(missing);
        new Query<>(session, missing)
                .texts(NodeKey::cluster)
                .texts(NodeKey::node)
                .query(NODES, row -> nodes.put(new NodeKey(row.text(2), row.text(3)), row.number(1)));
    }

    private void workloads(Session session, Collection<GpuHours> hours) throws DatabaseException {
        Set<WorkloadKey> missing = new HashSet<>();
        eachOwner(hours, (key, payer, _) -> missing.add(workload(key, payer.workload())));
        workloads.removeKnown(missing);
        new Query<>(session, missing)
                .texts(WorkloadKey::cluster)
                .texts(WorkloadKey::namespace)
                .texts(key -> key.workload().kind())
                .texts(key -> key.workload().name())
                .query(
                        INSERT_WORKLOADS,
                        row -> workloads.put(
                                new WorkloadKey(row.text(2), row.text(3), new Workload(row.text(4), row.text(5))),
                                row.number(1)));
    }

    private void owners(Session session, Collection<GpuHours> hours) throws DatabaseException {
        var changed = new HashMap<OwnerKey, OwnerRow>();
        eachOwner(hours, (key, payer, day) -> {
            var workload = payer.workload();
            var last = Optional.ofNullable(changed.get(key)).map(OwnerRow::day).orElse(day);
            if (owners.get(key)
                    .filter(known -> known.workload().equals(workload) && known.day() >= day)
                    .isEmpty()) {
                changed.put(
                        key,
                        new OwnerRow(key, workload, workloads.require(workload(key, workload)), Math.max(last, day)));
            }
        });
        var rows = new Query<>(session, changed.values())
                .texts(row -> row.key().cluster())
                .numbers(OwnerRow::workloadId)
                .texts(row -> row.key().owner().namespace())
                .texts(row -> row.key().owner().pod())
                .optionalTexts(row -> row.key().owner().uid())
                .numbers(OwnerRow::day);
        rows.execute(UNSUMMED);
        rows.query(INSERT_OWNERS, row -> {
            var key = new OwnerKey(row.text(2), new Owner(row.text(3), row.text(4), row.optionalText(5)));
            var workload = Optional.ofNullable(changed.get(key)).orElseThrow().workload();
            owners.put(key, new KnownOwner(row.number(1), workload, row.longNumber(6)));
        });
    }

    private static WorkloadKey workload(OwnerKey key, Workload workload) {
        return new WorkloadKey(key.cluster(), key.owner().namespace(), workload);
    }

    private interface EachOwner {
        void accept(OwnerKey key, Payer payer, long day);
    }

    private static void eachOwner(Collection<GpuHours> hours, EachOwner each) {
        for (var gpu : hours) {
            for (var entry : gpu.entries()) {
                entry.payer()
                        .ifPresent(payer -> each.accept(
                                new OwnerKey(
                                        gpu.gpu().gpu().cluster(),
                                        entry.entry().account().owner().orElseThrow()),
                                payer,
                                Math.floorDiv(entry.entry().hour(), DAY_MILLIS)));
            }
        }
    }
}
