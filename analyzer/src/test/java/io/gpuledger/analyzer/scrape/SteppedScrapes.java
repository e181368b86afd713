package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.scrape.TargetScraper.ScrapeContext;
import io.gpuledger.analyzer.scrape.TargetState.Health;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.telemetry.Intake;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// Scrapes as [Scraper] does, but not when the clock on the wall says so: all targets at once, whenever it is asked to.
public final class SteppedScrapes implements AutoCloseable {
    private final Client client;
    private final Function<Target, PageMapper> mappers;
    private final ScrapeContext context;
    private volatile List<TargetScraper> scrapers = List.of();

    /// @param clock tells samples their time
    public SteppedScrapes(
            Client client,
            Function<Target, PageMapper> mappers,
            Intake intake,
            InstantSource clock,
            MeterRegistry registry) {
        this.client = client;
        this.mappers = mappers;
        this.context = new ScrapeContext(
                intake, Timekeeper.trusting(clock), new ScrapeMetrics(registry), new TargetLog(clock));
    }

    /// These are the targets, as far as they are not yet.
    public synchronized void aim(DiscoveredTargets found) {
        var now = new ArrayList<>(scrapers);
        found.targets().stream()
                .filter(target -> now.stream().noneMatch(one -> one.target().equals(target)))
                .forEach(target -> now.add(
                        new TargetScraper(target, client.peer(target.url(), ""), mappers.apply(target), context)));
        scrapers = List.copyOf(now);
    }

    public int targets() {
        return scrapers.size();
    }

    /// Returns how many went well, when what they have said is safe.
    public int scrapeAll() throws InterruptedException, ExecutionException {
        var well = 0;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var scrapes = scrapers.stream()
                    .<Callable<Boolean>>map(scraper -> () -> isWell(scraper))
                    .toList();
            for (var scrape : executor.invokeAll(scrapes)) {
                well += scrape.get() ? 1 : 0;
            }
        }
        return well;
    }

    private static boolean isWell(TargetScraper scraper) {
        if (scraper.begin()) {
            scraper.run();
        }
        return scraper.state().health() == Health.UP
                && scraper.state().lastError().isEmpty();
    }

    @Override
    public void close() {
        scrapers.forEach(TargetScraper::stop);
    }
}
