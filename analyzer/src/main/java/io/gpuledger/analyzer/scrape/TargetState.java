package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.discovery.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Holds what is known of a target as of its last scrape.
///
/// @param failed why there is no page, or why it was not stored
/// @param duplicates how often it was found besides
public record TargetState(
        Target target,
        Health health,
        Optional<Instant> lastScrape,
        Duration lastDuration,
        Optional<Failed> failed,
        LastPage page,
        int duplicates) {
    /// Says whether the page of the target could be fetched.
    public enum Health {
        UNKNOWN,
        UP,
        DOWN
    }

    /// A scrape came to nothing.
    ///
    /// @param why in a sentence
    public record Failed(ScrapeOutcome outcome, String why) {}

    /// Holds what was on the page of the last scrape, which is nothing where there was none.
    ///
    /// @param bytes of the page
    /// @param skew how far the target's clock is ahead of ours, where it says its time
    record LastPage(
            long samples,
            long ignored,
            long problems,
            Optional<String> firstProblem,
            int series,
            long bytes,
            Optional<Duration> skew) {
        static final LastPage NONE = new LastPage(0, 0, 0, Optional.empty(), 0, 0, Optional.empty());
    }

    /// Beyond it, what a target says of its time is not to be believed: `Date` is to the second, and answers take
    /// their time.
    private static final Duration SKEW_MAX = Duration.ofSeconds(30);

    static TargetState unknown(Target target) {
        return new TargetState(
                target, Health.UNKNOWN, Optional.empty(), Duration.ZERO, Optional.empty(), LastPage.NONE, 0);
    }

    /// Returns the state after a scrape that failed. What the target had before is told no more.
    TargetState down(Instant at, Duration took, Failed how) {
        return new TargetState(target, Health.DOWN, Optional.of(at), took, Optional.of(how), LastPage.NONE, duplicates);
    }

    TargetState notStored(String why) {
        var how = new Failed(ScrapeOutcome.NOT_STORED, why);
        return new TargetState(target, health, lastScrape, lastDuration, Optional.of(how), page, duplicates);
    }

    TargetState foundBesides(int times) {
        return new TargetState(target, health, lastScrape, lastDuration, failed, page, times);
    }

    public Optional<String> lastError() {
        return failed.map(Failed::why);
    }

    public long samples() {
        return page.samples();
    }

    public long ignored() {
        return page.ignored();
    }

    public long problems() {
        return page.problems();
    }

    public Optional<String> firstProblem() {
        return page.firstProblem();
    }

    int series() {
        return page.series();
    }

    public long bytes() {
        return page.bytes();
    }

    public Optional<Duration> skew() {
        return page.skew();
    }

    public boolean isSkewed() {
        return skew().filter(one -> one.abs().compareTo(SKEW_MAX) > 0).isPresent();
    }
}
