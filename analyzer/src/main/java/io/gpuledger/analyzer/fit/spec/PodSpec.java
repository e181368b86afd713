package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Company;
import io.gpuledger.analyzer.fit.DeviceUse;
import io.gpuledger.analyzer.fit.HostPort;
import io.gpuledger.analyzer.fit.Mount;
import io.gpuledger.analyzer.fit.Toleration;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads a pod's spec into an [Ask], with the defaults that the API server would have filled in. What it does
/// not know it passes over; what it needs and cannot read makes the whole unknown, as half an ask would be a
/// wrong one.
public final class PodSpec {
    private static final int TOLERATIONS_MAX = 20_000;
    static final int CONTAINERS_MAX = 2_000;
    private static final int ITEMS_MAX = 1_000;
    /// What stands in a volume where the scheduler compares it with those of other pods.
    private static final List<String> DISKS = List.of("gcePersistentDisk", "awsElasticBlockStore", "rbd", "iscsi");

    private final String namespace;
    private final String pod;
    private final SortedMap<String, String> labels;
    private final Optional<Map<String, String>> madeClaims;

    private PodSpec(
            String namespace, String pod, SortedMap<String, String> labels, Optional<Map<String, String>> madeClaims) {
        this.namespace = namespace;
        this.pod = pod;
        this.labels = labels;
        this.madeClaims = madeClaims;
    }

    /// Reads a spec.
    ///
    /// @param pod the pod's name, which its ephemeral claims are named after
    /// @param labels the pod's labels, by their names in Kubernetes or by their normal ones
    /// @param json its spec: no text whatever makes this throw anything
    public static SpecReading read(String namespace, String pod, Map<String, String> labels, String json) {
        return read(namespace, pod, labels, Optional.empty(), json);
    }

    /// Reads the spec of a pod that is there.
    ///
    /// @param madeClaims by what the pod calls its claims on devices, the names of those that were made for it;
    ///     an empty name where it needs none
    public static SpecReading read(
            String namespace, String pod, Map<String, String> labels, Map<String, String> madeClaims, String json) {
        return read(namespace, pod, labels, Optional.of(madeClaims), json);
    }

    private static SpecReading read(
            String namespace,
            String pod,
            Map<String, String> labels,
            Optional<Map<String, String>> madeClaims,
            String json) {
        var normal = new TreeMap<String, String>();
        labels.forEach((name, value) -> normal.put(LabelName.normal(name), value));
        try {
            return new Known(new PodSpec(namespace, pod, normal, madeClaims).ask(new Part("", Tree.of(json))));
        } catch (UnreadableException e) {
            return new Unknown(List.of(e.why()));
        }
    }

    private Ask ask(Part spec) throws UnreadableException {
        var affinity = new AffinityReader(namespace, labels);
        return new Ask(
                Optional.of(spec.text("nodeName", "")).filter(name -> !name.isEmpty()),
                ResourcesReader.of(spec, CONTAINERS_MAX).requests(),
                spec.pairs("nodeSelector"),
                affinity.ofNodes(spec),
                tolerations(spec),
                ports(spec),
                new Company(
                        namespace,
                        labels,
                        new SpreadReader(labels).of(spec),
                        affinity.ofPods(spec, "podAffinity"),
                        affinity.ofPods(spec, "podAntiAffinity")),
                mounts(spec),
                devices(spec),
                Optional.of(spec.text("schedulerName", ""))
                        .filter(name -> !name.isEmpty())
                        .orElse(Ask.DEFAULT_SCHEDULER),
                gates(spec),
                unjudged(spec));
    }

    private static List<Toleration> tolerations(Part spec) throws UnreadableException {
        var all = new ArrayList<Toleration>();
        for (var one : spec.items("tolerations", TOLERATIONS_MAX)) {
            var exists = switch (one.text("operator", "")) {
                case "", "Equal" -> false;
                case "Exists" -> true;
                default -> throw one.not("a toleration of a known operator");
            };
            all.add(new Toleration(one.text("key", ""), exists, one.text("value", ""), one.text("effect", "")));
        }
        return all;
    }

    /// A pod in the network of its node has all its ports there.
    private static List<HostPort> ports(Part spec) throws UnreadableException {
        var all = new ArrayList<HostPort>();
        var isOnHost = spec.flag("hostNetwork");
        for (var container : spec.items("containers", CONTAINERS_MAX)) {
            for (var port : container.items("ports", ITEMS_MAX)) {
                var number = port.whole("hostPort", isOnHost ? port.whole("containerPort", 0) : 0);
                if (number > 0) {
                    all.add(new HostPort(address(port), port.text("protocol", "TCP"), number));
                }
            }
        }
        return all;
    }

    private static String address(Part port) throws UnreadableException {
        var address = port.text("hostIP", "");
        return address.isEmpty() ? HostPort.ANY : address;
    }

    private List<Mount> mounts(Part spec) throws UnreadableException {
        var all = new ArrayList<Mount>();
        for (var volume : spec.items("volumes", ITEMS_MAX)) {
            var claim = volume.member("persistentVolumeClaim");
            if (claim.isPresent()) {
                all.add(new Mount(claim.get().text("claimName"), false));
            } else if (volume.member("ephemeral").isPresent()) {
                all.add(new Mount(pod + "-" + volume.text("name"), true));
            }
        }
        return all;
    }

    private static List<String> gates(Part spec) throws UnreadableException {
        var all = new ArrayList<String>();
        for (var gate : spec.items("schedulingGates", ITEMS_MAX)) {
            all.add(gate.text("name"));
        }
        return all;
    }

    /// A claim that is named is that. One that is made for the pod has a name of its own, which the pod's
    /// status tells.
    private List<DeviceUse> devices(Part spec) throws UnreadableException {
        var all = new ArrayList<DeviceUse>();
        for (var use : spec.items("resourceClaims", ITEMS_MAX)) {
            var name = use.text("name");
            var named = use.member("resourceClaimName");
            if (named.isPresent()) {
                all.add(new DeviceUse(
                        named.get().text(), Optional.of(named.get().text())));
            } else if (madeClaims.isPresent() && isMade(use)) {
                var made = Optional.ofNullable(madeClaims.get().get(name));
                if (made.filter(String::isEmpty).isEmpty()) {
                    all.add(new DeviceUse(name, made));
                }
            }
        }
        return all;
    }

    private static boolean isMade(Part use) throws UnreadableException {
        return use.member("resourceClaimTemplateName").isPresent();
    }

    private List<String> unjudged(Part spec) throws UnreadableException {
        var all = new ArrayList<String>();
        for (var use : spec.items("resourceClaims", ITEMS_MAX)) {
            if (use.member("resourceClaimName").isEmpty() && (madeClaims.isEmpty() || !isMade(use))) {
                all.add("the devices of its claim " + Shortened.of(use.text("name")));
            }
        }
        for (var volume : spec.items("volumes", ITEMS_MAX)) {
            for (var disk : DISKS) {
                if (volume.member(disk).isPresent()) {
                    all.add("whether others use its %s %s".formatted(disk, Shortened.of(volume.text("name", ""))));
                }
            }
        }
        return all;
    }
}
