package io.gpuledger.exporter.top.node;

import io.gpuledger.exporter.top.page.MetricsPage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What is remembered between two looks at an exporter.
///
/// @param first the first page that was seen
/// @param base the page that rates begin at
/// @param latest the newest page
/// @param changed when that came
/// @param outage where the exporter does not answer
public record Watch(MetricsPage first, MetricsPage base, MetricsPage latest, Instant changed, Optional<Outage> outage) {
    /// Since when there is no answer, and why.
    public record Outage(Instant since, String why) {}

    /// A page stands still when nothing new is on it for so long, whatever interval its exporter samples at.
    private static final Duration STANDSTILL = Duration.ofSeconds(10);

    public static Watch begin(MetricsPage page, Instant at) {
        return new Watch(page, page, page, at, Optional.empty());
    }

    /// A page with nothing new on it changes nothing: rates are reckoned between two looks at the GPUs.
    public Watch saw(MetricsPage page, Instant at) {
        if (outage.isPresent()) {
            // It may be another exporter by now, whose counters are others.
            return new Watch(first, page, page, at, Optional.empty());
        }
        var isNew = page.snapshotSeconds().isEmpty() || !page.snapshotSeconds().equals(latest.snapshotSeconds());
        return isNew
                ? new Watch(first, latest, page, at, Optional.empty())
                : new Watch(first, base, latest, changed, Optional.empty());
    }

    public Watch missed(String why, Instant at) {
        var since = outage.map(Outage::since).orElse(at);
        return new Watch(first, base, latest, changed, Optional.of(new Outage(since, why)));
    }

    /// Since when the exporter answers, and has nothing new to say.
    public Optional<Instant> standsSince(Instant now) {
        return Optional.of(changed)
                .filter(since ->
                        outage.isEmpty() && Duration.between(since, now).compareTo(STANDSTILL) > 0);
    }

    public Node node() {
        return NodeReader.node(new Pages(first, base, latest));
    }
}
