package io.gpuledger.analyzer.source;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// Counts what became of all samples that came in.
public final class SampleCounters {
    private final Counter mapped;
    private final Counter duplicate;
    private final Counter ignored;
    private final Counter clamped;
    private final Counter notANumber;
    private final Counter implausible;
    private final Counter future;

    public SampleCounters(MeterRegistry registry) {
        mapped = samples(registry, "mapped");
        duplicate = samples(registry, "duplicate");
        ignored = samples(registry, "ignored");
        clamped = Counter.builder("gpu.analyzer.samples.clamped")
                .description("Samples that were mapped after they had been brought within what can be.")
                .register(registry);
        notANumber = refused(registry, "not_a_number");
        implausible = refused(registry, "implausible");
        future = refused(registry, "future");
    }

    private static Counter samples(MeterRegistry registry, String result) {
        return Counter.builder("gpu.analyzer.samples")
                .description("Samples that came in, by what became of them: mapped to a field of a unit, said already,"
                        + " or ignored, as no table has their metric.")
                .tag("result", result)
                .register(registry);
    }

    private static Counter refused(MeterRegistry registry, String reason) {
        return Counter.builder("gpu.analyzer.samples.refused")
                .description("Samples that cannot be true.")
                .tag("reason", reason)
                .register(registry);
    }

    /// Counts the samples of one page or request.
    public void count(Tally tally, long ignoredSamples) {
        add(mapped, tally.mapped());
        add(duplicate, tally.duplicate());
        add(ignored, ignoredSamples);
        add(clamped, tally.clamped());
        add(notANumber, tally.notANumber());
        add(implausible, tally.implausible());
        add(future, tally.future());
    }

    private static void add(Counter counter, long samples) {
        counter.increment((double) samples);
    }
}
