package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Voices;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// All that is told the same way: by one page, or by all senders. Who touches any of it holds its monitor.
final class Tellings {
    private record Key(String cluster, String origin) {}

    private final Voices voices;
    private final Ending ending;
    private final Optional<String> origin;
    private final AtomicLong epoch;
    private final Map<Key, Telling> tellings = new HashMap<>();

    /// @param origin who says it, whatever series say of that
    /// @param epoch another one after something was lost that had been passed on
    Tellings(Voices voices, Ending ending, Optional<String> origin, AtomicLong epoch) {
        this.voices = voices;
        this.ending = ending;
        this.origin = origin;
        this.epoch = epoch;
    }

    long epoch() {
        return epoch.get();
    }

    Telling of(String cluster, String byLabels) {
        var who = origin.orElse(byLabels);
        return tellings.computeIfAbsent(
                new Key(cluster, who), key -> new Telling(key.cluster(), key.origin(), ending, voices));
    }
}
