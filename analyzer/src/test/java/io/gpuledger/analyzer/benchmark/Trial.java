package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;

/// One contender on one load, from an empty folder: it warms up, and then is watched for a while.
///
/// @param settling after each target has been scraped twice, or has had the time for it
record Trial(Contender contender, Load load, Duration settling, Duration window) {
    /// Targets are found within seconds, and the first scrapes of all are spread over an interval.
    private static final Duration DISCOVERY_MAX = Duration.ofSeconds(60);
    private static final Duration PACE = Duration.ofMillis(500);

    private record Reading(long atNanos, FleetProcess.Served served, Duration fleet, ProcessTree.Cpu cpu, Taken taken) {
        static Reading of(FleetProcess fleet, Contestant contestant) throws IOException, InterruptedException {
            return new Reading(System.nanoTime(), fleet.served(), fleet.cpu(), contestant.cpu(), contestant.taken());
        }
    }

    Outcome run() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "ingest");
        try (var fleet = FleetProcess.start(load);
                var contestant = contender.start(fleet.targets(), folder, load.interval())) {
            warmUp(fleet);
            return watch(fleet, contestant);
        } finally {
            delete(folder);
        }
    }

    private void warmUp(FleetProcess fleet) throws IOException, InterruptedException {
        var deadline = System.nanoTime()
                + DISCOVERY_MAX.plus(load.interval().multipliedBy(2)).toNanos();
        while (fleet.served().warmNodes() < load.nodes() && System.nanoTime() < deadline) {
            TimeUnit.NANOSECONDS.sleep(PACE.toNanos());
        }
        TimeUnit.NANOSECONDS.sleep(settling.toNanos());
    }

    private Outcome watch(FleetProcess fleet, Contestant contestant) throws IOException, InterruptedException {
        var before = Reading.of(fleet, contestant);
        TimeUnit.NANOSECONDS.sleep(window.toNanos());
        var after = Reading.of(fleet, contestant);
        var behind = contestant.behindSeconds();
        var memory = contestant.memory();
        return new Outcome(
                contender,
                load,
                Duration.ofNanos(after.atNanos - before.atNanos),
                after.served.since(before.served),
                after.taken.since(before.taken),
                behind,
                after.cpu.since(before.cpu),
                after.fleet.minus(before.fleet),
                memory,
                packed(contestant));
    }

    /// Returns what lies on disk once the contender has packed what it holds, and has ended.
    private Outcome.Stored packed(Contestant contestant) throws IOException, InterruptedException {
        contender.pack(contestant.address());
        var taken = contestant.taken();
        contestant.close();
        return new Outcome.Stored(taken, contestant.disk());
    }

    static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(Trial::deleteOne);
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
