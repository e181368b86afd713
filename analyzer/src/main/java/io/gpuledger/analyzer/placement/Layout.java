package io.gpuledger.analyzer.placement;

import java.util.Locale;

/// How the pods of a workload lay within an hour: on as few nodes as hold so many GPUs, or on more.
public enum Layout {
    PACKED,
    SPREAD;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }

    /// @param nodes on how many it was
    /// @param least on how many it could have been
    static Layout of(int nodes, int least) {
        return nodes <= least ? PACKED : SPREAD;
    }
}
