package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.simulated.Fault.Throttle.Reason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/// This knows until when a GPU suffers from what. Each is an instant that passes by itself, so none has to be taken
/// back.
final class Ailments {
    private static final long FOREVER = Long.MAX_VALUE;

    private final Map<Reason, Long> throttledUntil = new EnumMap<>(Reason.class);
    private final Map<Integer, Long> linkDownUntil = new TreeMap<>();
    private long lostUntil;
    private long hungUntil;
    private long driverBackAt;

    void throttle(Reason reason, long from, Duration duration) {
        throttledUntil.put(reason, from + duration.toNanos());
    }

    void linkDown(int link, long from, Optional<Duration> duration) {
        linkDownUntil.put(link, end(from, duration));
    }

    void hang(long from, Optional<Duration> duration) {
        hungUntil = end(from, duration);
    }

    void release() {
        hungUntil = 0;
    }

    void lose(long from, Optional<Duration> duration) {
        lostUntil = end(from, duration);
    }

    void bringBack() {
        lostUntil = 0;
    }

    void unloadDriver(long from, Duration duration) {
        driverBackAt = from + duration.toNanos();
    }

    List<Reason> throttling(long at) {
        return throttledUntil.entrySet().stream()
                .filter(throttle -> throttle.getValue() > at)
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean linkUp(int link, long at) {
        return linkDownUntil.getOrDefault(link, 0L) <= at;
    }

    boolean lost(long at) {
        return at < lostUntil;
    }

    boolean hung(long at) {
        return at < hungUntil;
    }

    /// Whether no work can run, as the GPU or its driver is away.
    boolean away(long at) {
        return lost(at) || at < driverBackAt;
    }

    /// The first instant after this one at which something passes that changes what the GPU counts.
    long nextEnd(long at) {
        var throttles = throttledUntil.values().stream().mapToLong(Long::longValue);
        return LongStream.concat(throttles, LongStream.of(lostUntil, driverBackAt))
                .filter(end -> end > at)
                .min()
                .orElse(FOREVER);
    }

    private static long end(long from, Optional<Duration> duration) {
        return duration.map(length -> from + length.toNanos()).orElse(FOREVER);
    }
}
