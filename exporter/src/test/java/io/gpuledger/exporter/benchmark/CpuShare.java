package io.gpuledger.exporter.benchmark;

import io.gpuledger.gate.ProcessFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What both programs cost while Prometheus scrapes them as it does by default, and how quickly they answer then.
/// Both at once: next to nothing runs, so neither is in the other's way.
record CpuShare(Duration window, Duration scrapeInterval) {
    /// These are CPU times at an instant of the monotonic clock.
    private record Reading(Duration all, Duration driver, long atNanos) {
        static Reading of(ProcessFiles process) {
            return new Reading(process.cpu(), process.cpu(CpuShare::isDriver), System.nanoTime());
        }

        double allSince(Reading before) {
            return share(all.minus(before.all), before);
        }

        double driverSince(Reading before) {
            return share(driver.minus(before.driver), before);
        }

        private double share(Duration cpu, Reading before) {
            return 100.0 * cpu.toNanos() / (atNanos - before.atNanos);
        }
    }

    /// Threads of the sampler that do nothing but call the driver, which the simulation stands for here.
    private static boolean isDriver(String threadName) {
        return threadName.startsWith("gpu ") || threadName.equals("scan") || threadName.equals("events");
    }

    List<Figure> measure(Both<Contestant> programs) throws IOException, InterruptedException {
        var files = programs.map(Contestant::files);
        var before = files.map(Reading::of);
        var latencies = scrape(programs);
        var after = files.map(Reading::of);
        var all =
                new Both<>(after.ours().allSince(before.ours()), after.theirs().allSince(before.theirs()));
        var driver = after.ours().driverSince(before.ours());
        return List.of(
                Figure.of("CPU, of one core", Figure.Unit.PERCENT, all),
                Figure.ours("- of it, the simulated driver's threads", Figure.Unit.PERCENT, driver),
                Figure.ours("- of it, all else", Figure.Unit.PERCENT, all.ours() - driver)
                        .atMost(0.5),
                Figure.of(
                        "scrape each %d s, gzip: median".formatted(scrapeInterval.toSeconds()),
                        Figure.Unit.MILLISECONDS,
                        latencies.map(Quantiles::medianMillis)),
                Figure.of("- longest", Figure.Unit.MILLISECONDS, latencies.map(Quantiles::maxMillis)));
    }

    /// Percent of a core: of all threads, and of those that do nothing but call the driver.
    record Shares(double all, double driver) {}

    /// Measures the exporter alone.
    Shares measure(Contestant exporter) throws IOException, InterruptedException {
        var before = Reading.of(exporter.files());
        try (var connection = new RawConnection(exporter.port())) {
            for (var left = window; left.isPositive(); left = left.minus(scrapeInterval)) {
                Load.nanos(connection, RawRequest.GZIP);
                TimeUnit.NANOSECONDS.sleep(scrapeInterval.toNanos());
            }
        }
        var after = Reading.of(exporter.files());
        return new Shares(after.allSince(before), after.driverSince(before));
    }

    private Both<Quantiles> scrape(Both<Contestant> programs) throws IOException, InterruptedException {
        var nanos = new Both<>(new ArrayList<Long>(), new ArrayList<Long>());
        try (var ours = new RawConnection(programs.ours().port());
                var theirs = new RawConnection(programs.theirs().port())) {
            for (var left = window; left.isPositive(); left = left.minus(scrapeInterval)) {
                nanos.ours().add(Load.nanos(ours, RawRequest.GZIP));
                nanos.theirs().add(Load.nanos(theirs, RawRequest.GZIP));
                TimeUnit.NANOSECONDS.sleep(scrapeInterval.toNanos());
            }
        }
        return nanos.map(
                list -> Quantiles.of(list.stream().mapToLong(Long::longValue).toArray()));
    }
}
