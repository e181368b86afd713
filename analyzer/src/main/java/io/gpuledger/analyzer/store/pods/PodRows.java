package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.Instants;
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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/// Reads pods, each with all that was told of when it came where: one row a pod, of which none is kept.
///
/// That a pod is scheduled is told by its condition, and since when. Where nobody tells of conditions, a pod was
/// scheduled by the time that a kubelet took it, or that it was first seen on a node. It ran by the time that it was
/// first seen to be running, or ready, or that its last container ended. A gate is gone since it was first seen that
/// none stands. What is told of more than one way counts as of the earliest.
final class PodRows {
    private static final String POD = """
        select c.name, o.namespace, %1$s, %2$s, told.created, %3$s, %4$s, %5$s, told.started, %6$s, %7$s, %8$s, %9$s,
            told.finished, told.node, told.requests, told.amounts, told.labelled, told.labels, told.owner, %10$s,
            told.eviction, told.succeeded, o.name
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
        cross join lateral (
            select min(value) filter (where name = 'created') as created,
                max(since) filter (where name = 'gates' and value is not null and since < asked.until) as gated,
                max(since) filter (where name = 'gates' and value is null and since < asked.until) as opened,
                min(since) filter (where name = 'condition.PodScheduled' and value = 'true') as scheduled,
                min(value) filter (where name = 'started') as started,
                min(since) filter (where name = 'node' and value is not null) as placed,
                min(since) filter (where name = 'phase' and value = 'Running') as ran,
                min(since) filter (where name = 'condition.Ready' and value = 'true') as ready,
                min(since) filter (where name = 'phase' and value in ('Succeeded', 'Failed')) as ended,
                max(value) filter (where name = 'finished') as finished,
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
                    millis("o.first_seen"),
                    millis("o.gone"),
                    millis("told.gated"),
                    millis("told.opened"),
                    millis("told.scheduled"),
                    millis("told.placed"),
                    millis("told.ran"),
                    millis("told.ready"),
                    millis("told.ended"),
                    millis("told.evicted"));
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
            POD.replace("o.name\n", "o.name, noted.value\n").replace("cross join lateral", """
                    and coalesce(o.gone, 'infinity'::timestamptz) >= 'epoch'::timestamptz + ? * interval '1 ms'
                    and o.first_seen < 'epoch'::timestamptz + ? * interval '1 ms'
                cross join (select 'epoch'::timestamptz + ? * interval '1 ms' as until) asked
                cross join lateral\
                """) + """
                left join lateral (
                    select value
                    from gpu_ledger.attribute
                    where object_id = o.id and name = 'annotations' and value is not null
                        and since <= coalesce(told.evicted, told.ended, o.gone)
                    order by since desc
                    limit 1
                ) noted on coalesce(told.evicted, told.ended, o.gone) is not null
                where coalesce(told.ended, 'infinity'::timestamptz) >= 'epoch'::timestamptz + ? * interval '1 ms'
                """;
    private static final String NAMED = POD.replace("cross join lateral", """
            and o.id = any (?)
        cross join (select 'infinity'::timestamptz as until) asked
        cross join lateral\
        """);

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

    private static String millis(String time) {
        return "(extract(epoch from %s) * 1000)::bigint".formatted(time);
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
                        RAN, row -> ran.hand(pod(row, places, window.to()), gpus(row), told(row), each));
    }

    /// Hands over pods by their numbers.
    ///
    /// @param window in which something became of them
    void of(Collection<Integer> objects, Span window, Each each) throws DatabaseException {
        var places = Places.of(session, teams, window);
        new Query<>(session).numberArray(objects).query(NAMED, row -> each.accept(pod(row, places, window.to())));
    }

    private static SeenPod pod(ResultRow row, Places places, long until) throws DatabaseException {
        var cluster = row.text(1);
        var namespace = row.text(2);
        var course = course(row);
        var scheduled = course.at(Stage.SCHEDULED).filter(millis -> millis < until);
        var node = scheduled.isPresent() ? row.optionalText(15) : Optional.<String>empty();
        return new SeenPod(
                cluster,
                places.team(cluster, namespace, labels(row), scheduled.orElse(until - 1)),
                namespace,
                row.text(24),
                node.flatMap(name -> places.product(cluster, name)),
                Size.of(gpus(row)),
                course,
                row.optionalText(22),
                row.isTrue(23));
    }

    private static Told told(ResultRow row) throws DatabaseException {
        return new Told(row.optionalText(20), row.optionalLongNumber(21), row.isTrue(23), row.optionalText(25));
    }

    private static Course course(ResultRow row) throws DatabaseException {
        var firstSeen = row.longNumber(3);
        var gone = row.optionalLongNumber(4);
        var created = instant(row, 5).orElse(firstSeen);
        var gated = row.optionalLongNumber(6);
        var opened = row.optionalLongNumber(7);
        var finished = instant(row, 14);
        var reached = new EnumMap<Stage, Long>(Stage.class);
        opened.filter(millis -> millis > gated.orElse(Long.MIN_VALUE))
                .ifPresent(millis -> reached.put(Stage.OPENED, millis));
        earliest(Stream.of(row.optionalLongNumber(8), instant(row, 9), row.optionalLongNumber(10)))
                .ifPresent(millis -> reached.put(Stage.SCHEDULED, millis));
        earliest(Stream.of(row.optionalLongNumber(11), finished))
                .ifPresent(millis -> reached.put(Stage.RUNNING, millis));
        row.optionalLongNumber(12).ifPresent(millis -> reached.put(Stage.READY, millis));
        return new Course(
                created, gated.isPresent(), reached, earliest(Stream.of(row.optionalLongNumber(13), finished, gone)));
    }

    private static Optional<Long> instant(ResultRow row, int column) throws DatabaseException {
        return row.optionalText(column).flatMap(Instants::millis);
    }

    private static Optional<Long> earliest(Stream<Optional<Long>> instants) {
        return instants.flatMap(Optional::stream).min(Long::compare);
    }

    private static long gpus(ResultRow row) throws DatabaseException {
        var names = row.texts(16);
        var amounts = row.texts(17);
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
        var since = row.longNumbers(18);
        var texts = row.texts(19);
        Map<Long, Optional<SortedMap<String, String>>> labels = new HashMap<>();
        for (var i = 0; i < texts.size(); i++) {
            labels.put(
                    since.get(i),
                    Optional.of(texts.get(i)).filter(text -> !text.isEmpty()).map(Pairs::of));
        }
        return Timeline.of(labels);
    }
}
