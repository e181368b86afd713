package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.latency.Size;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Pods can be told apart by each of these.
public enum PodDimension {
    CLUSTER,
    TEAM,
    NAMESPACE,
    SKU,
    SIZE;

    public static final List<PodDimension> ALL = List.of(values());

    private static final Map<String, PodDimension> BY_WORD =
            ALL.stream().collect(Collectors.toUnmodifiableMap(PodDimension::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);

    /// Returns its name in questions and answers.
    public String word() {
        return word;
    }

    public static Optional<PodDimension> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    /// Returns what a pod has of it, if it has that.
    public Optional<String> of(SeenPod pod) {
        return switch (this) {
            case CLUSTER -> Optional.of(pod.cluster());
            case TEAM -> Optional.of(pod.team());
            case NAMESPACE -> Optional.of(pod.namespace());
            case SKU -> pod.sku();
            case SIZE -> pod.size().map(Size::word);
        };
    }
}
