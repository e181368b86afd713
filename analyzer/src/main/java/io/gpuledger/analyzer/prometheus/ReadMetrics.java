package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The metrics of one Prometheus that is read, and how far it is.
final class ReadMetrics {
    private final Counter samples;
    private final Counter passedOver;
    private final Counter windows;
    private final Map<Remedy, Counter> failures = new EnumMap<>(Remedy.class);
    private volatile ReadState state;
    private volatile int series;

    ReadMetrics(MeterRegistry registry, URI url, Shard shard, InstantSource clock) {
        this.state = new ReadState(
                shard.name(url),
                Optional.empty(),
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());
        var tags = Tags.of("url", url.toString(), "shard", shard.toString());
        this.samples = Counter.builder("gpu.analyzer.read.samples")
                .description("Samples that were read from a Prometheus.")
                .tags(tags)
                .register(registry);
        this.passedOver = Counter.builder("gpu.analyzer.read.series.refused")
                .description("Series of a Prometheus that were passed over in a window, as their labels are none.")
                .tags(tags)
                .register(registry);
        this.windows = Counter.builder("gpu.analyzer.read.windows")
                .description("Windows of time of which a Prometheus gave all samples.")
                .tags(tags)
                .register(registry);
        for (var remedy : Remedy.values()) {
            failures.put(
                    remedy,
                    Counter.builder("gpu.analyzer.read.failures")
                            .description("Windows of time of which a Prometheus did not give all samples, by what"
                                    + " helps: to ask for less, to ask later, or that somebody changes something.")
                            .tags(tags.and(Tag.of("remedy", remedy.name().toLowerCase(Locale.ROOT))))
                            .register(registry));
        }
        gauge(registry, tags, ".left", "seconds", "How much of the past is still to be read.", () ->
                (double) state.left().toSeconds());
        gauge(
                registry,
                tags,
                ".lag",
                "seconds",
                "How old the newest instant is up to which all was read.",
                () -> state.reached()
                        .map(reached -> (double)
                                Duration.between(reached, clock.instant()).toSeconds())
                        .orElse(Double.NaN));
        gauge(
                registry,
                tags,
                ".up",
                "",
                "Whether a Prometheus answered when it was asked last.",
                () -> state.trouble().isPresent() || state.isToBegin() ? 0.0 : 1.0);
        gauge(registry, tags, ".series", "", "Series that are known of a Prometheus that is read.", () ->
                (double) series);
    }

    private static void gauge(
            MeterRegistry registry, Tags tags, String name, String unit, String what, Supplier<Number> value) {
        Gauge.builder("gpu.analyzer.read" + name, value)
                .description(what)
                .baseUnit(unit.isEmpty() ? null : unit)
                .tags(tags)
                .register(registry);
    }

    void read(Course.Window window, int known) {
        samples.increment(window.samples());
        passedOver.increment(window.passedOver());
        windows.increment();
        series = known;
    }

    void failed(Remedy remedy) {
        failures.getOrDefault(remedy, windows).increment();
    }

    void state(ReadState now) {
        state = now;
    }

    ReadState state() {
        return state;
    }
}
