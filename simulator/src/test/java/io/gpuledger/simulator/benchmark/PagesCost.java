package io.gpuledger.simulator.benchmark;

import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.gate.ProcessFiles;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// This measures what it costs to serve the pages of a fleet.
final class PagesCost {
    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final int MEBIBYTE = 1 << 20;

    /// This is what was measured.
    ///
    /// @param toStart until it served
    record Result(
            int nodes, Duration watched, Scraping.Answers answers, Duration cpu, long rssBytes, Duration toStart) {
        double cores() {
            return (double) cpu.toNanos() / watched.toNanos();
        }

        String text() {
            return """
                %s

                | figure | %,d nodes each %d s |
                |---|---:|
                | pages each second | %.0f |
                | bytes of a page | %,d |
                | scrapes of exporters in the dark | %.2f %% |
                | CPU, of one core | %.1f %% |
                | CPU a page | %.2f ms |
                | RSS at the most | %,d MiB |
                | until it serves | %.1f s |
                """.formatted(
                            Machine.here().text(),
                            nodes,
                            INTERVAL.toSeconds(),
                            1e9 * answers.pages() / watched.toNanos(),
                            answers.bytes() / Math.max(1, answers.pages()),
                            100.0 * answers.refusals() / (answers.pages() + answers.refusals()),
                            100 * cores(),
                            cpu.toNanos() / 1e6 / Math.max(1, answers.pages()),
                            rssBytes / MEBIBYTE,
                            toStart.toMillis() / 1e3);
        }
    }

    private PagesCost() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Locale.setDefault(Locale.ROOT);
        var nodes = args.length > 0 ? Integer.parseInt(args[0]) : 12_500;
        var seconds = args.length > 1 ? Integer.parseInt(args[1]) : 60;
        var text = measure(nodes, Duration.ofSeconds(seconds)).text();
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "simulator pages").matches(text);
        }
    }

    static Result measure(int nodes, Duration window) throws IOException, InterruptedException {
        var begin = System.nanoTime();
        try (var simulator = RunningProgram.start(List.of(
                "target/dist/bin/gpu-simulator",
                "serve",
                "--listen=127.0.0.1:0",
                "--nodes=" + nodes,
                "--days=0",
                "--days-ahead=1"))) {
            var port = Integer.parseInt(simulator.await("serving http://127\\.0\\.0\\.1:(\\d+)"));
            var toStart = Duration.ofNanos(System.nanoTime() - begin);
            try (var scraping = new Scraping(port, nodes)) {
                scraping.run(window, INTERVAL);
                var process = new ProcessFiles(simulator.pid());
                var before = process.cpu();
                var from = System.nanoTime();
                var answers = scraping.run(window, INTERVAL);
                var watched = Duration.ofNanos(System.nanoTime() - from);
                return new Result(
                        nodes, watched, answers, process.cpu().minus(before), process.highestRssBytes(), toStart);
            }
        }
    }
}
