package io.gpuledger.analyzer.store.pods;

import static io.gpuledger.analyzer.store.pods.CourseColumns.millis;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.latency.Course;
import io.gpuledger.analyzer.latency.Size;
import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.store.pods.RanRows.Told;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Reads pods, each with all that was told of it: one row a pod, of which none is kept. Whoever only wants to know what
/// became of pods on their nodes reads less of them by [RunPods].
final class PodRows {
    private static final String POD = """
        select %1$s, c.name, o.namespace, o.name, o.id, %2$s, %3$s, told.node, told.requests, told.amounts,
            told.labelled, told.labels, told.owner, %4$s, told.eviction, told.succeeded
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
        cross join lateral (
            select %5$s,
                max(since) filter (where name = 'gates' and value is not null and since < asked.until) as gated,
                max(since) filter (where name = 'gates' and value is null and since < asked.until) as opened,
                (array_agg(value order by since desc) filter (where name = 'node' and value is not null))[1] as node,
                array_agg(name order by since) filter (where name like 'request.%%' and value is not null) as requests,
                array_agg(value order by since) filter (where name like 'request.%%' and value is not null) as amounts,
                array_agg((extract(epoch from since) * 1000)::bigint order by since)
                    filter (where name = 'labels') as labelled,
                array_agg(coalesce(value, '') order by since) filter (where name = 'labels') as labels,
                (array_agg(value order by since desc) filter (where name = 'owner' and value is not null))[1] as owner,
                min(since) filter (where name = 'eviction' and value is not null) as evicted,
                (array_agg(value order by since) filter (where name = 'eviction' and value is not null))[1] as eviction,
                bool_or(name = 'phase' and value = 'Succeeded') as succeeded
            from gpu_ledger.attribute
            where object_id = o.id and name not in ('annotations', 'spec')
        ) told
        """.formatted(
            CourseColumns.ALL, millis("told.gated"), millis("told.opened"), millis("told.evicted"), CourseColumns.TOLD);
    /// Those that were ready before the time wait for nothing within it.
    private static final String WITHIN = POD.replace("cross join lateral", """
            and coalesce(o.gone, 'infinity'::timestamptz) >= 'epoch'::timestamptz + ? * interval '1 ms'
            and o.first_seen < 'epoch'::timestamptz + ? * interval '1 ms'
        cross join (select 'epoch'::timestamptz + ? * interval '1 ms' as until) asked
        cross join lateral\
        """) + """
        where coalesce(told.ready, 'infinity'::timestamptz) >= 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final String RAN =
            POD.replace("told.succeeded\n", "told.succeeded, noted.value\n").replace("cross join lateral", """
                    and coalesce(o.gone, 'infinity'::timestamptz) >= 'epoch'::timestamptz + ? * interval '1 ms'
                    and o.first_seen < 'epoch'::timestamptz + ? * interval '1 ms'
                cross join (select 'epoch'::timestamptz + ? * interval '1 ms' as until) asked
                cross join lateral\
                """)
                    + RanRows.NOTED + """
                    where coalesce(told.ended, 'infinity'::timestamptz) >= 'epoch'::timestamptz + ? * interval '1 ms'
                    """;
    private static final String NAMED = POD.replace("cross join lateral", """
            and o.id = any (?)
        cross join (select 'infinity'::timestamptz as until) asked
        cross join lateral\
        """);

    private static final int CLUSTER = CourseColumns.COUNT + 1;
    private static final int NAMESPACE = CLUSTER + 1;
    private static final int NAME = NAMESPACE + 1;
    private static final int OBJECT = NAME + 1;
    private static final int GATED = OBJECT + 1;
    private static final int OPENED = GATED + 1;
    private static final int NODE = OPENED + 1;
    private static final int REQUESTS = NODE + 1;
    private static final int AMOUNTS = REQUESTS + 1;
    private static final int LABELLED = AMOUNTS + 1;
    private static final int LABELS = LABELLED + 1;
    private static final int OWNER = LABELS + 1;
    private static final int EVICTION = OWNER + 2;
    private static final int SUCCEEDED = EVICTION + 1;

    @FunctionalInterface
    interface Each {
        void accept(SeenPod pod) throws DatabaseException;
    }

    private final Session session;
    private final Teams teams;

    PodRows(Session session, Teams teams) {
        this.session = session;
        this.teams = teams;
    }

    /// Hands over the pods that may have waited for something within a span.
    void within(Span window, Each each) throws DatabaseException {
        var places = Places.of(session, teams, window);
        new Query<>(session)
                .number(window.from()).number(window.to()).number(window.to()).number(window.from()).stream(
                        WITHIN, row -> each.accept(pod(row, places, window.to())));
    }

    /// Hands over the pods that were on a node within a span, with what became of them there.
    void ran(Span window, RanRows.Each each) throws DatabaseException {
        var places = Places.of(session, teams, window);
        var ran = RanRows.of(session, window);
        new Query<>(session)
                .number(window.from()).number(window.to()).number(window.to()).number(window.from()).stream(
                        RAN,
                        row -> ran.hand(
                                pod(row, places, window.to()), gpus(row, REQUESTS), Told.read(row, OWNER), each));
    }

    /// Hands over pods by their numbers.
    ///
    /// @param window in which something became of them
    void of(Collection<Integer> objects, Span window, Each each) throws DatabaseException {
        named(objects, window, Places.of(session, teams, window), each);
    }

    /// Returns who pays for pods, by their numbers, as [#of] finds it.
    Map<Integer, String> teams(Collection<Integer> objects, Span window) throws DatabaseException {
        var found = new HashMap<Integer, String>();
        if (!objects.isEmpty()) {
            var places = Places.ofNamespaces(session, teams, window);
            named(objects, window, places, pod -> found.put(pod.object(), pod.team()));
        }
        return found;
    }

    private void named(Collection<Integer> objects, Span window, Places places, Each each) throws DatabaseException {
        new Query<>(session).numberArray(objects).query(NAMED, row -> each.accept(pod(row, places, window.to())));
    }

    private static SeenPod pod(ResultRow row, Places places, long until) throws DatabaseException {
        var cluster = row.text(CLUSTER);
        var namespace = row.text(NAMESPACE);
        var course = course(row);
        var scheduled = course.at(Stage.SCHEDULED).filter(millis -> millis < until);
        var node = scheduled.isPresent() ? row.optionalText(NODE) : Optional.<String>empty();
        return new SeenPod(
                row.number(OBJECT),
                cluster,
                places.team(cluster, namespace, labels(row), scheduled.orElse(until - 1)),
                namespace,
                row.text(NAME),
                node.flatMap(name -> places.product(cluster, name)),
                Size.of(gpus(row, REQUESTS)),
                course,
                row.optionalText(EVICTION),
                row.isTrue(SUCCEEDED));
    }

    private static Course course(ResultRow row) throws DatabaseException {
        return CourseColumns.read(row, row.optionalLongNumber(GATED), row.optionalLongNumber(OPENED));
    }

    /// Returns how many GPUs a pod asks for.
    ///
    /// @param requests the column of the names of what it asks for, which that of the amounts follows
    static long gpus(ResultRow row, int requests) throws DatabaseException {
        var names = row.texts(requests);
        var amounts = row.texts(requests + 1);
        var latest = new HashMap<String, Long>();
        for (var i = 0; i < names.size(); i++) {
            var name = names.get(i);
            var text = amounts.get(i);
            Requested.resource(name)
                    .filter(Resource::isGpu)
                    .ifPresent(
                            resource -> Resource.amount(resource, text).ifPresent(amount -> latest.put(name, amount)));
        }
        return latest.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Timeline<SortedMap<String, String>> labels(ResultRow row) throws DatabaseException {
        var since = row.longNumbers(LABELLED);
        var texts = row.texts(LABELS);
        Map<Long, Optional<SortedMap<String, String>>> labels = new HashMap<>();
        for (var i = 0; i < texts.size(); i++) {
            labels.put(
                    since.get(i),
                    Optional.of(texts.get(i)).filter(text -> !text.isEmpty()).map(Pairs::of));
        }
        return Timeline.of(labels);
    }
}
