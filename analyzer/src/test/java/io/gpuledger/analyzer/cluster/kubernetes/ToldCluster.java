package io.gpuledger.analyzer.cluster.kubernetes;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodLife;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.kubernetes.Manifests;
import io.gpuledger.simulator.kubernetes.PodManifests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// All that an API server tells of a simulated cluster, each at the second at which it is so.
final class ToldCluster {
    private final String name;
    private final Cluster cluster;
    private final OtherPods others;
    private final TreeMap<Long, List<Runnable>> events = new TreeMap<>();
    private final List<Statement> statements = new ArrayList<>();
    private long millis;

    private ToldCluster(String name, Cluster cluster) {
        this.name = name;
        this.cluster = cluster;
        this.others = new OtherPods(name);
    }

    /// @param name under which the analyzer knows the cluster
    static List<Statement> statements(String name, Cluster cluster) {
        var told = new ToldCluster(name, cluster);
        told.plan();
        told.play();
        return told.statements;
    }

    private void plan() {
        for (var chapter : cluster.chapters()) {
            for (var second : NodeState.changes(chapter)) {
                at(second, () -> tell(NodeState.at(second, chapter)));
            }
        }
        cluster.pods().forEach(this::plan);
        for (var second : List.copyOf(events.keySet())) {
            at(
                    second,
                    () -> cluster.quotasAt(second)
                            .forEach(quota -> tell(OtherFacts.quota(Manifests.quota(quota), name))));
        }
    }

    private void plan(PodLife life) {
        at(life.span().from(), () -> tell(life.at(life.span().from())));
        if (life.onNode().from() > life.span().from() && life.onNode().seconds() > 0) {
            at(life.onNode().from(), () -> tell(life.at(life.onNode().from())));
        }
        at(life.span().to(), () -> {
            var pod = life.begin().pod();
            var id = ObjectId.pod(name, pod.namespace(), pod.name(), pod.uid());
            others.gone(id);
            statements.add(new Statement.Gone(id, millis));
        });
    }

    private void at(long second, Runnable event) {
        events.computeIfAbsent(second, _ -> new ArrayList<>()).add(event);
    }

    private void play() {
        events.forEach((second, some) -> {
            millis = second * 1_000;
            some.forEach(Runnable::run);
            others.changes().forEach(load -> tell(load.observed()));
        });
    }

    private void tell(NodeState state) {
        var node = Manifests.node(state);
        others.seen(node);
        tell(NodeFacts.observed(node, name));
    }

    /// An API server gives each pod a UID, and says when it was made.
    private void tell(PodState state) {
        var pod = PodManifests.pod(state, Optional.empty());
        pod.getMetadata().setUid(state.pod().uid());
        pod.getMetadata()
                .setCreationTimestamp(Instant.ofEpochSecond(state.created()).toString());
        others.seen(pod);
        tell(PodFacts.observed(pod, name, new Annotations(Set.of())));
    }

    private void tell(Optional<ObservedObject> observed) {
        observed.ifPresent(object -> statements.add(new Statement.Whole(object.object(), millis, object.attributes())));
    }
}
