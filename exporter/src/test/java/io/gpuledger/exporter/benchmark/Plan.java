package io.gpuledger.exporter.benchmark;

import java.time.Duration;

/// The plan says how much is measured.
///
/// @param starts of each program
/// @param settling before anything is read of programs that have just started
/// @param cpuWindow in which CPU time is counted
/// @param scrapes in each of the four loads
/// @param connections of the wide loads
/// @param allocationRounds of as many requests as there are scrapes
record Plan(
        int starts,
        Duration settling,
        Duration cpuWindow,
        Duration scrapeInterval,
        int scrapes,
        int connections,
        int allocationRounds) {
    static Plan full() {
        return new Plan(11, Duration.ofMinutes(4), Duration.ofMinutes(3), Duration.ofSeconds(15), 5_000, 64, 7);
    }

    static Plan brief() {
        return new Plan(1, Duration.ZERO, Duration.ofSeconds(2), Duration.ofSeconds(1), 100, 8, 1);
    }
}
