package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.Pace;
import java.time.Duration;

/// How often DCGM is to look at what.
record Intervals(Duration fast, Duration slow) {
    /// A value may speak for a gauge for so many intervals.
    private static final int INTERVALS_A_VALUE_SPEAKS_FOR = 3;

    Duration of(Pace pace) {
        return switch (pace) {
            case FAST -> fast;
            case SLOW -> slow;
        };
    }

    Duration longestAge(Pace pace) {
        return of(pace).multipliedBy(INTERVALS_A_VALUE_SPEAKS_FOR);
    }
}
