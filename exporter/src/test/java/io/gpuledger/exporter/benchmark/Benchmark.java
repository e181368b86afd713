package io.gpuledger.exporter.benchmark;

import io.gpuledger.exporter.benchmark.Figure.Unit;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Measures the packaged exporter beside node_exporter, in one run and in turns, and prints a table.
/// With -Dupdate it writes the table into docs/benchmarks.md.
///
/// The program that asks shares the machine with those that answer.
public final class Benchmark {
    private final Plan plan;

    Benchmark(Plan plan) {
        this.plan = plan;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var results = new Benchmark(Plan.full()).results();
        System.out.print(results);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "benchmark").matches(results);
        }
    }

    /// Returns a paragraph about the machine, and the table.
    String results() throws IOException, InterruptedException {
        var machine = Machine.here().text();
        var figures = new ArrayList<Figure>();
        figures.addAll(starts());
        try (var ours = Contender.GPU_EXPORTER.start();
                var theirs = Contender.NODE_EXPORTER.start()) {
            var versions = "%s on %s; %s"
                    .formatted(
                            Contender.GPU_EXPORTER.version(),
                            Machine.jdk(ours.files()),
                            Contender.NODE_EXPORTER.version());
            figures.addAll(running(new Both<>(ours, theirs)));
            figures.addAll(new Allocation(plan.scrapes(), plan.allocationRounds()).measure());
            return figures.stream()
                    .map(Figure::row)
                    .collect(Collectors.joining("", machine + "; " + versions + ".\n\n" + Figure.HEADER, ""));
        }
    }

    private List<Figure> starts() {
        var nanos = new Both<>(new long[plan.starts()], new long[plan.starts()]);
        for (var start = 0; start < plan.starts(); start++) {
            nanos.ours()[start] = readyAfterNanos(Contender.GPU_EXPORTER);
            nanos.theirs()[start] = readyAfterNanos(Contender.NODE_EXPORTER);
        }
        var quantiles = nanos.map(Quantiles::of);
        return List.of(
                Figure.of(
                                "start to ready, %d starts: median".formatted(plan.starts()),
                                Unit.MILLISECONDS,
                                quantiles.map(Quantiles::medianMillis))
                        .atMost(1500),
                Figure.of("- quickest", Unit.MILLISECONDS, quantiles.map(Quantiles::minMillis)),
                Figure.of("- longest", Unit.MILLISECONDS, quantiles.map(Quantiles::maxMillis)));
    }

    private static long readyAfterNanos(Contender contender) {
        try (var contestant = contender.start()) {
            return contestant.readyAfter().toNanos();
        }
    }

    private List<Figure> running(Both<Contestant> programs) throws IOException, InterruptedException {
        var figures = new ArrayList<Figure>();
        figures.addAll(Pages.measure(programs));
        Thread.sleep(plan.settling());
        figures.addAll(Loads.memory(programs, "when idle", 96));
        figures.addAll(new CpuShare(plan.cpuWindow(), plan.scrapeInterval()).measure(programs));
        figures.addAll(new Loads(plan.scrapes(), plan.connections()).measure(programs));
        return figures;
    }
}
