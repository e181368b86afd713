package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.device.ClockEvent;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What dcgm-exporter counts itself, from one snapshot to the next: XIDs and clock events, in all and lately.
final class Events {
    private final Duration pace;
    private final RecentCounts<Integer> xids;
    private final RecentCounts<ClockEvent> clockSamples;
    private final Map<String, SortedMap<ClockEvent, Long>> clockBegun = new HashMap<>();
    private final Map<String, SortedMap<ClockEvent, Long>> clockSampled = new HashMap<>();
    private final Map<String, Set<ClockEvent>> clockNow = new HashMap<>();
    private Map<String, SortedMap<ClockEvent, Long>> clockSamplesUntilNow = Map.of();
    private Instant nextSample = Instant.MIN;

    Events(EventSettings settings) {
        this.pace = settings.pace();
        this.xids = new RecentCounts<>(settings.xidWindow());
        this.clockSamples = new RecentCounts<>(settings.clockEventsWindow());
    }

    void take(Snapshot snapshot) {
        xids.take(
                snapshot.at(),
                snapshot.gpus().stream()
                        .collect(Collectors.toMap(
                                Events::uuid, gpu -> gpu.happened().xids())));
        takeClocks(snapshot);
        clockSamples.take(snapshot.at(), clockSamplesUntilNow);
    }

    private void takeClocks(Snapshot snapshot) {
        var sampled = !snapshot.at().isBefore(nextSample);
        for (var gpu : snapshot.gpus()) {
            // Of a GPU that cannot be read nothing is known, so nothing begins and nothing ends.
            gpu.readings().value(Quantity.CLOCK_EVENTS).ifPresent(reading -> takeClocks(uuid(gpu), reading, sampled));
        }
        if (sampled) {
            clockSamplesUntilNow = copy(clockSampled);
            nextSample = snapshot.at().plus(pace);
        }
    }

    private void takeClocks(String uuid, double reading, boolean sampled) {
        var events = ClockEvent.in(reading);
        var before = Optional.ofNullable(clockNow.put(uuid, events)).orElse(Set.of());
        count(clockBegun, uuid, events.stream().filter(event -> !before.contains(event)));
        count(clockSampled, uuid, events.stream().filter(_ -> sampled));
    }

    private static void count(
            Map<String, SortedMap<ClockEvent, Long>> counts, String uuid, Stream<ClockEvent> happened) {
        var counted = counts.computeIfAbsent(uuid, _ -> new TreeMap<>());
        happened.forEach(event -> counted.merge(event, 1L, Long::sum));
    }

    private static Map<String, SortedMap<ClockEvent, Long>> copy(Map<String, SortedMap<ClockEvent, Long>> counts) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new TreeMap<>(entry.getValue())));
    }

    private static String uuid(GpuState gpu) {
        return gpu.device().uuid();
    }

    RecentCounts<Integer> xids() {
        return xids;
    }

    /// Samples in which a clock event was on, one each [EventSettings#pace].
    RecentCounts<ClockEvent> clockSamples() {
        return clockSamples;
    }

    /// How often each clock event has begun.
    SortedMap<ClockEvent, Long> clockEventsBegun(String uuid) {
        return Collections.unmodifiableSortedMap(clockBegun.getOrDefault(uuid, new TreeMap<>()));
    }
}
