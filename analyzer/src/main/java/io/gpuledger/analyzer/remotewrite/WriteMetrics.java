package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.write.Rejection;
import io.gpuledger.analyzer.parse.write.WriteTally;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/// Counts what came by remote write.
final class WriteMetrics {
    private static final String PREFIX = "gpu.analyzer.remote.write.";

    private final MeterRegistry registry;
    private final Counter samples;
    private final Counter ignoredSamples;
    private final Counter ignoredHistograms;
    private final Counter staleMarkers;
    private final Counter bytes;
    private final Timer duration;
    private final Timer lag;

    WriteMetrics(MeterRegistry registry, Generations generations) {
        this.registry = registry;
        this.samples = counter("samples", "Samples that were taken.");
        this.ignoredSamples = counter("ignored.samples", "Samples of series that nobody wants.");
        this.ignoredHistograms = counter("ignored.histograms", "Native histograms, which nobody wants.");
        this.staleMarkers = counter("stale.markers", "Samples that say that their series has ended.");
        this.bytes = Counter.builder(PREFIX + "received")
                .description("Bytes that the requests had, as they were sent.")
                .baseUnit("bytes")
                .register(registry);
        this.duration = timer("duration", "How long a request took, from its head to its answer.");
        this.lag = timer("lag", "How old the newest sample of a request was when it was here.");
        for (var reason : Rejection.values()) {
            // There from the beginning, so that the first one shows as an increase.
            rejected(reason);
        }
        Gauge.builder(PREFIX + "known.series", generations, Generations::known)
                .description("Series that are remembered, so that their labels need not be read again.")
                .register(registry);
        FunctionCounter.builder(PREFIX + "forgotten.series", generations, Generations::forgotten)
                .description("Series that were forgotten to make room for others.")
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(PREFIX + name).description(description).register(registry);
    }

    private Counter rejected(Rejection reason) {
        return Counter.builder(PREFIX + "rejected.samples")
                .description("Samples that were not taken, by reason.")
                .tag("reason", reason.word())
                .register(registry);
    }

    private Timer timer(String name, String description) {
        return Timer.builder(PREFIX + name).description(description).register(registry);
    }

    /// @param code of HTTP, or `cut` where there is nobody to answer
    void request(String version, String code, Duration took) {
        Counter.builder(PREFIX + "requests")
                .description("Requests, by the version of the protocol and the answer.")
                .tag("version", version)
                .tag("code", code)
                .register(registry)
                .increment();
        duration.record(took);
    }

    /// Said once its samples are safe, so that none counts twice that is sent twice.
    void taken(int length, RoutedSamples found, WriteTally tally, long receivedMillis) {
        bytes.increment(length);
        samples.increment(found.size());
        ignoredSamples.increment((double) found.ignored());
        ignoredHistograms.increment((double) tally.histograms());
        staleMarkers.increment((double) tally.staleMarkers());
        tally.eachRejection((reason, count) -> rejected(reason).increment((double) count));
        if (found.size() > 0) {
            lag.record(Duration.ofMillis(Math.max(0, receivedMillis - tally.newestMillis())));
        }
    }
}
