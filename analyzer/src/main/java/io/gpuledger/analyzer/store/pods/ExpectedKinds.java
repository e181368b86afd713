package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.spec.PodSpec;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.store.pods.EnoughKinds.Had;
import io.gpuledger.analyzer.store.pods.EnoughKinds.Weighed;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.stranded.ExpectedPod;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds out from the pods that came to the nodes of a cluster in the two weeks before a day which pods are to be
/// expected on it: of each kind of GPU, and of each profile of MIG devices, the fewest kinds of pods that had 95 % of
/// its time ([EnoughKinds]). So who uses the few GPUs of a rare kind is expected, too.
///
///     weight of a kind = sum over its pods of (GPUs * integral over its life of 2 ^ -(days until the day / 7))
///
/// Before any pod had a GPU, pods of one, two, four and eight GPUs are expected, one of each other kind of GPU or MIG
/// device that the nodes offer, and those that wait.
///
/// Of pods of which only their requests are known, it is taken that they go anywhere.
final class ExpectedKinds {
    /// Pods of more kinds than these are seldom, whatever they add up to.
    private static final int MOST = 128;
    /// So many kinds of specs are looked into: those with the most GPU time.
    private static final int SPECS_MAX = 2_000;
    private static final int NAMESPACES_MAX = 16;
    static final long REACH_MILLIS = Duration.ofDays(14).toMillis();
    private static final double HALF_LIFE_MILLIS = Duration.ofDays(7).toMillis();

    private static final String PODS = """
        select o.id, o.namespace, (extract(epoch from o.first_seen) * 1000)::bigint,
            (extract(epoch from o.gone) * 1000)::bigint, told.*
        from (
            select c.id, 'epoch'::timestamptz + ? * interval '1 ms' as since,
                'epoch'::timestamptz + ? * interval '1 ms' as until
            from gpu_ledger.cluster c
            where c.name = ?
        ) asked
        join gpu_ledger.object o on o.cluster_id = asked.id and o.kind = 'pod'
            and coalesce(o.gone, 'infinity'::timestamptz) > asked.since and o.first_seen < asked.until
        cross join lateral (
            select max(value) filter (where name = 'node') as node,
                max(value) filter (where name = 'started') as started,
                max(value) filter (where name = 'finished') as finished,
                max(value) filter (where name = 'phase') as phase,
                max(md5(value)) filter (where name = 'spec') as spec,
                array_agg(name || '=' || value order by name)
                    filter (where name ^@ 'request.' and value is not null) as requests
            from (
                select distinct on (name) name, value
                from gpu_ledger.attribute
                where object_id = o.id and since < asked.until
                    and (name in ('node', 'started', 'finished', 'phase', 'spec') or name ^@ 'request.')
                order by name, since desc
            ) last
        ) told
        """;
    private static final String SPECS = """
        select o.id, a.value
        from unnest(?::int[]) o (id)
        cross join lateral (
            select value
            from gpu_ledger.attribute
            where object_id = o.id and name = 'spec'
            order by since desc
            limit 1
        ) a
        where a.value is not null
        """;
    private static final String OFFERED = """
        select distinct substring(a.name from char_length('allocatable.') + 1)
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'node'
        join gpu_ledger.attribute a on a.object_id = o.id and a.name ^@ 'allocatable.'
            and a.since < 'epoch'::timestamptz + ? * interval '1 ms'
        where c.name = ?
        """;

    /// Pods that look alike before their specs are read.
    private record Alike(Optional<String> spec, SortedSet<String> requests) {}

    private static final class Group {
        private final int example;
        private final Map<String, Double> namespaces = new TreeMap<>();
        private final Map<Had, Double> had = new HashMap<>();
        private double weight;

        Group(int example) {
            this.example = example;
        }

        void add(String namespace, double more) {
            weight += more;
            namespaces.merge(namespace, more, Double::sum);
        }

        void add(Had what, double more) {
            had.merge(what, more, Double::sum);
        }

        /// Adds all of another group.
        void add(Group other) {
            other.namespaces.forEach(this::add);
            other.had.forEach(this::add);
        }

        double weight() {
            return weight;
        }
    }

    private final Session session;
    private final String cluster;
    private final long day;
    private final Map<Alike, Group> placed = new HashMap<>();
    private final Map<Alike, Group> waiting = new HashMap<>();
    private NodeProducts products = NodeProducts.NONE;

    /// @param day its begin, in milliseconds since 1970
    ExpectedKinds(Session session, String cluster, long day) {
        this.session = session;
        this.cluster = cluster;
        this.day = day;
    }

    List<ExpectedKind> find() throws DatabaseException {
        products = NodeProducts.of(session, new Span(day - REACH_MILLIS, day));
        new Query<>(session).number(day - REACH_MILLIS).number(day).text(cluster).stream(PODS, this::add);
        var kinds = kinds(placed);
        return kinds.isEmpty() ? unknown() : EnoughKinds.of(kinds, MOST);
    }

    private void add(ResultRow row) throws DatabaseException {
        var alike = new Alike(row.optionalText(9), new TreeSet<>(row.texts(10)));
        var requests = gpus(alike);
        var gpus = requests.values().stream().mapToDouble(Long::doubleValue).sum();
        if (gpus == 0) {
            return;
        }
        var gone = row.optionalLongNumber(4);
        var node = row.optionalText(5);
        if (node.isPresent()) {
            var from = row.optionalText(6).flatMap(Instants::millis).orElse(row.longNumber(3));
            var to =
                    row.optionalText(7).flatMap(Instants::millis).or(() -> gone).orElse(day);
            var group = group(placed, alike, row.number(1));
            var product = products.of(cluster, node.get());
            group.add(row.text(2), gpus * weight(from, to));
            requests.forEach((resource, some) -> group.add(new Had(resource, product), some * weight(from, to)));
        } else if (gone.filter(millis -> millis <= day).isEmpty()
                && row.optionalText(8).filter("Pending"::equals).isPresent()) {
            group(waiting, alike, row.number(1)).add(row.text(2), gpus);
        }
    }

    private static Group group(Map<Alike, Group> groups, Alike alike, int example) {
        return groups.computeIfAbsent(alike, _ -> new Group(example));
    }

    /// Returns how long that was within two weeks before the day, in milliseconds, of which older ones count less.
    private double weight(long from, long to) {
        var first = Math.max(from, day - REACH_MILLIS);
        var last = Math.min(to, day);
        return first < last ? faded(last) - faded(first) : 0;
    }

    private double faded(long millis) {
        var rate = Math.log(2) / HALF_LIFE_MILLIS;
        return Math.exp(-rate * (day - millis)) / rate;
    }

    private static SortedMap<String, Long> amounts(Collection<String> requests) {
        var amounts = new TreeMap<String, Long>();
        for (var request : requests) {
            var end = request.lastIndexOf('=');
            Requested.resource(request.substring(0, end))
                    .ifPresent(resource -> Resource.amount(resource, request.substring(end + 1))
                            .ifPresent(amount -> amounts.merge(resource, amount, Long::sum)));
        }
        return amounts;
    }

    private static SortedMap<String, Long> gpus(Alike alike) {
        var gpus = amounts(alike.requests());
        gpus.keySet().removeIf(resource -> !Resource.isGpu(resource));
        return gpus;
    }

    /// Returns what is the same to nodes as one kind, those with the most GPU time first.
    private List<Weighed> kinds(Map<Alike, Group> groups) throws DatabaseException {
        var heaviest = groups.entrySet().stream()
                .filter(one -> one.getValue().weight() > 0)
                .sorted(Comparator.comparingDouble(
                                (Map.Entry<Alike, Group> one) -> -one.getValue().weight())
                        .thenComparingInt(one -> one.getValue().example))
                .limit(SPECS_MAX)
                .toList();
        var texts = specs(heaviest);
        var kinds = new HashMap<Ask, Group>();
        var examples = new HashMap<Ask, String>();
        for (var one : heaviest) {
            var text = Optional.ofNullable(texts.get(one.getValue().example))
                    .orElseGet(() -> anywhere(amounts(one.getKey().requests())));
            if (PodSpec.read("", "", Map.of(), text) instanceof Known known) {
                var ask = ExpectedPod.essence(known.ask());
                examples.putIfAbsent(ask, text);
                var kind = kinds.computeIfAbsent(ask, _ -> new Group(one.getValue().example));
                kind.add(one.getValue());
            }
        }
        return kinds.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                                (Map.Entry<Ask, Group> one) -> -one.getValue().weight())
                        .thenComparingInt(one -> one.getValue().example))
                .map(one ->
                        new Weighed(kind(examples.getOrDefault(one.getKey(), ""), one.getValue()), one.getValue().had))
                .toList();
    }

    private Map<Integer, String> specs(List<Map.Entry<Alike, Group>> groups) throws DatabaseException {
        var examples = groups.stream()
                .filter(one -> one.getKey().spec().isPresent())
                .map(one -> one.getValue().example)
                .toList();
        var texts = new HashMap<Integer, String>();
        new Query<>(session).numberArray(examples).query(SPECS, row -> texts.put(row.number(1), row.text(2)));
        return texts;
    }

    private static ExpectedKind kind(String spec, Group group) {
        var namespaces = group.namespaces.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(NAMESPACES_MAX)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        return new ExpectedKind(spec, namespaces, Math.max(1, Math.round(group.weight() / 1_000)));
    }

    private List<ExpectedKind> unknown() throws DatabaseException {
        var all = new ArrayList<>(
                kinds(waiting).stream().map(Weighed::kind).limit(MOST).toList());
        var offered = new TreeSet<>(new Query<>(session)
                .number(day + Duration.ofDays(1).toMillis())
                .text(cluster)
                .list(OFFERED, row -> row.text(1)));
        offered.removeIf(resource -> !Resource.isGpu(resource));
        for (var resource : offered) {
            var sizes = resource.startsWith("nvidia.com/mig-") ? List.of(1L) : List.of(1L, 2L, 4L, 8L);
            sizes.forEach(size ->
                    all.add(new ExpectedKind(anywhere(new TreeMap<>(Map.of(resource, size))), new TreeSet<>(), 1)));
        }
        return all;
    }

    /// Returns the spec of a pod that goes wherever there is room for it.
    private static String anywhere(SortedMap<String, Long> requests) {
        var amounts = requests.entrySet().stream()
                .filter(one -> one.getKey().matches("[A-Za-z0-9./_-]+"))
                .map(one -> "\"%s\":\"%d%s\""
                        .formatted(one.getKey(), one.getValue(), one.getKey().equals(Resource.CPU) ? "m" : ""))
                .collect(Collectors.joining(","));
        return """
            {"tolerations":[{"operator":"Exists"}],"containers":[{"name":"all","resources":{"requests":{%s}}}]}\
            """.formatted(amounts);
    }
}
