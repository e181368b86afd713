package io.gpuledger.exporter.device;

import java.time.Instant;
import java.util.Locale;

/// An event that is no XID.
public record Incident(String uuid, Kind kind, Instant at) implements DeviceEvent {
    public enum Kind {
        SINGLE_BIT_ECC_ERROR,
        DOUBLE_BIT_ECC_ERROR,
        MIG_CONFIG_CHANGE,
        GPU_UNAVAILABLE,
        RECOVERY_ACTION_CHANGE;

        private final String word = name().toLowerCase(Locale.ROOT);

        public String word() {
            return word;
        }
    }
}
