package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.kubernetes.ChangeQueue.ObjectChange;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Says how much memory a cluster takes that is watched: 12,500 nodes with as many GPU pods as other pods,
/// 100,000 in all, if nothing else is said, and forty pods of each workload. Each object is read from its JSON,
/// as from an API server, so that none shares a text with another.
final class WatchedMemory {

    private final KubernetesSerialization json = new KubernetesSerialization();
    private final ObjectStatements statements = new ObjectStatements();
    private final OtherPods otherPods = new OtherPods("c");
    private final SlimStore<Node> nodes = new SlimStore<>(Node::new);
    private final SlimStore<Pod> pods = new SlimStore<>(Pod::new);

    private WatchedMemory() {}

    static void main(String[] args) {
        var nodes = args.length > 0 ? Integer.parseInt(args[0]) : 12_500;
        var all = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        var ofWorkload = args.length > 2 ? Integer.parseInt(args[2]) : 40;
        var memory = new WatchedMemory();
        var before = used();
        memory.fill(nodes, all, ofWorkload);
        var after = used();
        System.out.printf(
                "%,d nodes and %,d pods, half of them with GPUs: %,.1f MiB%n",
                memory.nodes.size(), memory.pods.size(), (after - before) / 1048576.0);
        // Using it once more keeps all that was measured from being collected before it is counted.
        System.out.printf(
                "told again: %d%n", memory.statements.reminders(Map.of()).size());
    }

    private void fill(int nodes, int all, int ofWorkload) {
        for (var i = 0; i < nodes; i++) {
            var node = json.unmarshal(node(i), Node.class);
            otherPods.seen(node);
            tell(NodeFacts.observed(node, "c"));
            this.nodes.put(key(node), node);
        }
        for (var i = 0; i < all; i++) {
            var pod = json.unmarshal(pod(i, i / ofWorkload, i % nodes), Pod.class);
            otherPods.seen(pod);
            tell(PodFacts.observed(pod, "c", new Annotations(Set.of())));
            this.pods.put(key(pod), pod);
        }
    }

    private static String node(int i) {
        return """
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"node-%1$d","uid":"node-uid-%1$d","resourceVersion":"%1$d",
            "labels":{"nvidia.com/gpu.product":"NVIDIA-H100-80GB-HBM3","topology.kubernetes.io/zone":"zone-%2$d",
            "kubernetes.io/hostname":"node-%1$d","kubernetes.io/os":"linux"}},
            "spec":{"taints":[{"key":"nvidia.com/gpu","effect":"NoSchedule"}]},
            "status":{"capacity":{"cpu":"128","memory":"2Ti","nvidia.com/gpu":"8","pods":"110"},
            "allocatable":{"cpu":"127500m","memory":"2040Gi","nvidia.com/gpu":"8","pods":"110"},
            "conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-03-01T11:30:00Z"}],
            "nodeInfo":{"bootID":"boot-%1$d"}}}
            """.formatted(i, i % 6);
    }

    private static String pod(int i, int workload, int node) {
        var gpus = i % 2 == 0 ? ",\"nvidia.com/gpu\":\"2\"" : "";
        return """
            {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"team-%2$d","name":"train-%1$d","uid":"pod-uid-%1$d",
            "resourceVersion":"%1$d","creationTimestamp":"2026-03-01T11:00:00Z",
            "labels":{"app":"train-%3$d","team":"team-%2$d","pod-template-hash":"5d9c-%3$d"},
            "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"train-%3$d-5d9c","controller":true}]},
            "spec":{"nodeName":"node-%4$d","priority":1000,"priorityClassName":"usual","schedulerName":"default-scheduler",
            "nodeSelector":{"nvidia.com/gpu.product":"NVIDIA-H100-80GB-HBM3","example.org/pool":"pool-%3$d"},
            "tolerations":[{"key":"nvidia.com/gpu","operator":"Exists","effect":"NoSchedule"},
            {"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300},
            {"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],
            "containers":[{"name":"main","image":"example.org/train:%3$d","resources":{
            "requests":{"cpu":"16","memory":"128Gi"%5$s},"limits":{"memory":"128Gi"%5$s}}}]},
            "status":{"phase":"Running","startTime":"2026-03-01T11:00:05Z","conditions":[
            {"type":"PodScheduled","status":"True","lastTransitionTime":"2026-03-01T11:00:0%6$dZ"},
            {"type":"Initialized","status":"True","lastTransitionTime":"2026-03-01T11:00:0%6$dZ"},
            {"type":"ContainersReady","status":"True","lastTransitionTime":"2026-03-01T11:01:0%6$dZ"},
            {"type":"Ready","status":"True","lastTransitionTime":"2026-03-01T11:01:0%6$dZ"}]}}
            """.formatted(i, i % 200, workload, node, gpus, i % 10);
    }

    private static String key(HasMetadata object) {
        return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
    }

    private void tell(Optional<ObservedObject> observed) {
        observed.ifPresent(one -> {
            var _ = statements.statements(new ObjectChange(one.object(), observed, 0));
        });
    }

    private static long used() {
        var memory = ManagementFactory.getMemoryMXBean();
        for (var i = 0; i < 3; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }
}
