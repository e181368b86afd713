package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.work.Pattern;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// The kinds of workload that teams have.
enum WorkloadKind {
    TRAINING("PyTorchJob", Pattern.TRAINING, 8, Wants.WHOLE, Duration.ofHours(6), Duration.ofHours(48)),
    SERVING("Deployment", Pattern.SERVING, 1, Wants.ANY, Duration.ofDays(2), Duration.ofDays(10)),
    DECODE("Deployment", Pattern.DECODE, 2, Wants.WHOLE, Duration.ofDays(2), Duration.ofDays(10)),
    NOTEBOOK("Notebook", Pattern.NOTEBOOK, 1, Wants.PART, Duration.ofHours(3), Duration.ofHours(14)),
    BATCH("Job", Pattern.BATCH, 1, Wants.ANY, Duration.ofMinutes(12), Duration.ofHours(4)),
    HUNG("PyTorchJob", Pattern.HUNG, 8, Wants.WHOLE, Duration.ofHours(5), Duration.ofHours(14)),
    CRASH_LOOP("Deployment", Pattern.CRASH_LOOP, 1, Wants.ANY, Duration.ofHours(1), Duration.ofHours(9));

    /// A workload can use these units.
    enum Wants {
        WHOLE,
        /// These are MIG devices, and replicas of a GPU.
        PART,
        ANY
    }

    private final String controller;
    private final Pattern pattern;
    private final int unitsInPod;
    private final Wants wants;
    private final Duration shortest;
    private final Duration longest;

    WorkloadKind(String controller, Pattern pattern, int unitsInPod, Wants wants, Duration shortest, Duration longest) {
        this.controller = controller;
        this.pattern = pattern;
        this.unitsInPod = unitsInPod;
        this.wants = wants;
        this.shortest = shortest;
        this.longest = longest;
    }

    String controller() {
        return controller;
    }

    Pattern pattern() {
        return pattern;
    }

    /// All units of a pod are on one node.
    int unitsInPod() {
        return unitsInPod;
    }

    Wants wants() {
        return wants;
    }

    Duration idleAfter() {
        return Duration.ofMinutes(this == NOTEBOOK ? 60 : 30);
    }

    long meanSeconds() {
        return shortest.plus(longest).toSeconds() / 2;
    }

    double meanUnitSeconds() {
        return (double) meanSeconds() * unitsInPod * (this == TRAINING ? 7 / 3.0 : 1);
    }

    long seconds(RandomGenerator random) {
        return random.nextLong(shortest.toSeconds(), longest.toSeconds());
    }

    /// How many pods it has, which begin together or not at all.
    int pods(RandomGenerator random) {
        return this == TRAINING ? 1 << random.nextInt(3) : 1;
    }
}
