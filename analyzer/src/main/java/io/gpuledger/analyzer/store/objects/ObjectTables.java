package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Unsaid;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

/// Reads and writes `object` and `attribute`, with many rows in a statement, in an order that two writers share.
final class ObjectTables {
    /// @param first milliseconds since 1970, as the last
    record Seen(ObjectId object, long first, long last) {}

    /// Names an attribute of an object from an instant on.
    ///
    /// @param since milliseconds since 1970
    record Key(int object, String attribute, long since) {}

    /// @param value nothing where it had none
    record Line(Key key, Optional<String> value) {}

    /// @param since nothing while it is there
    record Departure(int object, Optional<Long> since) {}

    /// The instant is as it was before the statement.
    private static final String SEEN_BEFORE = """
        (select (extract(epoch from was.last_seen) * 1000)::bigint from gpu_ledger.object was where was.id = old.id)\
        """;
    private static final String UPSERT = """
        insert into gpu_ledger.object as old (cluster_id, kind, namespace, name, uid, first_seen, last_seen)
        select cluster_id, kind, namespace, name, uid, 'epoch'::timestamptz + first * interval '1 ms',
            'epoch'::timestamptz + last * interval '1 ms'
        from unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[])
            as told (cluster_id, kind, namespace, name, uid, first, last)
        order by cluster_id, kind, namespace, name, uid
        on conflict (cluster_id, kind, namespace, name, uid) do update
        set first_seen = least(old.first_seen, excluded.first_seen),
            last_seen = greatest(old.last_seen, excluded.last_seen),
            unsaid = case when old.unsaid > excluded.last_seen then old.unsaid end
        returning id, cluster_id, kind, namespace, name, uid, %1$s,
            (extract(epoch from first_seen) * 1000)::bigint
        """.formatted(SEEN_BEFORE);
    private static final String TOUCH = """
        update gpu_ledger.object as old
        set last_seen = greatest(old.last_seen, 'epoch'::timestamptz + told.last * interval '1 ms'),
            unsaid = case when old.unsaid > 'epoch'::timestamptz + told.last * interval '1 ms' then old.unsaid end
        from unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[])
            as told (cluster_id, kind, namespace, name, uid, first, last)
        where (old.cluster_id, old.kind, old.namespace, old.name, old.uid)
            = (told.cluster_id, told.kind, told.namespace, told.name, told.uid)
        returning old.id, old.cluster_id, old.kind, old.namespace, old.name, old.uid, %1$s,
            (extract(epoch from old.first_seen) * 1000)::bigint
        """.formatted(SEEN_BEFORE);
    private static final String NAMES = """
        select distinct a.object_id, a.name
        from unnest(?::int[]) as told (id)
        join gpu_ledger.attribute a on a.object_id = told.id
        """;
    private static final String LINES = """
        select told.id, told.name, (extract(epoch from a.since) * 1000)::bigint, a.value
        from unnest(?::int[], ?::text[], ?::bigint[]) as told (id, name, since)
        cross join lateral (
            (
                select since, value
                from gpu_ledger.attribute
                where object_id = told.id and name = told.name
                    and since <= 'epoch'::timestamptz + told.since * interval '1 ms'
                order by since desc
                limit 1
            )
            union all
            select since, value
            from gpu_ledger.attribute
            where object_id = told.id and name = told.name
                and since > 'epoch'::timestamptz + told.since * interval '1 ms'
        ) a
        """;
    private static final String DELETE = """
        delete from gpu_ledger.attribute old
        using unnest(?::int[], ?::text[], ?::bigint[]) as told (id, name, since)
        where old.object_id = told.id and old.name = told.name
            and old.since = 'epoch'::timestamptz + told.since * interval '1 ms'
        """;
    private static final String INSERT = """
        insert into gpu_ledger.attribute (object_id, name, since, value)
        select id, name, 'epoch'::timestamptz + since * interval '1 ms', value
        from unnest(?::int[], ?::text[], ?::bigint[], ?::text[]) as told (id, name, since, value)
        order by id, name, since
        on conflict (object_id, name, since) do update set value = excluded.value
        """;
    private static final String DEPART = """
        update gpu_ledger.object as old
        set gone = 'epoch'::timestamptz + told.gone * interval '1 ms'
        from unnest(?::int[], ?::bigint[]) as told (id, gone)
        where old.id = told.id
        """;
    private static final String UNHEARD = """
        select o.id, o.namespace, o.name, o.uid
        from gpu_ledger.object o
        join unnest(?::int[], ?::text[], ?::bigint[]) as told (cluster_id, kind, since)
            on told.cluster_id = o.cluster_id and told.kind = o.kind
        where coalesce(o.gone, 'infinity'::timestamptz) = 'infinity' and o.last_seen < 'epoch'::timestamptz + told.since * interval '1 ms'
        """;

    private static final String UNSAID = """
        update gpu_ledger.object as old
        set unsaid = greatest(old.unsaid, 'epoch'::timestamptz + told.unsaid * interval '1 ms')
        from unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[])
            as told (cluster_id, kind, namespace, name, uid, unsaid)
        where (old.cluster_id, old.kind, old.namespace, old.name, old.uid)
                = (told.cluster_id, told.kind, told.namespace, told.name, told.uid)
            and 'epoch'::timestamptz + told.unsaid * interval '1 ms' > old.last_seen
        """;
    /// Whoever tells of a cluster gives a sign of life of each object within twelve minutes, and an interval more.
    private static final String LONG_UNSAID = """
        select o.cluster_id, o.kind, o.namespace, o.name, o.uid, (extract(epoch from o.unsaid) * 1000)::bigint
        from gpu_ledger.object o
        join unnest(?::int[], ?::bigint[]) as told (cluster_id, last) on told.cluster_id = o.cluster_id
        where o.unsaid > o.last_seen
            and o.unsaid <= 'epoch'::timestamptz + told.last * interval '1 ms' - interval '20 minutes'
        """;

    private final Session session;

    ObjectTables(Session session) {
        this.session = session;
    }

    interface EachObject {
        /// Is handed each object, with until when it was told of before this.
        void accept(ObjectId object, int id, long firstSeen, Optional<Long> seenBefore);
    }

    /// Writes objects that are there. They are locked then, until the transaction ends.
    void upsert(Collection<Seen> objects, ToIntFunction<String> clusters, EachObject each) throws DatabaseException {
        see(UPSERT, objects, clusters, each);
    }

    /// Does the same with those that the database has; the others are left out.
    void touch(Collection<Seen> objects, ToIntFunction<String> clusters, EachObject each) throws DatabaseException {
        see(TOUCH, objects, clusters, each);
    }

    private void see(String sql, Collection<Seen> objects, ToIntFunction<String> clusters, EachObject each)
            throws DatabaseException {
        var idOf = Query.index(objects, seen -> key(clusters.applyAsInt(cluster(seen)), seen.object()));
        new Query<>(session, objects)
                .numbers(seen -> clusters.applyAsInt(cluster(seen)))
                .texts(seen -> seen.object().kind().word())
                .texts(seen -> seen.object().namespace())
                .texts(seen -> seen.object().name())
                .texts(seen -> seen.object().uid())
                .numbers(Seen::first)
                .numbers(Seen::last)
                .query(
                        sql,
                        row -> each.accept(
                                idOf.apply(List.of(row.number(2), row.text(3), row.text(4), row.text(5), row.text(6)))
                                        .object(),
                                row.number(1),
                                row.longNumber(8),
                                row.optionalLongNumber(7)));
    }

    private static String cluster(Seen seen) {
        return seen.object().cluster();
    }

    private static List<?> key(int cluster, ObjectId object) {
        return List.of(cluster, object.kind().word(), object.namespace(), object.name(), object.uid());
    }

    /// Hands over the attributes that these objects ever had.
    void names(Collection<Integer> objects, BiConsumer<Integer, String> each) throws DatabaseException {
        new Query<>(session, objects).numbers(id -> id).query(NAMES, row -> each.accept(row.number(1), row.text(2)));
    }

    /// Hands over, of each of these, what was so at its instant, and all that came later.
    void lines(Collection<Key> keys, BiConsumer<Key, Optional<String>> each) throws DatabaseException {
        keyed(keys)
                .query(
                        LINES,
                        row -> each.accept(
                                new Key(row.number(1), row.text(2), row.longNumber(3)), row.optionalText(4)));
    }

    void delete(Collection<Key> keys) throws DatabaseException {
        keyed(keys).execute(DELETE);
    }

    private Query<Key> keyed(Collection<Key> keys) {
        return new Query<>(session, keys)
                .numbers(Key::object)
                .texts(Key::attribute)
                .numbers(Key::since);
    }

    void insert(Collection<Line> lines) throws DatabaseException {
        new Query<>(session, lines)
                .numbers(line -> line.key().object())
                .texts(line -> line.key().attribute())
                .numbers(line -> line.key().since())
                .optionalTexts(Line::value)
                .execute(INSERT);
    }

    void depart(Collection<Departure> departures) throws DatabaseException {
        new Query<>(session, departures)
                .numbers(Departure::object)
                .optionalNumbers(Departure::since)
                .execute(DEPART);
    }

    /// Hands over those of the kind that are there, as far as is known, and that nobody told of since.
    void unheard(Census census, Map<String, Integer> clusters, BiConsumer<Integer, ObjectId> each)
            throws DatabaseException {
        var cluster = number(clusters, census.cluster());
        new Query<>(session, List.of(census))
                .numbers(_ -> cluster)
                .texts(one -> one.kind().word())
                .numbers(Census::since)
                .query(UNHEARD, row -> each.accept(row.number(1), object(census.cluster(), census.kind(), row)));
    }

    /// Notes since when nobody says any more that these are there, of those that the database has, and that nobody
    /// told of as of then or later.
    void unsaid(Collection<Unsaid> objects, Map<String, Integer> clusters) throws DatabaseException {
        new Query<>(session, objects)
                .numbers(one -> number(clusters, one.cluster()))
                .texts(one -> one.object().kind().word())
                .texts(one -> one.object().namespace())
                .texts(one -> one.object().name())
                .texts(one -> one.object().uid())
                .numbers(Unsaid::millis)
                .execute(UNSAID);
    }

    /// Hands over those that nobody says any more to be there, while others of their cluster were told of for so long
    /// that they would have been told of as well, and since when.
    ///
    /// @param latest by cluster, until when others were told of
    void longUnsaid(Map<String, Long> latest, Map<String, Integer> clusters, BiConsumer<ObjectId, Long> each)
            throws DatabaseException {
        var names = new HashMap<Integer, String>();
        latest.keySet().forEach(name -> names.put(number(clusters, name), name));
        new Query<>(session, latest.entrySet())
                .numbers(one -> number(clusters, one.getKey()))
                .numbers(Map.Entry::getValue)
                .query(LONG_UNSAID, row -> {
                    var cluster = Optional.ofNullable(names.get(row.number(1))).orElseThrow();
                    var kind = Kind.ofWord(row.text(2));
                    if (kind.isPresent()) {
                        each.accept(
                                new ObjectId(cluster, kind.get(), row.text(3), row.text(4), row.text(5)),
                                row.longNumber(6));
                    }
                });
    }

    private static int number(Map<String, Integer> clusters, String name) {
        return Optional.ofNullable(clusters.get(name)).orElseThrow();
    }

    private static ObjectId object(String cluster, Kind kind, ResultRow row) throws DatabaseException {
        return new ObjectId(cluster, kind, row.text(2), row.text(3), row.text(4));
    }
}
