package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.discovery.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What is known of a target, as of its last scrape.
///
/// @param lastError why there is no page, or why it was not stored
/// @param bytes of its page
/// @param skew how far its clock is ahead of ours, where it says its time
/// @param duplicates how often it was found besides
public record TargetState(
        Target target,
        Health health,
        Optional<Instant> lastScrape,
        Duration lastDuration,
        Optional<String> lastError,
        long samples,
        long ignored,
        long problems,
        Optional<String> firstProblem,
        int series,
        long bytes,
        Optional<Duration> skew,
        int duplicates) {
    /// Whether its page was to be had.
    public enum Health {
        UNKNOWN,
        UP,
        DOWN
    }

    /// Beyond it, what it says of its time is not to be believed: `Date` is to the second, and answers take theirs.
    private static final Duration SKEW_MAX = Duration.ofSeconds(30);

    static TargetState unknown(Target target) {
        return new TargetState(
                target,
                Health.UNKNOWN,
                Optional.empty(),
                Duration.ZERO,
                Optional.empty(),
                0,
                0,
                0,
                Optional.empty(),
                0,
                0,
                Optional.empty(),
                0);
    }

    /// What it had before is told no more.
    TargetState down(Instant at, Duration took, String why) {
        return new TargetState(
                target,
                Health.DOWN,
                Optional.of(at),
                took,
                Optional.of(why),
                0,
                0,
                0,
                Optional.empty(),
                0,
                0,
                Optional.empty(),
                duplicates);
    }

    TargetState notStored(String why) {
        return new TargetState(
                target,
                health,
                lastScrape,
                lastDuration,
                Optional.of(why),
                samples,
                ignored,
                problems,
                firstProblem,
                series,
                bytes,
                skew,
                duplicates);
    }

    TargetState foundBesides(int times) {
        return new TargetState(
                target,
                health,
                lastScrape,
                lastDuration,
                lastError,
                samples,
                ignored,
                problems,
                firstProblem,
                series,
                bytes,
                skew,
                times);
    }

    public boolean isSkewed() {
        return skew.filter(one -> one.abs().compareTo(SKEW_MAX) > 0).isPresent();
    }
}
