package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;

/// Notes since when clusters are other than was known: from the earliest instant from which an attribute has
/// another value. That a pod began, or ended, may be told long after it did. What labels it is first told to
/// have, it always had. What is told again changes nothing, and neither does what runs on a GPU, as no hour
/// depends on it.
public final class ClusterChanges {
    private static final Set<String> INSTANTS = Set.of(Attribute.CREATED, Attribute.STARTED, Attribute.FINISHED);
    private static final Set<String> EVER = Set.of(Attribute.LABELS, Attribute.ANNOTATIONS);

    private static final String PUT = """
        insert into gpu_ledger.cluster_change as old (cluster_id, since)
        select c.id, 'epoch'::timestamptz + told.since * interval '1 ms'
        from unnest(?::text[], ?::bigint[]) as told (cluster, since)
        join gpu_ledger.cluster c on c.name = told.cluster
        order by c.id
        on conflict (cluster_id) do update set since = least(old.since, excluded.since)
        """;
    private static final String TAKE = """
        delete from gpu_ledger.cluster_change old
        using gpu_ledger.cluster c
        where c.id = old.cluster_id
        returning c.name, (extract(epoch from old.since) * 1000)::bigint
        """;

    private final Map<String, Long> since = new HashMap<>();

    /// @param firstSeen when the object was
    void add(ObjectId object, String attribute, long firstSeen, AttributeChange change) {
        if (object.kind() == Kind.GPU || Placement.isOnly(object.kind(), attribute)) {
            return;
        }
        var before = change.before();
        change.now().forEach((millis, value) -> {
            if (!value.equals(before.get(millis))) {
                add(object, millis);
                if (object.kind() == Kind.POD) {
                    earlier(attribute, value, firstSeen, before).ifPresent(instant -> add(object, instant));
                }
            }
        });
        before.keySet().stream()
                .filter(millis -> !change.now().containsKey(millis))
                .forEach(millis -> add(object, millis));
    }

    private void add(ObjectId object, long millis) {
        since.merge(object.cluster(), millis, Math::min);
    }

    private static Optional<Long> earlier(
            String attribute, Optional<String> value, long firstSeen, NavigableMap<Long, Optional<String>> before) {
        if (INSTANTS.contains(attribute)) {
            return value.flatMap(Instants::millis);
        }
        return EVER.contains(attribute) && before.isEmpty() ? Optional.of(firstSeen) : Optional.empty();
    }

    /// Adds them to those that nobody took yet, and commits nothing.
    void put(Session session) throws DatabaseException {
        new Query<>(session, since.entrySet())
                .texts(Map.Entry::getKey)
                .numbers(Map.Entry::getValue)
                .execute(PUT);
    }

    /// Returns those that nobody took yet, by cluster, and commits nothing.
    public static Map<String, Long> take(Session session) throws DatabaseException {
        var taken = new HashMap<String, Long>();
        new Query<>(session).query(TAKE, row -> taken.put(row.text(1), row.longNumber(2)));
        return taken;
    }
}
