package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A cluster has these nodes and pods of a story.
public final class Cluster {
    private static final Comparator<PodState> ORDER = Comparator.comparing(
                    (PodState pod) -> pod.pod().namespace())
            .thenComparing(pod -> pod.pod().name());

    private final String name;
    private final Span span;
    private final List<Chapter> chapters;
    private final List<PodState> pods;

    private Cluster(String name, Span span, List<Chapter> chapters) {
        this.name = name;
        this.span = span;
        this.chapters = chapters;
        this.pods = chapters.stream().flatMap(Cluster::pods).sorted(ORDER).toList();
    }

    /// Returns the clusters of a story by their names.
    public static SequencedMap<String, Cluster> of(Story story) {
        var byName = story.chapters().stream()
                .collect(Collectors.groupingBy(
                        chapter -> chapter.node().cluster(), LinkedHashMap::new, Collectors.toList()));
        var clusters = new LinkedHashMap<String, Cluster>();
        byName.forEach((name, chapters) -> clusters.put(name, new Cluster(name, story.span(), chapters)));
        return clusters;
    }

    private static Stream<PodState> pods(Chapter chapter) {
        Map<String, List<Hold>> byPod = chapter.holds().values().stream()
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(hold -> hold.pod().uid()));
        return byPod.values().stream().map(holds -> PodState.of(chapter.node(), holds));
    }

    public String name() {
        return name;
    }

    /// Returns when the cluster was made.
    public long begin() {
        return span.from();
    }

    public List<NodeState> nodesAt(long second) {
        return chapters.stream().map(chapter -> NodeState.at(second, chapter)).toList();
    }

    /// Returns the pods that are there at a second.
    public List<PodState> podsAt(long second) {
        return pods.stream().filter(pod -> pod.span().contains(second)).toList();
    }

    /// Returns the namespaces of all pods that there ever are.
    public List<String> namespaces() {
        return pods.stream().map(pod -> pod.pod().namespace()).distinct().toList();
    }
}
