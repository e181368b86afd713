package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.TargetState.Failed;
import io.gpuledger.analyzer.scrape.TargetState.Health;
import io.gpuledger.analyzer.scrape.TargetState.LastPage;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets.Dropped;
import io.gpuledger.analyzer.scrape.discovery.FoundTarget;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.scrape.http.Url;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Targets that fare in each way there is.
public final class FixedTargets {
    private FixedTargets() {}

    /// One answers, one answers and nothing can be stored of it, one has nobody who listens, one was not scraped yet,
    /// and one is no target at all.
    public static TargetList at(Instant now) {
        var last = now.minusSeconds(10);
        return new TargetList(
                List.of(
                        TargetState.unknown(target("new")),
                        well("n1", last),
                        well("n2", last).notStored("not stored: the disk is full"),
                        TargetState.unknown(target("n3"))
                                .down(
                                        last,
                                        Duration.ofMillis(3),
                                        new Failed(
                                                ScrapeOutcome.CONNECT,
                                                "cannot connect to n3:9400 (<b>refused</b>): does an exporter listen"
                                                        + " there?"))),
                List.of(new Dropped(
                        "file",
                        FoundTarget.of("<i>nowhere</i>", Map.of()),
                        Optional.empty(),
                        "it is no address of a host")),
                0);
    }

    private static TargetState well(String host, Instant last) {
        return new TargetState(
                target(host),
                Health.UP,
                Optional.of(last),
                Duration.ofMillis(12),
                Optional.empty(),
                new LastPage(1_234, 5, 1, Optional.of("line 7: no value"), 900, 45_678, Optional.empty()),
                0);
    }

    private static Target target(String host) {
        var address = host + ":9400";
        return new Target(
                "static",
                Url.parse("http://" + address + "/metrics"),
                Map.of("cluster", "west", "instance", address),
                FoundTarget.of(address, Map.of()),
                Duration.ofSeconds(15),
                Duration.ofSeconds(10));
    }
}
