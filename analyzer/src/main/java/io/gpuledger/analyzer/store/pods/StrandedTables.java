package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.diagnosis.StrandedNode;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.moves.Repacking;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.stranded.Candidates;
import io.gpuledger.analyzer.stranded.ExpectedPod;
import io.gpuledger.analyzer.stranded.Lens;
import io.gpuledger.analyzer.stranded.Rejections;
import io.gpuledger.analyzer.stranded.SpareUnits;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads which units of the nodes nobody held at an instant, as their cluster tells it, and says what each is good for.
/// Nodes that are not ready, cordoned or in maintenance are left out: nobody expects their units to be of use.
public final class StrandedTables {
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
    private static final long REJECTED_MILLIS = Duration.ofHours(2).toMillis();

    /// Hardly ever is a pod rejected, and the index attribute_eviction has all that were.
    private static final String REJECTED = """
        select exists (
            select
            from gpu_ledger.attribute a
            join gpu_ledger.object o on o.id = a.object_id
            join gpu_ledger.cluster c on c.id = o.cluster_id
            where a.name = 'eviction' and a.value = ? and c.name = ?
                and o.first_seen > 'epoch'::timestamptz + ? * interval '1 ms'
        )
        """;

    /// The pods of the last hours on nodes that rejected any.
    private static final String LAST = """
        with told as (
            select o.id, max(a.value) filter (where a.name = 'node') as node,
                max(a.value) filter (where a.name = 'started') as started,
                max(a.value) filter (where a.name = 'phase') as phase,
                max(a.value) filter (where a.name = 'eviction') as eviction
            from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
            join gpu_ledger.cluster c on c.name = ?
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
                and o.first_seen > asked.at - ? * interval '1 ms' and o.first_seen <= asked.at
            cross join lateral (
                select distinct on (name) name, value
                from gpu_ledger.attribute
                where object_id = o.id and since <= asked.at and name in ('node', 'started', 'phase', 'eviction')
                order by name, since desc
            ) a
            group by o.id
        )
        select node, started, phase, eviction
        from told
        where node in (select node from told where eviction = ?)
        """;

    private final ReadPool readPool;
    private final Set<String> maintenanceTaints;

    public StrandedTables(Database database, Set<String> maintenanceTaints) {
        this.readPool = database.readPool();
        this.maintenanceTaints = Set.copyOf(maintenanceTaints);
    }

    /// Returns what nobody held at an instant, in milliseconds since 1970, of one cluster or of all. Throws
    /// [CannotAskException].
    public List<StrandedNode> at(long millis, Optional<String> cluster) {
        return at(new InstantRows(millis), cluster);
    }

    /// Returns the same out of rows that others may ask for, too. Throws [CannotAskException].
    public List<StrandedNode> at(InstantRows rows, Optional<String> cluster) {
        return readPool.ask(reading -> {
            var all = new ArrayList<StrandedNode>();
            each(reading, rows, cluster, (_, places, judging) -> all.addAll(judging.of(places)));
            return all;
        });
    }

    /// Returns the same with what nobody would hold if the pods that may move stood closer together ([Repacking]).
    /// Throws [CannotAskException].
    public Room room(long millis, Optional<String> cluster) {
        return room(new InstantRows(millis), cluster);
    }

    /// Returns the same out of rows that others may ask for, too. Throws [CannotAskException].
    public Room room(InstantRows rows, Optional<String> cluster) {
        return readPool.ask(reading -> {
            var now = new ArrayList<StrandedNode>();
            var closer = new ArrayList<StrandedNode>();
            each(reading, rows, cluster, (name, places, judging) -> {
                var pods = new PlacedRows(reading, name, rows.at()).pods();
                now.addAll(judging.of(places));
                closer.addAll(judging.of(Repacking.of(new Places(places, Surroundings.NONE), pods)));
            });
            return new Room(now, closer);
        });
    }

    private interface EachCluster {
        void accept(String cluster, List<Place> places, Judging judging) throws DatabaseException;
    }

    /// The places are read before who waits, whom others may be reading meanwhile.
    private void each(ReadSession reading, InstantRows rows, Optional<String> cluster, EachCluster each)
            throws DatabaseException {
        reading.planningEach();
        var products = rows.products(reading);
        var places = new LinkedHashMap<String, List<Place>>();
        for (var name : clusters(reading.session())) {
            if (cluster.map(name::equals).orElse(true)) {
                places.put(name, rows.sums(reading, name));
            }
        }
        var waiting = waiting(rows.waiting(reading));
        for (var name : places.keySet()) {
            var judging = judging(reading.session(), name, rows.at(), products, Optional.ofNullable(waiting.get(name)));
            each.accept(name, places.getOrDefault(name, List.of()), judging);
        }
    }

    private Judging judging(Session session, String cluster, long millis, NodeProducts products, Optional<Lens> waiting)
            throws DatabaseException {
        var quotas = LensTables.quotas(session, cluster, new Span(millis, millis + 1));
        return new Judging(
                cluster,
                products,
                rejecting(session, cluster, millis),
                new Candidates(expected(session, cluster, millis), pod -> quotas.allows(pod, millis)),
                waiting.map(lens -> new Candidates(lens, _ -> true)));
    }

    /// Judges what nobody holds of the nodes of a cluster.
    private final class Judging {
        private final String cluster;
        private final NodeProducts products;
        private final Set<String> rejecting;
        private final Candidates expected;
        private final Optional<Candidates> waiting;

        /// @param rejecting the nodes that reject pods
        Judging(
                String cluster,
                NodeProducts products,
                Set<String> rejecting,
                Candidates expected,
                Optional<Candidates> waiting) {
            this.cluster = cluster;
            this.products = products;
            this.rejecting = rejecting;
            this.expected = expected;
            this.waiting = waiting;
        }

        List<StrandedNode> of(List<Place> places) {
            return places.stream()
                    .filter(place -> isOpen(place.state()))
                    .flatMap(place -> spare(place, rejecting.contains(place.name())).stream())
                    .map(this::of)
                    .toList();
        }

        private StrandedNode of(SpareUnits units) {
            return StrandedNode.of(cluster, products.of(cluster, units.node()), units, expected, waiting);
        }
    }

    private static List<String> clusters(Session session) throws DatabaseException {
        return new Query<>(session).list("select name from gpu_ledger.cluster order by name", row -> row.text(1));
    }

    /// Returns who is expected on the day, or was on the day before where that of the day is not found out yet.
    static Lens expected(Session session, String cluster, long millis) throws DatabaseException {
        var lenses = new LensTables(session).lenses(cluster, new Span(millis - DAY_MILLIS, millis + 1));
        return lenses.at(millis).or(() -> lenses.at(millis - DAY_MILLIS)).orElse(Lens.EMPTY);
    }

    private static Map<String, Lens> waiting(Collection<WaitingDraft> drafts) {
        var pods = new HashMap<String, List<ExpectedPod>>();
        for (var draft : drafts) {
            var pod = draft.pod("");
            if (pod.need() instanceof Known known) {
                pods.computeIfAbsent(pod.cluster(), _ -> new ArrayList<>())
                        .add(new ExpectedPod(known.ask(), new TreeSet<>(List.of(pod.namespace())), 1));
            }
        }
        var lenses = new HashMap<String, Lens>();
        pods.forEach((cluster, its) -> lenses.put(cluster, new Lens(its)));
        return lenses;
    }

    /// Returns the nodes that reject pods.
    private static Set<String> rejecting(Session session, String cluster, long millis) throws DatabaseException {
        if (!isAnyRejected(session, cluster, millis - REJECTED_MILLIS)) {
            return Set.of();
        }
        var rejected = new HashMap<String, List<Long>>();
        var good = new HashMap<String, NavigableSet<Long>>();
        new Query<>(session)
                .number(millis)
                .text(cluster)
                .number(REJECTED_MILLIS)
                .text(Attribute.REJECTED)
                .query(LAST, row -> {
                    var started = row.optionalText(2).flatMap(Instants::millis);
                    var isRejected = row.optionalText(4)
                            .filter(Attribute.REJECTED::equals)
                            .isPresent();
                    var hasBegun = Rejections.hasBegun(row.optionalText(3).orElse(""), row.optionalText(4));
                    if (started.isPresent() && isRejected) {
                        rejected.computeIfAbsent(row.text(1), _ -> new ArrayList<>())
                                .add(started.get());
                    } else if (started.isPresent() && hasBegun) {
                        good.computeIfAbsent(row.text(1), _ -> new TreeSet<>()).add(started.get());
                    }
                });
        var rejecting = new HashSet<String>();
        rejected.forEach((node, at) -> {
            if (Rejections.of(at, good.getOrDefault(node, new TreeSet<>())).stream()
                    .anyMatch(span -> span.contains(millis))) {
                rejecting.add(node);
            }
        });
        return rejecting;
    }

    private static boolean isAnyRejected(Session session, String cluster, long since) throws DatabaseException {
        return new Query<>(session)
                .text(Attribute.REJECTED)
                .text(cluster)
                .number(since)
                .one(REJECTED, row -> row.isTrue(1));
    }

    private boolean isOpen(NodeState state) {
        return state.ready() && !state.cordoned() && !state.isTainted(maintenanceTaints);
    }

    private static List<SpareUnits> spare(Place place, boolean isRejecting) {
        var isBeingCut = SpareUnits.isBeingCut(place.state());
        var all = new ArrayList<SpareUnits>();
        place.state().allocatable().keySet().stream().filter(Resource::isGpu).forEach(resource -> {
            var areInstances = resource.startsWith("nvidia.com/mig-");
            var hidden = areInstances
                    ? Math.max(0, place.state().capacity().getOrDefault(resource, 0L) - place.allocatable(resource))
                    : 0;
            var count = Math.clamp(place.free(resource) + hidden, 0, Integer.MAX_VALUE);
            if (count > 0) {
                all.add(new SpareUnits(
                        place, resource, areInstances, count, isBeingCut ? count : (int) hidden, isRejecting));
            }
        });
        return all;
    }
}
