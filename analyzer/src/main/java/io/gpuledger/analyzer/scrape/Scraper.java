package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.scrape.TargetScraper.ScrapeContext;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets.Dropped;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.service.life.Heartbeat;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Scrapes each target in its slot of the interval: one thread knows when, and each scrape that is due runs on a
/// virtual thread of its own. What is read goes to the intake.
public final class Scraper implements AutoCloseable {
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    /// A target that is scraped, with what is told of it.
    private record Active(TargetScraper scraper, Meter up) {}

    private final Client client;
    private final Function<Target, PageMapper> readers;
    private final ScrapeContext context;
    private final Ticker<TargetScraper> ticker;
    private final ExecutorService scrapes = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("scrape-", 0).factory());
    private Map<Target, Active> active = new LinkedHashMap<>();
    private DiscoveredTargets found = new DiscoveredTargets(List.of(), List.of(), false);
    private Optional<Sharing> sharing = Optional.empty();

    /// @param readers makes the reader of a target that is new, or is described anew
    /// @param clock tells samples their time, and is told that of targets
    public Scraper(
            Client client,
            Function<Target, PageMapper> readers,
            Intake intake,
            Timekeeper clock,
            MeterRegistry registry) {
        this.client = client;
        this.readers = readers;
        var metrics = new ScrapeMetrics(registry);
        this.context = new ScrapeContext(intake, clock, metrics, new TargetLog(clock));
        this.ticker = new Ticker<>((scraper, lateNanos) -> scrape(scraper, lateNanos));
        metrics.watch(this::tally);
    }

    /// Returns the heartbeat of the thread that begins each scrape when it is due.
    public Heartbeat heartbeat() {
        return ticker.heartbeat();
    }

    public Scraper start() {
        ticker.start();
        return this;
    }

    /// These are the targets from now on. Those that were before and are not among them are left after the scrape that
    /// runs; those that are the same are not touched.
    public synchronized void aim(DiscoveredTargets targets) {
        found = targets;
        aim();
    }

    /// Of the targets only those are scraped from now on that this has. Those that were somebody else's are scraped at
    /// once, and then in their slots, as nobody may have scraped them for a while.
    public synchronized void share(Sharing among) {
        var before = Set.copyOf(active.keySet());
        var wasKnown = sharing.map(Sharing::isKnown).orElse(false);
        sharing = Optional.of(among);
        aim();
        if (wasKnown) {
            active.forEach((target, one) -> {
                if (!before.contains(target)) {
                    scrape(one.scraper(), 0);
                }
            });
        }
    }

    private void aim() {
        var wanted = found.targets().stream().filter(this::isOurs).collect(Collectors.toCollection(LinkedHashSet::new));
        leave(active.keySet().stream()
                .filter(target -> !wanted.contains(target))
                .collect(Collectors.toUnmodifiableSet()));
        var now = new LinkedHashMap<Target, Active>();
        for (var target : wanted) {
            var before = active.get(target);
            now.put(target, before == null ? begin(target) : before);
        }
        active = now;
        countDuplicates();
    }

    private boolean isOurs(Target target) {
        return sharing.isEmpty() || sharing.get().has(target.url().toString());
    }

    private void leave(Set<Target> gone) {
        var scrapings = new HashSet<TargetScraper>();
        for (var target : gone) {
            var one = active.remove(target);
            if (one != null) {
                one.scraper().stop();
                context.metrics().remove(one.up());
                scrapings.add(one.scraper());
            }
        }
        ticker.remove(scrapings);
    }

    private Active begin(Target target) {
        var peer = client.peer(target.url(), timeoutHeader(target.timeout()));
        var scraper = new TargetScraper(target, peer, readers.apply(target), context);
        var interval = target.interval();
        var wait = ScrapeOffset.millisToNext(
                scraper.url(), interval, context.clock().millis());
        ticker.add(scraper, Duration.ofMillis(wait), interval);
        return new Active(scraper, context.metrics().up(scraper));
    }

    /// An exporter that knows how long we wait can answer with what it has by then.
    private static String timeoutHeader(Duration timeout) {
        return "X-Prometheus-Scrape-Timeout-Seconds: %s\r\n".formatted(timeout.toMillis() / 1000.0);
    }

    private void countDuplicates() {
        var times = new HashMap<String, Integer>();
        found.dropped()
                .forEach(one -> one.duplicateOf().ifPresent(url -> times.merge(url.toString(), 1, Integer::sum)));
        active.values()
                .forEach(one -> one.scraper()
                        .foundBesides(times.getOrDefault(one.scraper().url(), 0)));
    }

    private void scrape(TargetScraper scraper, long lateNanos) {
        if (scraper.begin()) {
            context.metrics().late(lateNanos);
            scrapes.execute(scraper::run);
        }
    }

    /// Returns what is known of all targets now.
    public synchronized TargetList targets() {
        return new TargetList(
                active.values().stream().map(one -> one.scraper().state()).toList(), found.dropped(), elsewhere());
    }

    private int elsewhere() {
        return found.targets().size() - active.size();
    }

    private synchronized TargetCounts tally() {
        var states = new ArrayList<TargetState>();
        active.values().forEach(one -> states.add(one.scraper().state()));
        return new TargetCounts(
                states.stream().collect(Collectors.groupingBy(TargetState::health, Collectors.counting())),
                states.stream().filter(TargetState::isSkewed).count(),
                found.dropped().stream().filter(Dropped::isDuplicate).count(),
                found.dropped().stream().filter(one -> !one.isDuplicate()).count(),
                elsewhere(),
                active.values().stream()
                        .filter(one -> one.scraper().isRunning())
                        .count());
    }

    /// Ends all scrapes: a page that is being stored may get there, one that is being fetched is let go.
    @Override
    public void close() {
        ticker.close();
        synchronized (this) {
            leave(Set.copyOf(active.keySet()));
        }
        scrapes.shutdown();
        try {
            if (!scrapes.awaitTermination(1, TimeUnit.SECONDS)) {
                scrapes.shutdownNow();
                var _ = scrapes.awaitTermination(LAST_WORDS.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException _) {
            scrapes.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
