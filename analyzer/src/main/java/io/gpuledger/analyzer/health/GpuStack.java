package io.gpuledger.analyzer.health;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;

/// Says which parts of a node's GPU software are not well, from what Kubernetes tells of the node and of the
/// pods of that software on it.
///
/// - A pod of the software whose containers are not all ready.
/// - The GPU operator's labels: its MIG manager has failed, or its upgrade of the driver has.
/// - The kubelet offers fewer GPUs than the node has: its device plugin calls some of them unhealthy.
/// - Conditions of other watchers (node-problem-detector, NVSentinel) that name a GPU and are true.
public final class GpuStack {
    private static final Map<String, String> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("nvidia-driver", "driver");
        PARTS.put("nvidia-container-toolkit", "container toolkit");
        PARTS.put("nvidia-device-plugin", "device plugin");
        PARTS.put("gpu-feature-discovery", "feature discovery");
        PARTS.put("nvidia-mig-manager", "MIG manager");
        PARTS.put("nvidia-operator-validator", "validator");
        PARTS.put("nvidia-dcgm-exporter", "DCGM exporter");
        PARTS.put("dcgm-exporter", "DCGM exporter");
        PARTS.put("nvidia-dcgm", "DCGM");
        PARTS.put("gpu-exporter", "GPU exporter");
    }

    private static final String MIG_STATE = "nvidia_com_mig_config_state";
    private static final String UPGRADE_STATE = "nvidia_com_gpu_driver_upgrade_state";
    private static final String FAILED = "failed";
    private static final String CAPACITY = "capacity.";
    private static final String ALLOCATABLE = "allocatable.";
    private static final String CONDITION = "condition.";
    private static final String CONTAINERS_READY = "ContainersReady";
    private static final Pattern OF_A_GPU = Pattern.compile("(?i)gpu|nvidia|nvlink|nvswitch|xid");

    private GpuStack() {}

    /// Returns the parts that a node itself tells of, each as its name, a colon and what is wrong with it.
    ///
    /// @param attributes what is told of the node, by the names of [io.gpuledger.analyzer.cluster.Attribute]
    /// @param labels its labels, by their normal names
    public static List<String> ofNode(SortedMap<String, String> attributes, Map<String, String> labels) {
        var ailing = new ArrayList<String>();
        Optional.ofNullable(labels.get(MIG_STATE))
                .filter(FAILED::equals)
                .ifPresent(_ -> ailing.add("MIG manager: it could not cut the GPUs as it was told to"));
        Optional.ofNullable(labels.get(UPGRADE_STATE))
                .filter(state -> state.endsWith(FAILED))
                .ifPresent(state -> ailing.add("driver: its upgrade is in the state `" + state + "`"));
        attributes.forEach((name, value) -> {
            if (name.startsWith(CAPACITY)) {
                offered(name.substring(CAPACITY.length()), value, attributes).ifPresent(ailing::add);
            } else if (name.startsWith(CONDITION)
                    && value.equals("true")
                    && OF_A_GPU.matcher(name).find()) {
                ailing.add(condition(name.substring(CONDITION.length()), attributes));
            }
        });
        return ailing;
    }

    private static Optional<String> offered(String resource, String value, SortedMap<String, String> attributes) {
        var allocatable = attributes.get(ALLOCATABLE + resource);
        if (allocatable == null || !isSmaller(allocatable, value)) {
            return Optional.empty();
        }
        return Optional.of("device plugin: the kubelet offers %s of %s %s".formatted(allocatable, value, resource));
    }

    private static boolean isSmaller(String some, String all) {
        return some.matches("[0-9]{1,9}")
                && all.matches("[0-9]{1,9}")
                && Integer.parseInt(some) < Integer.parseInt(all);
    }

    private static String condition(String type, SortedMap<String, String> attributes) {
        var message = Optional.ofNullable(attributes.get("message." + type))
                .or(() -> Optional.ofNullable(attributes.get("reason." + type)))
                .filter(words -> !words.isBlank());
        return "condition " + type + ": " + message.orElse("it is true");
    }

    /// Returns what is wrong with a pod of the GPU software, if anything is.
    ///
    /// @param owner who made the pod, as `DaemonSet/nvidia-dcgm-exporter`
    public static Optional<String> ofPod(String pod, String owner, SortedMap<String, String> attributes) {
        var set = owner.substring(owner.indexOf('/') + 1);
        return PARTS.entrySet().stream()
                .filter(part -> set.startsWith(part.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .filter(_ -> isUnready(attributes))
                .map(part -> part + ": its pod " + pod + " is not ready"
                        + Optional.ofNullable(attributes.get("message." + CONTAINERS_READY))
                                .map(words -> ", " + words)
                                .orElse(""));
    }

    /// Whoever tells nothing of its containers, as kube-state-metrics while they are not ready, tells of the pod.
    private static boolean isUnready(SortedMap<String, String> attributes) {
        var containers = attributes.get(CONDITION + CONTAINERS_READY);
        return "false".equals(containers == null ? attributes.get(CONDITION + "Ready") : containers);
    }
}
