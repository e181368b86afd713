package io.gpuledger.simulator.truth;

import java.util.Locale;

/// Why a unit that nobody holds is of no use to the pods that are expected. A story has no other reasons than these.
public enum Cause {
    HOST_CPU,
    HOST_MEMORY,
    HOST_OTHER,
    MIG_REMAINDER,
    FRAGMENTED,
    SKU_MISMATCH,
    TAINT_MISMATCH,
    TOPOLOGY;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
