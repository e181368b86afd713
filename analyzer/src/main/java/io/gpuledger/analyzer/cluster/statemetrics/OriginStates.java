package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.cluster.PreferredOrigin.About;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// All that is told the same way: by one page, or by all senders. Who touches any of it holds its monitor.
final class OriginStates {
    private record Key(String cluster, About about, String origin) {}

    private final PreferredOrigin preferred;
    private final EndRule ending;
    private final Optional<String> origin;
    private final AtomicLong epoch;
    private final Map<Key, OriginState> states = new HashMap<>();

    /// @param origin who says it, whatever series say of that
    /// @param epoch another one after something was lost that had been passed on
    OriginStates(PreferredOrigin preferred, EndRule ending, Optional<String> origin, AtomicLong epoch) {
        this.preferred = preferred;
        this.ending = ending;
        this.origin = origin;
        this.epoch = epoch;
    }

    long epoch() {
        return epoch.get();
    }

    OriginState of(String cluster, About about, String byLabels) {
        var who = origin.orElse(byLabels);
        return states.computeIfAbsent(
                new Key(cluster, about, who),
                key -> new OriginState(key.cluster(), key.about(), key.origin(), ending, preferred));
    }
}
