package io.gpuledger.analyzer.health.watch;

import java.time.Duration;

/// How long nothing may come of a unit. It is the time that passes for whoever watches, as what comes may be of a time
/// that is long over.
///
/// @param silence until what only readings can say is not known any more
/// @param gone until the unit is not there any more
public record Patience(Duration silence, Duration gone) {
    public static final Patience USUAL = new Patience(Duration.ofHours(1), Duration.ofDays(7));
}
