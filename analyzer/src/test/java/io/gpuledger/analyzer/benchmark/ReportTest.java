package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.Golden;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Load LOAD = new Load(250, Duration.ofSeconds(5), PageKind.DCGM);
    private static final double PAGES = 6_000;
    private static final double SAMPLES = PAGES * 480;

    @Test
    void each_contender_has_a_column_and_each_budget_a_verdict() {
        var results = List.of(
                new Result(
                        "gpu-analyzer 1",
                        outcome(Contender.GPU_ANALYZER, 900, 600, new Taken(SAMPLES * 0.75, SAMPLES * 0.25)),
                        Optional.of(new Climb.Highest(Optional.empty(), Optional.of(LOAD)))),
                new Result(
                        "Prometheus 2",
                        outcome(Contender.PROMETHEUS, 11_800, 0, new Taken(SAMPLES, 0)),
                        Optional.of(new Climb.Highest(
                                Optional.of(outcome(Contender.PROMETHEUS, 11_000, 0, new Taken(SAMPLES, 0))),
                                Optional.of(LOAD.times(16))))),
                new Result(
                        "VictoriaMetrics 3",
                        outcome(Contender.VICTORIA_METRICS, 17_600, 0, new Taken(SAMPLES, 0)),
                        Optional.empty()));
        Golden.file("golden/benchmark/ingest.md").matches(new Report("2 cores", results).text());
    }

    private static Outcome outcome(Contender contender, long ownMillis, long postgresMillis, Taken taken) {
        return new Outcome(
                contender,
                LOAD,
                Duration.ofSeconds(120),
                new FleetProcess.Served(PAGES, PAGES * 148_000, SAMPLES, 6, 0),
                taken,
                contender == Contender.GPU_ANALYZER ? 0.8 : 0,
                new ProcessTree.Cpu(Duration.ofMillis(ownMillis), Duration.ofMillis(postgresMillis)),
                Duration.ofSeconds(1),
                new Contestant.Memory(300 << 20, 400 << 20, 50 << 20),
                new Outcome.Stored(taken, new Disk(20_000_000, 40_000_000)));
    }
}
