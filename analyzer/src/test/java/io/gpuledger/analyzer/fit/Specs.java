package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Pods and nodes of which a test says only what matters to it. Each method returns another one, with that
/// changed.
public final class Specs {
    public static final String GPU = "nvidia.com/gpu";

    /// A node with eight GPUs, all of them free.
    public record Node(
            boolean cordoned,
            List<Taint> taints,
            Map<String, String> labels,
            Map<String, Long> has,
            Map<String, Long> taken) {
        public static final Node FREE =
                new Node(false, List.of(), Map.of(), Map.of(GPU, 8L, "cpu", 64_000L, "pods", 110L), Map.of("pods", 3L));

        public Node cordon() {
            return new Node(true, taints, labels, has, taken);
        }

        public Node taint(String key, String value, String effect) {
            var more = new ArrayList<>(taints);
            more.add(new Taint(key, value, effect));
            return new Node(cordoned, more, labels, has, taken);
        }

        public Node label(String name, String value) {
            var more = new TreeMap<>(labels);
            more.put(LabelName.normal(name), value);
            return new Node(cordoned, taints, more, has, taken);
        }

        public Node has(String resource, long amount) {
            var other = new TreeMap<>(has);
            other.put(resource, amount);
            return new Node(cordoned, taints, labels, other, taken);
        }

        public Node take(String resource, long amount) {
            var more = new TreeMap<>(taken);
            more.put(resource, amount);
            return new Node(cordoned, taints, labels, has, more);
        }

        public Place place() {
            return place("node-1");
        }

        public Place place(String name, Resident... residents) {
            var state = new NodeState(
                    true,
                    cordoned,
                    taints,
                    new TreeMap<>(has),
                    new TreeMap<>(has),
                    new TreeMap<>(labels),
                    Optional.empty());
            return new Place(name, state, new TreeMap<>(taken), List.of(residents));
        }
    }

    private Specs() {}

    /// Returns a pod that asks for one GPU and nothing else.
    public static Ask pod() {
        return asks(Map.of(GPU, 1L));
    }

    public static Ask asks(Map<String, Long> requests) {
        return new Ask(Optional.empty(), new TreeMap<>(requests), new TreeMap<>(), Optional.empty(), List.of());
    }

    public static Ask tolerating(Toleration... tolerations) {
        return new Ask(Optional.empty(), pod().requests(), new TreeMap<>(), Optional.empty(), List.of(tolerations));
    }

    public static Ask selecting(SortedMap<String, String> labels) {
        return new Ask(Optional.empty(), pod().requests(), labels, Optional.empty(), List.of());
    }

    public static Ask with(Term... terms) {
        return new Ask(Optional.empty(), pod().requests(), new TreeMap<>(), Optional.of(List.of(terms)), List.of());
    }

    public static Ask named(String node) {
        return new Ask(Optional.of(node), pod().requests(), new TreeMap<>(), Optional.empty(), List.of());
    }

    public static Ask in(Company company) {
        return ask(List.of(), company, List.of(), List.of(), Ask.DEFAULT_SCHEDULER, List.of());
    }

    public static Ask onPorts(HostPort... ports) {
        return ask(List.of(ports), Company.NONE, List.of(), List.of(), Ask.DEFAULT_SCHEDULER, List.of());
    }

    public static Ask mounting(List<Mount> mounts) {
        var company = new Company("lab", new TreeMap<>(), List.of(), List.of(), List.of());
        return ask(List.of(), company, mounts, List.of(), Ask.DEFAULT_SCHEDULER, List.of());
    }

    public static Ask using(DeviceUse... devices) {
        var company = new Company("lab", new TreeMap<>(), List.of(), List.of(), List.of());
        return ask(List.of(), company, List.of(), List.of(devices), Ask.DEFAULT_SCHEDULER, List.of());
    }

    public static Ask gated(String... gates) {
        return ask(List.of(), Company.NONE, List.of(), List.of(), Ask.DEFAULT_SCHEDULER, List.of(gates));
    }

    public static Ask scheduledBy(String scheduler) {
        return ask(List.of(), Company.NONE, List.of(), List.of(), scheduler, List.of());
    }

    private static Ask ask(
            List<HostPort> ports,
            Company company,
            List<Mount> mounts,
            List<DeviceUse> devices,
            String scheduler,
            List<String> gates) {
        return new Ask(
                Optional.empty(),
                pod().requests(),
                new TreeMap<>(),
                Optional.empty(),
                List.of(),
                ports,
                company,
                mounts,
                devices,
                scheduler,
                gates,
                List.of());
    }
}
