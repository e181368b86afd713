package io.gpuledger.exporter.benchmark;

import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Scrapes the packaged exporter 20 times a second while it is disturbed, looks at each page, at its memory, threads
/// and descriptors. Exits with 0 when every page was whole, memory is flat, and nothing was left behind. With -Dupdate
/// it writes its report into docs/benchmarks.md.
public final class Soak {
    private static final Duration SCRAPE_INTERVAL = Duration.ofMillis(50);
    private static final Duration MEMORY_INTERVAL = Duration.ofSeconds(1);
    private static final long MINUTES = 30;

    /// What is soaked: simulated GPUs, or those of NVML's double.
    enum Ground {
        SIMULATED,
        NVML
    }

    private final Ground ground;
    private final Duration duration;
    private final Duration disturbanceInterval;
    private final Findings findings = new Findings();
    private final MemoryTrend memory = new MemoryTrend();
    private final Leaks leaks = new Leaks();
    private final AtomicInteger disturbances = new AtomicInteger();

    Soak(Ground ground, Duration duration, Duration disturbanceInterval) {
        this.ground = ground;
        this.duration = duration;
        this.disturbanceInterval = disturbanceInterval;
    }

    /// What is soaked, and then the minutes may be given.
    public static void main(String[] args) throws IOException, InterruptedException {
        var ground = Ground.valueOf(args[0].toUpperCase(Locale.ROOT));
        var minutes = args.length == 1 ? MINUTES : Long.parseLong(args[1]);
        var report = new Soak(ground, Duration.ofMinutes(minutes), Duration.ofSeconds(3)).run();
        System.out.print(report.text());
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "soak " + args[0]).matches(report.text());
        }
        System.exit(report.passed() ? 0 : 1);
    }

    SoakReport run() throws IOException, InterruptedException {
        var machine = Machine.here().text();
        try (var soaked = start();
                var scrapes = new Scrapes(soaked.exporter().port(), findings)) {
            var versions = Contender.GPU_EXPORTER.version() + " on "
                    + Machine.jdk(soaked.exporter().files());
            disturbedBy(soaked, () -> scrapes.run(duration, SCRAPE_INTERVAL));
            return new SoakReport(
                    machine + "; " + versions,
                    duration,
                    scrapes,
                    soaked.troubles(),
                    disturbances.get(),
                    memory,
                    leaks,
                    findings);
        }
    }

    private Soaked start() throws IOException, InterruptedException {
        return switch (ground) {
            case SIMULATED -> Soaked.simulated();
            case NVML -> Soaked.nvml();
        };
    }

    /// Work that may fail as a scrape does.
    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void disturbedBy(Soaked soaked, Work work) throws IOException, InterruptedException {
        var begun = System.nanoTime();
        var files = soaked.exporter().files();
        try (var beside =
                Executors.newScheduledThreadPool(1 + soaked.disturbances().size())) {
            each(beside, MEMORY_INTERVAL, () -> {
                memory.add((System.nanoTime() - begun) / 1e9, files.rssBytes());
                leaks.look(files);
            });
            for (var disturbance : soaked.disturbances()) {
                each(beside, disturbanceInterval, () -> {
                    disturbance.disturb();
                    disturbances.incrementAndGet();
                });
            }
            work.run();
        }
    }

    private void each(ScheduledExecutorService beside, Duration interval, Work work) {
        Runnable guarded = () -> {
            try {
                work.run();
            } catch (IOException | InterruptedException | RuntimeException e) {
                findings.add(e.toString());
            }
        };
        var _ = beside.scheduleAtFixedRate(guarded, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }
}
