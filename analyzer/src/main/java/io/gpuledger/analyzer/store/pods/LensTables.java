package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.stranded.Lens;
import io.gpuledger.analyzer.stranded.QuotaRoom;
import io.gpuledger.analyzer.stranded.QuotaRoom.Amounts;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Keeps which pods were expected to come, day by day. What was found out of a day stands once an hour of it is settled
/// and no more of the past is coming in: until then more may be told of the pods before it. Days are those of UTC, by
/// their begin in milliseconds since 1970.
public final class LensTables {
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
    /// What may still change is found out anew so seldom that this takes no more than a fiftieth of all time.
    private static final long SELDOM = 50;

    private static final String MADE = """
        select (extract(epoch from l.day::timestamp) * 1000)::bigint,
            (extract(epoch from l.made) * 1000)::bigint + ? * l.took_ms
        from gpu_ledger.lens l
        join gpu_ledger.cluster c on c.id = l.cluster_id
        where c.name = ? and l.day >= ('epoch'::timestamp + ? * interval '1 ms')::date
            and l.day < ('epoch'::timestamp + ? * interval '1 ms')::date
        """;
    private static final String LENSES = """
        select (extract(epoch from l.day::timestamp) * 1000)::bigint, p.spec, p.namespaces, p.gpu_seconds
        from gpu_ledger.lens l
        join gpu_ledger.cluster c on c.id = l.cluster_id
        join gpu_ledger.expected_pod p on p.cluster_id = l.cluster_id and p.day = l.day
        where c.name = ? and l.day >= ('epoch'::timestamp + ? * interval '1 ms')::date
            and l.day < ('epoch'::timestamp + ? * interval '1 ms')::date
        order by l.day, p.place
        """;
    private static final String FORGET = """
        delete from gpu_ledger.lens l
        using gpu_ledger.cluster c
        where c.id = l.cluster_id and c.name = ? and l.day = ('epoch'::timestamp + ? * interval '1 ms')::date
        """;
    private static final String WRITE = """
        insert into gpu_ledger.lens (cluster_id, day, made, took_ms)
        select c.id, ('epoch'::timestamp + ? * interval '1 ms')::date, 'epoch'::timestamptz + ? * interval '1 ms', ?
        from gpu_ledger.cluster c
        where c.name = ?
        on conflict (cluster_id, day) do nothing
        """;
    private static final String WRITE_POD = """
        insert into gpu_ledger.expected_pod (cluster_id, day, place, spec, namespaces, gpu_seconds)
        select c.id, ('epoch'::timestamp + ? * interval '1 ms')::date, ?, ?, ?::text[], ?
        from gpu_ledger.cluster c
        where c.name = ?
        """;

    private final Session session;

    public LensTables(Session session) {
        this.session = session;
    }

    /// Returns what quotas leave of GPUs over a window. Only those count that are known to be about all pods of their
    /// namespace.
    public static QuotaRoom quotas(Session session, String cluster, Span window) throws DatabaseException {
        var draft = new QuotaRoom.Draft();
        new ClusterTables(session)
                .objects(cluster, Kind.RESOURCE_QUOTA, window.from(), window.to())
                .forEach((id, told) -> draft.add(
                        id.namespace(),
                        told.mapEach(some -> some.filter(LensTables::isOfAll).map(LensTables::amounts))));
        return draft.room();
    }

    private static boolean isOfAll(SortedMap<String, String> quota) {
        return Optional.ofNullable(quota.get(Attribute.SCOPES))
                .filter(String::isEmpty)
                .isPresent();
    }

    private static Amounts amounts(SortedMap<String, String> quota) {
        return new Amounts(ClusterTables.amounts(quota, Attribute.HARD), ClusterTables.amounts(quota, Attribute.USED));
    }

    /// Finds out what is not known yet of the days of a window, and anew what may still change. Returns the days of
    /// which others are expected now than were before: what was judged by those is to be judged again. Nothing is
    /// committed.
    ///
    /// @param settled until when hours are settled
    /// @param past from when on the past of the cluster is coming in
    public List<Span> update(String cluster, Span window, long settled, long past, long now) throws DatabaseException {
        var made = made(cluster, window);
        var changed = new ArrayList<Span>();
        for (var day : days(window)) {
            var whole = new Span(day, day + DAY_MILLIS);
            var its = Optional.ofNullable(made.get(day));
            var isOpen = day >= settled || whole.to() > past;
            if (its.isEmpty() || (isOpen && its.get() < now)) {
                var begin = System.nanoTime();
                var kinds = new ExpectedKinds(session, cluster, day).find();
                if (its.isPresent()
                        && !who(kinds).equals(who(kinds(cluster, whole).getOrDefault(day, List.of())))) {
                    changed.add(whole);
                }
                write(cluster, new Found(day, kinds, now, (System.nanoTime() - begin) / 1_000_000));
            }
        }
        return changed;
    }

    /// How much time each of them had makes no difference to what is of use to them.
    private static Set<ExpectedKind> who(List<ExpectedKind> kinds) {
        return kinds.stream()
                .map(kind -> new ExpectedKind(kind.spec(), kind.namespaces(), 0))
                .collect(Collectors.toSet());
    }

    private static List<Long> days(Span window) {
        var days = new ArrayList<Long>();
        for (var day = day(window.from()); day < window.to(); day += DAY_MILLIS) {
            days.add(day);
        }
        return days;
    }

    private static long day(long millis) {
        return Math.floorDiv(millis, DAY_MILLIS) * DAY_MILLIS;
    }

    /// Returns from when on each day that was found out may be found out anew.
    private Map<Long, Long> made(String cluster, Span window) throws DatabaseException {
        var made = new HashMap<Long, Long>();
        asked(new Query<>(session).number(SELDOM), cluster, window)
                .query(MADE, row -> made.put(row.longNumber(1), row.longNumber(2)));
        return made;
    }

    private static Query<Object> asked(Query<Object> query, String cluster, Span window) {
        return query.text(cluster).number(day(window.from())).number(day(window.to() - 1) + DAY_MILLIS);
    }

    private record Found(long day, List<ExpectedKind> kinds, long made, long tookMillis) {}

    private void write(String cluster, Found found) throws DatabaseException {
        new Query<>(session).text(cluster).number(found.day()).execute(FORGET);
        var isFirst = new Query<>(session)
                        .number(found.day())
                        .number(found.made())
                        .number(found.tookMillis())
                        .text(cluster)
                        .execute(WRITE)
                == 1;
        if (!isFirst) {
            // Somebody else found it out meanwhile: all go by that.
            return;
        }
        var place = 0;
        for (var kind : found.kinds()) {
            new Query<>(session)
                    .number(found.day())
                    .number(++place)
                    .text(kind.spec())
                    .textArray(kind.namespaces())
                    .number(kind.gpuSeconds())
                    .text(cluster)
                    .execute(WRITE_POD);
        }
    }

    /// Returns which pods were expected over a window, as far as that is known.
    public Timeline<Lens> lenses(String cluster, Span window) throws DatabaseException {
        var lenses = new TreeMap<Long, Optional<Lens>>();
        kinds(cluster, window).forEach((day, its) -> {
            lenses.put(day, Optional.of(ExpectedKind.lens(its)));
            lenses.putIfAbsent(day + DAY_MILLIS, Optional.empty());
        });
        return Timeline.of(lenses);
    }

    private SortedMap<Long, List<ExpectedKind>> kinds(String cluster, Span window) throws DatabaseException {
        var kinds = new TreeMap<Long, List<ExpectedKind>>();
        asked(new Query<Object>(session), cluster, window)
                .query(
                        LENSES,
                        row -> kinds.computeIfAbsent(row.longNumber(1), _ -> new ArrayList<>())
                                .add(new ExpectedKind(row.text(2), new TreeSet<>(row.texts(3)), row.longNumber(4))));
        return kinds;
    }
}
