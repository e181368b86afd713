package io.gpuledger.analyzer.benchmark;

import java.time.Duration;
import java.util.stream.DoubleStream;

/// What came of a [Trial].
///
/// @param behindSeconds for how long the oldest that was taken in has waited for the database, at the end
/// @param fleet CPU time of the page server, which is nobody's
record Outcome(
        Contender contender,
        Load load,
        Duration window,
        FleetProcess.Served served,
        Taken taken,
        double behindSeconds,
        ProcessTree.Cpu cpu,
        Duration fleet,
        Contestant.Memory memory,
        Stored stored) {
    private static final double MISSED_MAX = 0.01;
    private static final double BEHIND_SECONDS_MAX = 5;

    /// What lies on disk at the end, and all that was taken in since the start.
    record Stored(Taken taken, Disk disk) {
        double keptBytesPerSample() {
            return disk.kept() / taken.kept();
        }

        double passingBytesPerSample() {
            return disk.passing() / taken.kept();
        }
    }

    /// Samples on the pages that it was served, each second.
    double samplesPerSecond() {
        return served.samples() / seconds(window);
    }

    double pagesPerSecond() {
        return served.pages() / seconds(window);
    }

    double cpuSeconds() {
        return seconds(cpu.own().plus(cpu.postgres()));
    }

    double perMillion(Duration time) {
        return seconds(time) * 1e6 / taken.all();
    }

    double perMillion() {
        return perMillion(cpu.own().plus(cpu.postgres()));
    }

    double perMillionKept() {
        return cpuSeconds() * 1e6 / taken.kept();
    }

    double millisPerPage() {
        return cpuSeconds() * 1e3 / served.pages();
    }

    double fleetMillisPerPage() {
        return seconds(fleet) * 1e3 / served.pages();
    }

    /// Returns which part of the samples that were served the contender has taken in, by its own count. It is
    /// more than 1 where the contender adds samples of its own to each page.
    double takenShare() {
        return taken.all() / served.samples();
    }

    /// The part of the scrapes that was not made, was made late, or was not taken in, whichever is most.
    double missedShare() {
        var due = load.pagesPerSecond() * seconds(window);
        return DoubleStream.of(0, 1 - served.pages() / due, served.late() / served.pages(), 1 - takenShare())
                .max()
                .orElseThrow();
    }

    /// Whether it has kept up.
    boolean held() {
        return missedShare() <= MISSED_MAX && behindSeconds <= BEHIND_SECONDS_MAX;
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
