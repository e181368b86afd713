package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.cluster.Usage.Use;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.story.Ailment;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Gang;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Trouble;
import io.gpuledger.simulator.story.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A cluster has these nodes and pods of a story.
public final class Cluster {
    private static final Comparator<PodLife> BY_NAME =
            Comparator.comparing(life -> life.begin().pod().name());

    /// Quotas are given out in nodes of eight.
    private static final long QUOTA_STEP = 8;

    private final String name;
    private final Span span;
    private final List<Chapter> chapters;
    /// In the order of their namespaces, and of their names.
    private final List<PodLife> pods;
    /// Holds by namespace how much its pods ask for over time.
    private final TreeMap<String, Usage> asked = new TreeMap<>();

    private Cluster(String name, Span span, List<Chapter> chapters, List<PodLife> pods) {
        this.name = name;
        this.span = span;
        this.chapters = List.copyOf(chapters);
        Map<String, List<PodLife>> byNamespace = pods.stream()
                .collect(Collectors.groupingBy(
                        life -> life.begin().pod().namespace(), TreeMap::new, Collectors.toCollection(ArrayList::new)));
        byNamespace.values().forEach(lives -> lives.sort(BY_NAME));
        this.pods = byNamespace.values().stream().flatMap(List::stream).toList();
        byNamespace.forEach((namespace, lives) -> asked.put(namespace, usage(lives)));
    }

    private static Usage usage(List<PodLife> lives) {
        return new Usage(lives.stream()
                .map(life -> new Use(life.span(), life.begin().ask().amount(Resource.GPU)))
                .toList());
    }

    /// Returns the clusters of a story by their names.
    public static SequencedMap<String, Cluster> of(Story story) {
        var byName = story.chapters().stream()
                .collect(Collectors.groupingBy(
                        chapter -> chapter.node().cluster(), LinkedHashMap::new, Collectors.toList()));
        var roll = new Roll(story);
        var clusters = new LinkedHashMap<String, Cluster>();
        byName.forEach((name, chapters) ->
                clusters.put(name, new Cluster(name, story.span(), chapters, roll.of(name, chapters))));
        return clusters;
    }

    /// All pods of a story.
    private static final class Roll {
        private final Map<String, Wait> waits = new LinkedHashMap<>();
        /// Pods of a gang have the same workload, so that those that hold are known by those that wait.
        private final Map<Pod.Workload, Gang> gangs = new HashMap<>();

        private final Map<String, List<PodLife>> guests = new HashMap<>();

        /// The DaemonSets of which a pod is ever not ready.
        private final TreeSet<String> software = new TreeSet<>();

        Roll(Story story) {
            for (var trouble : story.troubles()) {
                if (trouble instanceof Ailment.Unready unready) {
                    software.add(unready.daemonSet());
                }
            }
            for (var wait : story.waits()) {
                waits.put(wait.pod().uid(), wait);
                wait.gang().ifPresent(gang -> gangs.put(wait.pod().workload(), gang));
            }
            for (var guest : story.guests()) {
                guests.computeIfAbsent(guest.node(), _ -> new ArrayList<>()).add(PodLife.of(guest));
            }
        }

        private static List<Span> unready(String daemonSet, Chapter chapter) {
            return chapter.troubles().stream()
                    .filter(trouble -> trouble instanceof Ailment.Unready unready
                            && unready.daemonSet().equals(daemonSet))
                    .map(Trouble::span)
                    .toList();
        }

        private Optional<Gang> gang(Pod pod) {
            return Optional.ofNullable(gangs.get(pod.workload()));
        }

        List<PodLife> of(String cluster, List<Chapter> chapters) {
            var lives = new ArrayList<PodLife>();
            for (var chapter : chapters) {
                Map<String, List<Hold>> byPod = chapter.holds().values().stream()
                        .flatMap(List::stream)
                        .collect(Collectors.groupingBy(hold -> hold.pod().uid()));
                var host = Host.of(chapter.node());
                byPod.forEach((uid, holds) -> lives.add(PodLife.of(
                        host,
                        holds,
                        Optional.ofNullable(waits.remove(uid)),
                        gang(holds.getFirst().pod()))));
                lives.addAll(guests.getOrDefault(chapter.node().name(), List.of()));
                software.forEach(
                        set -> lives.add(PodLife.of(chapter.node(), set, chapter.span(), unready(set, chapter))));
            }
            // A pod whose wait is left over here never gets a node.
            waits.values().stream()
                    .filter(wait -> wait.cluster().equals(cluster))
                    .forEach(wait -> lives.add(PodLife.of(wait, wait.gang())));
            return lives;
        }
    }

    /// Returns the cluster as it would be if a pod went to another node at a second, made again there at once.
    ///
    /// @param uid of the pod
    public Cluster moving(String uid, String node, long second) {
        var lives = pods.stream()
                .flatMap(life -> life.begin().pod().uid().equals(uid) ? life.moving(node, second) : Stream.of(life))
                .toList();
        return new Cluster(name, span, chapters, lives);
    }

    public String name() {
        return name;
    }

    /// Returns when the cluster was made.
    public long begin() {
        return span.from();
    }

    public List<Chapter> chapters() {
        return chapters;
    }

    public List<NodeState> nodesAt(long second) {
        return chapters.stream().map(chapter -> NodeState.at(second, chapter)).toList();
    }

    /// Returns all pods that there ever are.
    public List<PodLife> pods() {
        return pods;
    }

    /// Returns the pods that are there at a second.
    public List<PodState> podsAt(long second) {
        return pods.stream()
                .filter(life -> life.span().contains(second))
                .map(life -> life.at(second))
                .toList();
    }

    /// Returns the namespaces of all pods that there ever are.
    public List<String> namespaces() {
        return List.copyOf(asked.keySet());
    }

    /// Returns the quotas of those namespaces that ever ask for a GPU: each has room for all that it asks for.
    public List<QuotaState> quotasAt(long second) {
        return asked.entrySet().stream()
                .filter(entry -> entry.getValue().greatest() > 0)
                .map(entry -> new QuotaState(
                        entry.getKey(),
                        Math.ceilDiv(entry.getValue().greatest(), QUOTA_STEP) * QUOTA_STEP,
                        entry.getValue().at(second)))
                .toList();
    }
}
