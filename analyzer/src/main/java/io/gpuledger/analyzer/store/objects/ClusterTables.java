package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads what was told of a cluster, as it was within a time. However many objects it has, few questions are asked.
/// Times are milliseconds since 1970; the first is within, the second is not. Nothing is committed, and nothing kept.
public final class ClusterTables {
    private static final String ATTRIBUTES = """
        select o.id, o.namespace, o.name, o.uid, a.name, %s, a.value
        from unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::text[])
            as asked (cluster, kind, since, until, name)
        join gpu_ledger.cluster c on c.name = asked.cluster
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = asked.kind
            and (asked.name is null or o.name = asked.name)
            and coalesce(o.gone, 'infinity'::timestamptz) > 'epoch'::timestamptz + asked.since * interval '1 ms'
            and o.first_seen < 'epoch'::timestamptz + asked.until * interval '1 ms'
        cross join lateral (
            %s
        ) a
        %s
        """;
    private static final String EACH = """
        select name, since, value, lead(since) over (partition by name order by since) as until
        from gpu_ledger.attribute
        where object_id = o.id and since < 'epoch'::timestamptz + asked.until * interval '1 ms'
            and not starts_with(name, 'reason.') and not starts_with(name, 'message.')\
        """;
    private static final String WITHIN = """
        where a.until is null or a.until > 'epoch'::timestamptz + asked.since * interval '1 ms'
        order by o.id, a.since\
        """;
    private static final String CHANGES =
            ATTRIBUTES.formatted("(extract(epoch from a.since) * 1000)::bigint", EACH, WITHIN);
    /// Of an instant, which pages ask for, that is the last of each name: the index has them in this order, from
    /// its end, so that nothing is sorted. Since when each was so is not asked then, and would cost as much as the
    /// rest.
    private static final String LAST = """
        select distinct on (name) name, value
        from gpu_ledger.attribute
        where object_id = o.id and since < 'epoch'::timestamptz + asked.until * interval '1 ms'
            and not starts_with(name, 'reason.') and not starts_with(name, 'message.')
        order by name desc, since desc\
        """;
    private static final String STATES = ATTRIBUTES.formatted("asked.since", LAST, "");
    private static final String LATEST = """
        select o.id, o.uid, o.namespace, o.name, (extract(epoch from o.first_seen) * 1000)::bigint,
            (extract(epoch from o.gone) * 1000)::bigint, a.name, (extract(epoch from a.since) * 1000)::bigint, a.value
        from unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::text[])
            as asked (cluster, kind, since, until, name)
        join gpu_ledger.cluster c on c.name = asked.cluster
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = asked.kind
            and coalesce(o.gone, 'infinity'::timestamptz) > 'epoch'::timestamptz + asked.since * interval '1 ms'
            and o.first_seen < 'epoch'::timestamptz + asked.until * interval '1 ms'
        cross join lateral (
            (
                select distinct on (name) name, since, value
                from gpu_ledger.attribute
                where object_id = o.id and name not in ('labels', 'annotations') and not %s
                order by name, since desc
            )
            union all
            select name, since, value
            from gpu_ledger.attribute
            where object_id = o.id and name in ('labels', 'annotations')
        ) a
        order by o.id, a.since
        """.formatted(Placement.condition("name"));

    private static final String POD_ANNOTATIONS = """
        select distinct a.value
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id
        join gpu_ledger.attribute a on a.object_id = o.id
        where o.kind = ? and a.name = ? and a.value like '%' || ? || '%'
            and coalesce(o.gone, 'infinity'::timestamptz) > 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    /// Says what is asked for.
    ///
    /// @param name of one of them; of all where it is absent
    private record Window(String cluster, Kind kind, long from, long to, Optional<String> name) {
        static Window ofAll(String cluster, Kind kind, long from, long to) {
            return new Window(cluster, kind, from, to, Optional.empty());
        }

        boolean isInstant() {
            return to == from + 1;
        }
    }

    private final Session session;

    public ClusterTables(Session session) {
        this.session = session;
    }

    /// Returns the nodes that were there within the time, by name.
    public Map<String, Timeline<NodeState>> nodes(String cluster, long from, long to) throws DatabaseException {
        return nodes(Window.ofAll(cluster, Kind.NODE, from, to));
    }

    /// Returns one of them; nothing where it was not there within the time.
    public Map<String, Timeline<NodeState>> node(String cluster, String name, long from, long to)
            throws DatabaseException {
        return nodes(new Window(cluster, Kind.NODE, from, to, Optional.of(name)));
    }

    private Map<String, Timeline<NodeState>> nodes(Window window) throws DatabaseException {
        var nodes = new TreeMap<String, Timeline<NodeState>>();
        objects(window).forEach((id, timeline) -> nodes.put(id.name(), timeline.map(NodeStates::of)));
        return nodes;
    }

    /// Returns the labels and annotations of namespaces, which have their normal names. Of a name that both have, the
    /// label counts.
    public Map<String, Timeline<SortedMap<String, String>>> namespaces(String cluster, long from, long to)
            throws DatabaseException {
        var namespaces = new TreeMap<String, Timeline<SortedMap<String, String>>>();
        objects(cluster, Kind.NAMESPACE, from, to)
                .forEach((id, timeline) -> namespaces.put(id.name(), timeline.map(ClusterTables::words)));
        return namespaces;
    }

    private static SortedMap<String, String> words(SortedMap<String, String> attributes) {
        var words = Pairs.of(attributes.getOrDefault(Attribute.ANNOTATIONS, ""));
        words.putAll(Pairs.of(attributes.getOrDefault(Attribute.LABELS, "")));
        return words;
    }

    /// Returns the pods that lived within the time, each as it was last told to be, also where that was later, with all
    /// labels and annotations that it ever had.
    public List<Pod> pods(String cluster, long from, long to) throws DatabaseException {
        var drafts = new ArrayList<PodDraft>();
        ask(Window.ofAll(cluster, Kind.POD, from, to)).query(LATEST, row -> {
            var attribute = row.text(7);
            if (drafts.isEmpty() || drafts.getLast().id() != row.number(1)) {
                drafts.add(new PodDraft(
                        row.number(1),
                        ObjectId.pod(cluster, row.text(3), row.text(4), row.text(2)),
                        row.longNumber(5),
                        row.optionalLongNumber(6)));
            }
            drafts.getLast().put(attribute, row.longNumber(8), row.optionalText(9));
        });
        drafts.removeIf(draft -> !draft.livesWithin(from, to));
        var owners = Owners.of(drafts, cluster, session);
        return drafts.stream()
                .map(draft -> draft.pod(owners.chain(draft), owners.workload(draft)))
                .toList();
    }

    /// Returns what pods of any cluster that have lived since then say by an annotation.
    public Set<String> podAnnotations(String name, long since) throws DatabaseException {
        var normal = LabelName.normal(name);
        var said = new TreeSet<String>();
        new Query<>(session)
                .text(Kind.POD.word())
                .text(Attribute.ANNOTATIONS)
                .text(normal)
                .number(since)
                .query(
                        POD_ANNOTATIONS,
                        row -> Optional.ofNullable(Pairs.of(row.text(1)).get(normal))
                                .ifPresent(said::add));
        return said;
    }

    /// Returns all objects of a kind that were there within the time, with all that was told of them, attribute by
    /// attribute: but for what was said to people.
    public Map<ObjectId, Timeline<SortedMap<String, String>>> objects(String cluster, Kind kind, long from, long to)
            throws DatabaseException {
        return objects(Window.ofAll(cluster, kind, from, to));
    }

    /// Returns what all pods without GPUs together requested on each node within the time; of `pods` that is how many
    /// there were.
    public Map<String, Timeline<SortedMap<String, Long>>> otherPods(String cluster, long from, long to)
            throws DatabaseException {
        var requested = new HashMap<String, Timeline<SortedMap<String, Long>>>();
        objects(cluster, Kind.OTHER_PODS, from, to)
                .forEach((id, told) -> requested.put(
                        id.name(), told.map(attributes -> NodeStates.amounts(attributes, Attribute.REQUEST))));
        return requested;
    }

    /// Returns amounts of attributes of objects of a kind, by what their names begin with.
    public static SortedMap<String, Long> amounts(SortedMap<String, String> attributes, String prefix) {
        return NodeStates.amounts(attributes, prefix);
    }

    private Map<ObjectId, Timeline<SortedMap<String, String>>> objects(Window window) throws DatabaseException {
        Map<Integer, ObjectDraft> drafts = new HashMap<>();
        Map<ObjectId, ObjectDraft> byName = new HashMap<>();
        ask(window).query(window.isInstant() ? STATES : CHANGES, row -> {
            var id = row.number(1);
            var draft = drafts.computeIfAbsent(id, _ -> new ObjectDraft(window.from()));
            if (!draft.isBegun()) {
                byName.put(new ObjectId(window.cluster(), window.kind(), row.text(2), row.text(3), row.text(4)), draft);
            }
            draft.put(row.text(5), row.longNumber(6), row.optionalText(7));
        });
        var objects = new HashMap<ObjectId, Timeline<SortedMap<String, String>>>();
        byName.forEach((id, draft) -> objects.put(id, draft.timeline()));
        return objects;
    }

    private Query<Window> ask(Window window) {
        return new Query<>(session, List.of(window))
                .texts(Window::cluster)
                .texts(asked -> asked.kind().word())
                .numbers(Window::from)
                .numbers(Window::to)
                .optionalTexts(Window::name);
    }
}
