package io.gpuledger.exporter.device;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Why a GPU's clocks are not at their highest, as NVML tells it in bits of one number.
public enum ClockEvent {
    GPU_IDLE(0x1),
    CLOCKS_SETTING(0x2),
    POWER_CAP(0x4),
    HW_SLOWDOWN(0x8),
    SYNC_BOOST(0x10),
    SW_THERMAL(0x20),
    HW_THERMAL(0x40),
    HW_POWER_BRAKE(0x80),
    DISPLAY_CLOCKS(0x100);

    private final long bit;
    private final String word = name().toLowerCase(Locale.ROOT);

    ClockEvent(long bit) {
        this.bit = bit;
    }

    public long bit() {
        return bit;
    }

    public String word() {
        return word;
    }

    /// Returns those whose bit is set in a reading of [Quantity#CLOCK_EVENTS].
    public static Set<ClockEvent> in(double reading) {
        return Stream.of(values())
                .filter(event -> ((long) reading & event.bit()) != 0)
                .collect(Collectors.toUnmodifiableSet());
    }
}
