package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.fleet.UnitRows;
import io.gpuledger.analyzer.fleet.Vacancies;
import io.gpuledger.analyzer.health.Evidence;
import io.gpuledger.analyzer.health.GpuHistory;
import io.gpuledger.analyzer.sharing.SharedGpus;
import io.gpuledger.analyzer.stranded.Expectations;
import io.gpuledger.analyzer.stranded.ExpectedPod;
import io.gpuledger.analyzer.stranded.Lens;
import io.gpuledger.analyzer.stranded.QuotaRoom;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holdings;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The facts of a node's GPUs over some hours, drawn by chance: some are held by pods that are named, the node may give
/// fewer than it has, and other pods are known by what they asked for alone. In some the last hour is not over yet. In
/// most, some pods are expected, and pods without GPUs take more or less of the node's cores.
final class DrawnBatch {
    static final String RESOURCE = "nvidia.com/gpu";
    private static final String NODE = "node-1";
    private static final int HOURS = 3;
    private static final long MINUTE = 60_000;

    /// A day, so that no hour of the window is before the time of which anything is known.
    private static final long BEGIN = 24 * Hour.MILLIS;

    static final Span WINDOW = new Span(BEGIN, BEGIN + HOURS * Hour.MILLIS);

    private final Random random;
    private final List<KnownGpu> gpus = new ArrayList<>();
    private final Map<UnitId, List<Row>> rows = new HashMap<>();
    private final List<Pod> pods = new ArrayList<>();
    private final NodeState state;
    private final Timeline<Lens> lenses;
    private final Timeline<SortedMap<String, Long>> otherPods;
    private final long now;

    DrawnBatch(long seed) {
        random = new Random(seed);
        now = random.nextBoolean() ? WINDOW.to() : WINDOW.to() - (1 + random.nextInt(59)) * MINUTE;
        var count = 1 + random.nextInt(6);
        state = state(count, random.nextInt(count + 1));
        for (var number = 1; number <= count; number++) {
            add(number);
        }
        for (var unnamed = random.nextInt(4); unnamed > 0; unnamed--) {
            pods.add(Pods.asking("unnamed-" + unnamed, NODE, 1 + random.nextInt(3), hourOrLater()));
        }
        lenses = lenses();
        otherPods = otherPods();
    }

    private Timeline<Lens> lenses() {
        var expected = new TreeMap<Long, Optional<Lens>>();
        for (var hour = random.nextInt(HOURS + 1); hour < HOURS; hour++) {
            var kinds = new ArrayList<ExpectedPod>();
            for (var kind = random.nextInt(3); kind >= 0; kind--) {
                var requests = Map.of(RESOURCE, 1L + random.nextInt(4), Resource.CPU, 4_000L * random.nextInt(4));
                var ask = new Ask(
                        Optional.empty(), new TreeMap<>(requests), new TreeMap<>(), Optional.empty(), List.of());
                kinds.add(new ExpectedPod(ask, new TreeSet<>(), 0.2));
            }
            expected.put(WINDOW.from() + hour * Hour.MILLIS, Optional.of(new Lens(kinds)));
        }
        return Timeline.of(expected);
    }

    private Expectations expectations() {
        return new Expectations(lenses, QuotaRoom.UNLIMITED);
    }

    private Timeline<SortedMap<String, Long>> otherPods() {
        var changes = new TreeMap<Long, Optional<SortedMap<String, Long>>>();
        for (var change = random.nextInt(4); change > 0; change--) {
            changes.put(hourOrLater(), Optional.of(new TreeMap<>(Map.of(Resource.CPU, 1_000L * random.nextInt(33)))));
        }
        return Timeline.of(changes);
    }

    private static NodeState state(long capacity, long allocatable) {
        return new NodeState(
                true,
                false,
                List.of(),
                new TreeMap<>(Map.of(RESOURCE, capacity, Resource.CPU, 32_000L)),
                new TreeMap<>(Map.of(RESOURCE, allocatable, Resource.CPU, 32_000L)),
                Collections.emptySortedMap(),
                Optional.empty());
    }

    private long hourOrLater() {
        return WINDOW.from() + random.nextLong(WINDOW.millis());
    }

    private void add(int number) {
        var id = new UnitId("here", "GPU-" + number, Optional.empty());
        var unit = Unit.of(id, NODE);
        gpus.add(new KnownGpu(
                number,
                id,
                Optional.empty(),
                "",
                WINDOW.from() - Hour.MILLIS,
                now,
                Map.of(number, unit),
                new TreeMap<>(Map.of(0L, NODE))));
        var holder = random.nextBoolean() ? Optional.of("named-" + number) : Optional.<String>empty();
        var from = holder.isPresent() ? hourOrLater() : Long.MAX_VALUE;
        holder.ifPresent(name -> pods.add(Pods.asking(name, NODE, 1, from)));
        rows.put(id, rows(unit, holder, from));
    }

    private List<Row> rows(Unit unit, Optional<String> holder, long from) {
        var told = new ArrayList<Row>();
        var active = 0.0;
        for (var at = WINDOW.from() - Hour.MILLIS; at <= now; at += MINUTE) {
            active += at > from ? random.nextDouble() * 60 : 0;
            var seconds = (at - WINDOW.from() + Hour.MILLIS) / 1000.0;
            var holdings = at > from
                    ? holder.stream()
                            .map(pod -> Holdings.exclusive("team", pod))
                            .toList()
                    : List.<Holding>of();
            told.add(new Row(
                    unit,
                    at,
                    Values.of(
                            Field.OBSERVED_SECONDS.bit() | Field.SM_ACTIVE_SECONDS.bit(),
                            new double[] {seconds, active}),
                    holdings,
                    List.of()));
        }
        return told;
    }

    /// Returns until when anything is known: the end of the window, or a minute of its last hour.
    long now() {
        return now;
    }

    Set<Integer> numbers() {
        return gpus.stream().map(KnownGpu::id).collect(Collectors.toSet());
    }

    /// How many GPUs the pods that nobody names ask for at an instant.
    long asked(long millis) {
        return pods.stream()
                .filter(pod -> pod.name().startsWith("unnamed") && pod.from() <= millis)
                .mapToLong(pod -> pod.requests().getOrDefault(RESOURCE, 0L))
                .sum();
    }

    BatchFacts facts(Set<Integer> booked) {
        return facts(booked, rows, expectations(), Map.of());
    }

    /// The same facts, where HAMi has assigned parts of the GPUs, often more than there is of one.
    BatchFacts sharedFacts() {
        var assigned = new HashMap<ObjectId, Timeline<SortedMap<String, String>>>();
        for (var gpu : gpus) {
            for (var sharer = random.nextInt(5); sharer > 0; sharer--) {
                var from = hourOrLater();
                assigned.put(
                        ObjectId.named(
                                "here", Kind.ASSIGNMENT, "team", "sharer-%d/0/GPU-%d".formatted(sharer, gpu.id())),
                        Timeline.of(Map.of(
                                from,
                                Optional.of(new TreeMap<>(
                                        Map.of(Attribute.CORES, Integer.toString(20 * random.nextInt(6))))),
                                from + 1 + random.nextLong(2 * Hour.MILLIS),
                                Optional.empty())));
            }
        }
        return facts(numbers(), rows, expectations(), assigned);
    }

    /// The same facts, where no pods are expected.
    BatchFacts factsWithoutLens() {
        return facts(numbers(), rows, Expectations.NONE, Map.of());
    }

    /// The same facts, told in another order.
    BatchFacts shuffled() {
        var others = new ArrayList<>(pods);
        Collections.shuffle(others, random);
        pods.clear();
        pods.addAll(others);
        var shuffled = new HashMap<UnitId, List<Row>>();
        rows.forEach((unit, told) -> {
            var its = new ArrayList<>(told);
            Collections.shuffle(its, random);
            shuffled.put(unit, its);
        });
        return facts(numbers(), shuffled, expectations(), Map.of());
    }

    private BatchFacts facts(
            Set<Integer> booked,
            Map<UnitId, List<Row>> told,
            Expectations expected,
            Map<ObjectId, Timeline<SortedMap<String, String>>> assigned) {
        SortedMap<String, Timeline<NodeState>> nodes =
                new TreeMap<>(Map.of(NODE, Timeline.of(Map.of(0L, Optional.of(state)))));
        var cluster = new ClusterFacts(
                nodes, List.copyOf(pods), Map.of(), List.of(), Map.of(), Map.of(NODE, otherPods), Set.of(), now + 1);
        var nodeGpus = new NodeGpus(gpus);
        var units = new HashMap<UnitId, UnitRows>();
        told.forEach((unit, its) -> units.put(unit, new UnitRows(its, OptionalLong.empty(), Timeline.empty())));
        var histories = new HashMap<Integer, GpuHistory>();
        gpus.forEach(gpu -> histories.put(
                gpu.id(),
                new GpuHistory(told.getOrDefault(gpu.gpu(), List.of()), List.of(), List.of(), Set.<Evidence>of())));
        return new BatchFacts(
                WINDOW,
                new Span(WINDOW.from() - Hour.MILLIS, WINDOW.to() + Hour.MILLIS),
                now,
                gpus,
                booked,
                units,
                histories,
                Map.of(),
                cluster,
                SharedGpus.of(cluster, assigned, Map.of()),
                new Vacancies(nodeGpus, "here", nodes, now),
                nodeGpus,
                expected);
    }
}
