package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.gate.Repository;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.truth.Truth;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/// A fleet whose past a simulator tells, as dcgm-exporter and kube-state-metrics would have told it, to whoever takes
/// remote write. What is true of that past is known.
///
/// @param days that the past begins before the day on which it ends
/// @param until where it ends
record ToldFleet(int nodes, int days, Duration step, Instant until) {
    private static final Duration PATIENCE = Duration.ofHours(2);
    private static final int SEED = 1;

    void tell(String to) throws IOException, InterruptedException {
        try (var history = Child.start(List.of(
                Repository.root()
                        .resolve("simulator/target/dist/bin/gpu-simulator")
                        .toString(),
                "history",
                "--to=" + to,
                "--nodes=" + nodes,
                "--seed=" + SEED,
                "--days=" + days,
                "--today=" + today(),
                "--days-ahead=1",
                "--until=" + until,
                "--step=" + step.toSeconds() + "s",
                "--exporter=dcgm-exporter",
                "--metrics=DCGM_.*|kube_.*"))) {
            if (history.program().exitCode(PATIENCE) != 0) {
                throw new IOException(
                        "the past was not sent: " + history.program().output());
            }
        }
    }

    private LocalDate today() {
        return LocalDate.ofInstant(until, ZoneOffset.UTC);
    }

    private static Instant midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    Instant from() {
        return midnight(today().minusDays(days));
    }

    /// The first and the last whole day are left out of what is compared, as less is known at the edges of a story than
    /// is true there.
    Instant comparedFrom() {
        return midnight(today().minusDays(days - 1L));
    }

    Instant comparedTo() {
        return midnight(today().minusDays(1));
    }

    private Story story() {
        return Drawing.of(
                SEED,
                nodes,
                new Span(from().getEpochSecond(), midnight(today().plusDays(1)).getEpochSecond()));
    }

    /// Returns the part of it of which dcgm-exporter says who holds what: it does not always say that of GPUs that are
    /// shared.
    Story whole() {
        return Accuracy.ofWholeGpus(story());
    }

    /// Returns the GPU-seconds of each state.
    ///
    /// @param basis what counts as activity
    Map<State, Double> truth(Story story, Basis basis) {
        return Accuracy.sums(Truth.of(
                story,
                basis,
                new Span(comparedFrom().getEpochSecond(), comparedTo().getEpochSecond())));
    }
}
