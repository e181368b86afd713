package io.gpuledger.analyzer;

import io.gpuledger.gate.Repository;
import io.gpuledger.gate.RunningProgram;
import io.gpuledger.service.http.HttpLimits;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.http.PagesRoute;
import io.gpuledger.simulator.http.StatePageRoute;
import io.gpuledger.simulator.http.TargetsRoute;
import io.gpuledger.simulator.http.TruthRoute;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.page.Pages;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What `gpu-simulator serve` serves, as of the hour that a clock of ours says, and the program `gpu-simulator history`
/// for what was before: both play the same story.
public final class PlayedFleet implements AutoCloseable {
    /// Which fleet, and how it is told of.
    ///
    /// @param failing of so many scrapes one fails
    public record Plan(
            int nodes, long seed, int days, LocalDate today, Exporter exporter, int failing, int intervalSeconds) {
        public Instant begin() {
            return midnight(today.minusDays(days));
        }

        private static Instant midnight(LocalDate day) {
            return day.atStartOfDay(ZoneOffset.UTC).toInstant();
        }

        private Story story() {
            var end = midnight(today.plusDays(1));
            return Drawing.of(seed, nodes, new Span(begin().getEpochSecond(), end.getEpochSecond()));
        }

        private long pace() {
            return exporter.showsLedger() ? 1 : intervalSeconds;
        }

        private List<String> history(String to, Instant until) {
            return List.of(
                    Repository.root().resolve(SIMULATOR).toString(),
                    "history",
                    "--to=" + to,
                    "--nodes=" + nodes,
                    "--seed=" + seed,
                    "--days=" + days,
                    "--days-ahead=1",
                    "--today=" + today,
                    "--exporter=" + exporter.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    "--failing-scrapes=" + failing,
                    "--collect-interval=" + intervalSeconds + "s",
                    "--step=" + intervalSeconds + "s",
                    "--until=" + until);
        }
    }

    private static final String SIMULATOR = "simulator/target/dist/bin/gpu-simulator";
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Plan plan;
    private final HttpServer http;

    /// @param served when its exporters start
    public PlayedFleet(Plan plan, Instant served, InstantSource clock) {
        this.plan = plan;
        var story = plan.story();
        var failing = new FailingScrapes(plan.failing());
        var pages = new Pages(story, served.getEpochSecond(), plan.exporter(), plan.pace());
        var clusters = Cluster.of(story);
        // What is true of days takes as long as a busy machine needs.
        var limits = new HttpLimits(128, PATIENCE, PATIENCE, PATIENCE);
        var settings = new HttpSettings(new Address("127.0.0.1", 0), limits, Optional.empty());
        this.http = HttpServer.start(settings, new Reloads(Duration.ofDays(1), clock), routing -> {
            new PagesRoute(pages, clock, failing).add(routing);
            new StatePageRoute(clusters, clock).add(routing);
            new TargetsRoute(story.fleet(), clusters.keySet()).add(routing);
            new TruthRoute(story, clock).add(routing);
        });
    }

    public int port() {
        return http.port();
    }

    /// Sends what was before that instant, by remote write.
    public void tellHistory(String to, Instant until) throws InterruptedException {
        try (var history = RunningProgram.start(plan.history(to, until))) {
            var exitCode = history.exitCode(PATIENCE);
            if (exitCode != 0) {
                throw new AssertionError(history.output());
            }
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
