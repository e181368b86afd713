package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.TargetState.Health;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/// Counts the scrapes and times them.
final class ScrapeMetrics {
    private final MeterRegistry registry;
    private final Map<ScrapeOutcome, Counter> outcomes = new EnumMap<>(ScrapeOutcome.class);
    private final Counter skipped;
    private final Counter bytes;
    private final Counter wireBytes;
    private final Timer duration;
    private final Timer lag;

    ScrapeMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (var outcome : ScrapeOutcome.values()) {
            outcomes.put(outcome, scrapes(outcome));
        }
        this.skipped = counter(
                "gpu.analyzer.scrapes.skipped", "Scrapes that were due while the last of the same target still ran.");
        this.bytes = counter("gpu.analyzer.scrape.bytes", "Bytes that the scraped pages had, once they were unpacked.");
        this.wireBytes = counter("gpu.analyzer.scrape.wire.bytes", "Bytes that the scraped pages had on their way.");
        this.duration = Timer.builder("gpu.analyzer.scrape.duration")
                .description("How long a scrape took, from its start until its page was read.")
                .serviceLevelObjectives(
                        Duration.ofMillis(5),
                        Duration.ofMillis(25),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10))
                .register(registry);
        this.lag = Timer.builder("gpu.analyzer.scrape.lag")
                .description("How late scrapes began after they were due.")
                .register(registry);
    }

    private Counter scrapes(ScrapeOutcome outcome) {
        return counter("gpu.analyzer.scrapes", "Scrapes, by how they ended.", "result", outcome.word());
    }

    private Counter counter(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    /// Registers what is counted when somebody looks.
    void watch(Supplier<TargetCounts> tally) {
        for (var health : Health.values()) {
            gauge(
                    "gpu.analyzer.targets",
                    "Targets, by their state.",
                    () -> tally.get().of(health),
                    "state",
                    ScrapeOutcome.word(health));
        }
        gauge(
                "gpu.analyzer.targets.skewed",
                "Targets whose clock is more than 30 s off.",
                () -> tally.get().skewed());
        gauge(
                "gpu.analyzer.targets.duplicate",
                "Targets that were found again, and are scraped once.",
                () -> tally.get().duplicates());
        gauge(
                "gpu.analyzer.targets.invalid",
                "Targets that were found and cannot be scraped, as they are described wrongly.",
                () -> tally.get().invalid());
        gauge(
                "gpu.analyzer.targets.elsewhere",
                "Targets that were found, and that another analyzer scrapes with which they are shared out.",
                () -> tally.get().elsewhere());
        gauge(
                "gpu.analyzer.scrapes.running",
                "Scrapes that run now.",
                () -> tally.get().running());
    }

    private void gauge(String name, String description, Supplier<Number> value, String... tags) {
        Gauge.builder(name, value).description(description).tags(tags).register(registry);
    }

    /// One for each target; to be handed back when there is no such target any more.
    Meter up(TargetScraper scraper) {
        return Gauge.builder(
                        "gpu.analyzer.target.up", scraper, one -> one.state().health() == Health.UP ? 1 : 0)
                .description("Whether the last scrape of a target had its page.")
                .tag("url", scraper.url())
                .register(registry);
    }

    void remove(Meter meter) {
        registry.remove(meter);
    }

    void ended(ScrapeOutcome outcome) {
        outcomes.computeIfAbsent(outcome, this::scrapes).increment();
    }

    void skipped() {
        skipped.increment();
    }

    void page(long length, long wireLength) {
        bytes.increment((double) length);
        wireBytes.increment((double) wireLength);
    }

    void took(Duration time) {
        duration.record(time);
    }

    void late(long nanos) {
        lag.record(Duration.ofNanos(nanos));
    }
}
