package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Finds by count who holds the GPUs of a node that nobody is said to hold. A pod that no row names holds as many GPUs
/// as it asked for. As many as the node has and does not give are withheld, and so are as many as are kept for
/// workloads that have no pods yet ([Admissions]). Which GPUs these are is not known: they are taken from those that
/// nobody is said to hold, in the order of their UUIDs. The pods get theirs first, the oldest pod before the others;
/// the GPUs that the node does not give are taken from the sick ones first.
///
/// Each hour is judged by itself, so that it does not matter which hours are booked together. A pod that rows name at
/// any time in the hour, or a little before or after it, holds what it is said to hold and nothing by count.
public final class CountedHolders {
    private static final String NOT_ALLOCATABLE = "not_allocatable";
    private static final String ADMITTED = "admitted";
    /// Rows name a pod up to this long after it has begun.
    public static final long LAG = Duration.ofMinutes(10).toMillis();

    private final String node;
    private final List<Pod> pods;
    private final Timeline<NodeState> states;
    private final List<Admissions.Amount> kept;
    private final List<? extends CountedGpu> gpus;
    private final Map<CountedGpu, List<Counted.Hold>> holds = new HashMap<>();
    private final Map<CountedGpu, List<Mark>> withheld = new HashMap<>();

    private CountedHolders(String node, ClusterFacts cluster, List<? extends CountedGpu> gpus) {
        this.node = node;
        this.pods = cluster.podsOn(node).stream()
                .filter(pod -> Admissions.gpus(pod) > 0)
                .sorted(Comparator.comparingLong(Pod::from).thenComparing(Pod::uid))
                .toList();
        this.states = cluster.nodes().getOrDefault(node, Timeline.empty());
        this.kept = cluster.admissions().on(node);
        this.gpus = gpus;
    }

    /// Returns what is counted of the GPUs of some nodes, hour by hour within a span. Other GPUs are left out.
    ///
    /// @param nodes all GPUs that were ever on each of the nodes, in the order in which they are taken
    public static <G extends CountedGpu> Map<G, Counted> of(
            ClusterFacts cluster, SortedMap<String, List<G>> nodes, Span hours) {
        var counted = new HashMap<G, Counted>();
        nodes.forEach((node, gpus) -> {
            var its = new CountedHolders(node, cluster, gpus);
            if (its.isAny(hours)) {
                for (var hour = Hour.of(hours.from()); hour < hours.to(); hour += Hour.MILLIS) {
                    its.hour(Hour.from(hour));
                }
                gpus.forEach(gpu -> counted.merge(gpu, its.of(gpu), Counted::and));
            }
        });
        return counted;
    }

    private Counted of(CountedGpu gpu) {
        return new Counted(holds.getOrDefault(gpu, List.of()), withheld.getOrDefault(gpu, List.of()));
    }

    /// Whether there is anything to count within a span.
    private boolean isAny(Span span) {
        return isMissing()
                || isKept(span)
                || pods.stream().anyMatch(pod -> pod.life().meets(span));
    }

    private boolean isMissing() {
        return states.changes().stream()
                .anyMatch(change -> change.value().map(CountedHolders::missing).orElse(0L) > 0);
    }

    private boolean isKept(Span span) {
        return kept.stream().anyMatch(one -> one.span().meets(span));
    }

    private static long missing(NodeState state) {
        var capacity = state.capacity().get(NodeGpus.RESOURCE);
        var allocatable = state.allocatable().get(NodeGpus.RESOURCE);
        return capacity == null || allocatable == null ? 0 : Math.max(0, capacity - allocatable);
    }

    private void hour(Span hour) {
        var said = new HashMap<CountedGpu, Map<PodName, List<Span>>>();
        var named = new HashSet<PodName>();
        for (var gpu : gpus) {
            var holders = gpu.holders(new Span(hour.from() - LAG, hour.to() + LAG));
            named.addAll(holders.keySet());
            said.put(gpu, holders);
        }
        var unnamed = pods.stream()
                .filter(pod -> pod.life().meets(hour) && !named.contains(new PodName(pod.namespace(), pod.name())))
                .toList();
        if (unnamed.isEmpty() && !isMissing() && !isKept(hour)) {
            return;
        }
        var instants = instants(hour, unnamed, said);
        for (var from : instants.headSet(hour.to())) {
            var span = new Span(from, Optional.ofNullable(instants.higher(from)).orElse(hour.to()));
            if (isOneEach(span)) {
                deal(span, unnamed, free(span, said));
            }
        }
    }

    /// Returns the instants at which anything may change: between two of them nothing does.
    private NavigableSet<Long> instants(Span hour, List<Pod> unnamed, Map<CountedGpu, Map<PodName, List<Span>>> said) {
        var instants = new TreeSet<Long>();
        unnamed.forEach(pod -> add(instants, pod.life()));
        kept.forEach(one -> add(instants, one.span()));
        said.values().forEach(holders -> holders.values().forEach(spans -> spans.forEach(span -> add(instants, span))));
        states.changes().forEach(change -> instants.add(change.since()));
        gpus.forEach(gpu -> gpu.inFleet().forEach(span -> add(instants, span)));
        instants.headSet(hour.from()).clear();
        instants.tailSet(hour.to()).clear();
        instants.add(hour.from());
        return instants;
    }

    private static void add(Set<Long> instants, Span span) {
        instants.add(span.from());
        instants.add(span.to());
    }

    /// Whether each GPU of the node is advertised once. Where GPUs are advertised several times, a pod that asks for
    /// one asks for a part of one, and nothing can be counted.
    private boolean isOneEach(Span span) {
        return states.at(span.from())
                .flatMap(NodeGpus::advertised)
                .map(advertised -> advertised
                        <= gpus.stream().filter(gpu -> gpu.isOn(node, span)).count())
                .orElse(false);
    }

    private List<CountedGpu> free(Span span, Map<CountedGpu, Map<PodName, List<Span>>> said) {
        var free = new ArrayList<CountedGpu>();
        for (var gpu : gpus) {
            var isHeld = said.getOrDefault(gpu, Map.of()).values().stream()
                    .flatMap(List::stream)
                    .anyMatch(span::meets);
            if (gpu.isOn(node, span) && !isHeld) {
                free.add(gpu);
            }
        }
        return free;
    }

    private void deal(Span span, List<Pod> unnamed, List<CountedGpu> free) {
        var left = new ArrayList<>(free);
        for (var pod : unnamed) {
            if (pod.life().meets(span)) {
                var its = left.subList(0, (int) Math.min(Admissions.gpus(pod), left.size()));
                its.forEach(gpu ->
                        holds.computeIfAbsent(gpu, _ -> new ArrayList<>()).add(new Counted.Hold(span, pod)));
                its.clear();
            }
        }
        var missing = states.at(span.from()).map(CountedHolders::missing).orElse(0L);
        left.sort(Comparator.comparing(gpu -> !gpu.isSick(span)));
        withhold(left.stream().limit(missing), span, NOT_ALLOCATABLE);
        var admitted = kept.stream()
                .filter(one -> one.span().meets(span))
                .mapToLong(Admissions.Amount::gpus)
                .sum();
        withhold(left.stream().skip(missing).filter(gpu -> !gpu.isSick(span)).limit(admitted), span, ADMITTED);
    }

    private void withhold(Stream<CountedGpu> some, Span span, String cause) {
        some.forEach(
                gpu -> withheld.computeIfAbsent(gpu, _ -> new ArrayList<>()).add(new Mark(span, cause)));
    }
}
