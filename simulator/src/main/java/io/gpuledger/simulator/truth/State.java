package io.gpuledger.simulator.truth;

import java.util.Locale;

/// The account that a part of a second stands in.
public enum State {
    UNHEALTHY,
    UNOBSERVED,
    STARTING,
    IDLE,
    USED,
    UNDERUSED,
    WITHHELD,
    STRANDED,
    FREE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
