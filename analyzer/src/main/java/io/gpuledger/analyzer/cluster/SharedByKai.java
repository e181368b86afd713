package io.gpuledger.analyzer.cluster;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;

/// How KAI-Scheduler says that pods share a GPU. A reservation pod of its own has the whole GPU, as the kubelet
/// sees it. That pod and those that have parts of the GPU carry the name of the same group as a label: those that
/// share several GPUs carry one such label a GPU. How large its part of each of them is, a pod says by an
/// annotation. https://github.com/NVIDIA/KAI-Scheduler/tree/main/docs/gpu-sharing
///
/// All names are in their normal form ([LabelName#normal]).
public final class SharedByKai {
    private static final String GROUP = "runai_gpu_group";
    private static final String RESERVATION = "gpu-reservation";

    /// The namespaces in which KAI-Scheduler makes its reservation pods, by default and before version 0.6. Whoever
    /// may make pods elsewhere could call his own so, and have others pay for his GPUs.
    private static final Set<String> NAMESPACES = Set.of("kai-resource-reservation", "runai-reservation");

    private static final String FRACTION = "gpu_fraction";
    /// The value is a number of MiB.
    private static final String MEMORY = "gpu_memory";

    /// A reservation pod says by this which GPU it has: the value is the GPU's UUID.
    private static final String RESERVED = "run_ai_reserve_for_gpu_index";

    private static final double MEBIBYTE = 1 << 20;

    private SharedByKai() {}

    /// Says whether it is an annotation that matters here.
    static boolean contains(String annotation) {
        return annotation.equals(FRACTION) || annotation.equals(MEMORY) || annotation.equals(RESERVED);
    }

    /// Says whether labels that are written as [Pairs] name a group. Pods without one are many, so that they are not
    /// read for that.
    public static boolean isInGroup(String labels) {
        return labels.contains('"' + GROUP);
    }

    /// Says the same of labels by their names in Kubernetes.
    public static boolean isInGroup(Collection<String> labels) {
        return labels.stream().anyMatch(label -> LabelName.normal(label).startsWith(GROUP));
    }

    /// Returns the names of the groups that labels name.
    public static Collection<String> groups(SortedMap<String, String> labels) {
        return labels.tailMap(GROUP).entrySet().stream()
                .takeWhile(label -> label.getKey().startsWith(GROUP))
                .map(label -> label.getValue())
                .distinct()
                .toList();
    }

    /// Says whether a pod of a group has the GPU for the others.
    public static boolean isReservation(String namespace, String pod) {
        return NAMESPACES.contains(namespace) && pod.startsWith(RESERVATION);
    }

    /// Returns the UUID of the GPU that a reservation pod with these annotations has, where it says that.
    public static Optional<String> reserved(SortedMap<String, String> annotations) {
        return Optional.ofNullable(annotations.get(RESERVED));
    }

    /// Returns which part of a GPU a pod with these annotations has, where it says that.
    ///
    /// @param memory of the GPU in bytes
    public static OptionalDouble part(SortedMap<String, String> annotations, OptionalDouble memory) {
        var fraction = number(annotations.getOrDefault(FRACTION, ""));
        if (fraction.isPresent() || memory.isEmpty()) {
            return fraction;
        }
        var mebibytes = number(annotations.getOrDefault(MEMORY, ""));
        return mebibytes.isPresent()
                ? OptionalDouble.of(mebibytes.getAsDouble() * MEBIBYTE / memory.getAsDouble())
                : mebibytes;
    }

    /// Anybody may write an annotation: what is no number above zero says nothing.
    private static OptionalDouble number(String text) {
        try {
            var number = Double.parseDouble(text);
            return number > 0 && Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }
}
