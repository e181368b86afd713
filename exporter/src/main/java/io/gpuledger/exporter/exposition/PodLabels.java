package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Pods.Pod;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// What of a pod stands on dcgm-compatible series beside its name, by dcgm-exporter's switches.
///
/// @param allowed which labels, by their keys; all where none is named
record PodLabels(boolean uid, boolean labels, List<Pattern> allowed) {
    static final PodLabels NONE = new PodLabels(false, false, List.of());

    static final Setting<Boolean> UID = Setting.onOff(
                    "kubernetes-enable-pod-uid",
                    "Puts pod_uid on dcgm-compatible series; the API server is asked for the node's pods.")
            .alsoVariables("DCGM_EXPORTER_KUBERNETES_ENABLE_POD_UID");
    static final Setting<Boolean> LABELS = Setting.onOff(
                    "kubernetes-enable-pod-labels",
                    "Puts a pod's labels on dcgm-compatible series; the API server is asked for the node's pods.")
            .alsoVariables("DCGM_EXPORTER_KUBERNETES_ENABLE_POD_LABELS");
    static final Setting<List<Pattern>> ALLOWED = Setting.list(
                    "kubernetes-pod-label-allowlist-regex",
                    "REGEX,...",
                    "Which of a pod's labels are shown, by parts of their keys. Left out: all.",
                    PodLabels::patterns)
            .alsoVariables("DCGM_EXPORTER_KUBERNETES_POD_LABEL_ALLOWLIST_REGEX");

    static final List<Setting<?>> ALL = List.of(UID, LABELS, ALLOWED);

    private static final String PREFIX = "pod_label_";
    /// What else may stand on the same series. Fields that the counters file makes labels begin with `DCGM_`.
    private static final Set<String> TAKEN = Set.of(
            "gpu",
            "UUID",
            "uuid",
            "pci_bus_id",
            "device",
            "modelName",
            "GPU_I_PROFILE",
            "GPU_I_ID",
            "GPU_CI_ID",
            "hostname",
            "Hostname",
            "container",
            "namespace",
            "pod",
            "pod_uid",
            "container_name",
            "pod_namespace",
            "pod_name",
            "hpc_job",
            "err_code",
            "err_msg",
            "xid",
            "window_size_in_ms",
            "clock_event");

    static PodLabels from(Settings settings) {
        return new PodLabels(
                settings.get(UID), settings.get(LABELS), settings.find(ALLOWED).orElse(List.of()));
    }

    private static List<Pattern> patterns(String text) {
        try {
            return Stream.of(text.split(",", -1))
                    .map(String::strip)
                    .filter(regex -> !regex.isEmpty())
                    .map(Pattern::compile)
                    .toList();
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("must be regular expressions: " + e.getDescription(), e);
        }
    }

    /// Returns the labels by names that Prometheus allows. Where two become the same, the first by its key stays.
    SortedMap<String, String> of(Pod pod) {
        var named = new TreeMap<String, String>();
        if (labels) {
            new TreeMap<>(pod.labels())
                    .entrySet().stream()
                            .filter(label -> isAllowed(label.getKey()))
                            .forEach(label -> named.putIfAbsent(name(label), label.getValue()));
        }
        return named;
    }

    private boolean isAllowed(String key) {
        return allowed.isEmpty()
                || allowed.stream().anyMatch(regex -> regex.matcher(key).find());
    }

    private static String name(Map.Entry<String, String> label) {
        var name = label.getKey().replaceAll("[^a-zA-Z0-9_]", "_");
        return TAKEN.contains(name) || name.startsWith("DCGM_") || Character.isDigit(name.charAt(0))
                ? PREFIX + name
                : name;
    }
}
