package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.OptionalLong;

/// A pod that may hold units, and what is known of it.
///
/// @param started when its node took it in, where that is known
/// @param ended when it was over
/// @param idleAfter the length from which on a quiet run of this pod counts as idle; there is no value while the pod is
///     never idle
/// @param isPlaceholder whether it only keeps room for others: what it holds is withheld, and has no owner
public record Tenant(
        Owner owner, OptionalLong started, OptionalLong ended, Timeline<Duration> idleAfter, boolean isPlaceholder) {
    public static final Duration IDLE_AFTER = Duration.ofMinutes(30);

    /// Returns a pod of which nothing is known but that it holds something.
    public static Tenant unknown(Owner owner) {
        return new Tenant(owner, OptionalLong.empty(), OptionalLong.empty(), Timeline.always(IDLE_AFTER), false);
    }
}
