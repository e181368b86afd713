package io.gpuledger.analyzer.latency;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How many GPUs a pod asks for, as that makes it wait. An instance of a GPU counts as one.
public enum Size {
    ONE("1", 1),
    FEW("2-4", 4),
    NODE("5-8", 8),
    MORE(">8", Long.MAX_VALUE);

    public static final List<Size> ALL = List.of(values());

    private final String word;
    private final long most;

    Size(String word, long most) {
        this.word = word;
        this.most = most;
    }

    public String word() {
        return word;
    }

    /// Returns nothing where it is not known how many they are, as of a claim on devices.
    public static Optional<Size> of(long gpus) {
        return gpus <= 0
                ? Optional.empty()
                : Stream.of(values()).filter(size -> gpus <= size.most).findFirst();
    }
}
