package io.gpuledger.analyzer.telemetry;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Names the kinds of things, other than units, that facts are about.
public enum Kind {
    NODE,
    POD,
    NAMESPACE,
    RESOURCE_QUOTA,
    PRIORITY_CLASS,
    /// A controller stands between a pod and its workload, or is the workload; its name has its own kind before it:
    /// `ReplicaSet/web-5d9c`.
    CONTROLLER,
    /// A page that is scraped; its name is its URL.
    TARGET,
    /// This and the next two are objects of Kueue.
    CLUSTER_QUEUE,
    LOCAL_QUEUE,
    WORKLOAD,
    /// All pods together that are on a node and ask for no GPUs; the name is the node's.
    OTHER_PODS;

    private static final Map<String, Kind> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Kind::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);

    public static Optional<Kind> ofWord(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    /// Returns its name in the spool and in the database.
    public String word() {
        return word;
    }
}
