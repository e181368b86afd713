package io.gpuledger.exporter.benchmark;

import io.gpuledger.exporter.benchmark.Figure.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// How quickly both programs answer, and what memory they hold then. In turns, so that what else the machine does
/// meets both.
record Loads(int scrapes, int connections) {
    private static final int TURNS = 10;
    private static final double MEBIBYTE = 1024 * 1024;

    List<Figure> measure(Both<Contestant> programs) {
        var figures = new ArrayList<Figure>();
        figures.addAll(latency(programs, new Load(RawRequest.PLAIN, 1, scrapes / TURNS), "plain"));
        figures.addAll(latency(programs, new Load(RawRequest.GZIP, 1, scrapes / TURNS), "gzip"));
        figures.addAll(memory(programs, "after %,d scrapes".formatted(scrapes * 2), 96));
        figures.addAll(latency(programs, new Load(RawRequest.PLAIN, connections, scrapes / TURNS), "plain"));
        figures.addAll(latency(programs, new Load(RawRequest.GZIP, connections, scrapes / TURNS), "gzip"));
        figures.addAll(memory(
                programs, "after %,d scrapes, half of them on %d connections".formatted(scrapes * 4, connections), 96));
        return figures;
    }

    private static List<Figure> latency(Both<Contestant> programs, Load load, String form) {
        var nanos = new Both<>(LongStream.empty(), LongStream.empty());
        for (var turn = 0; turn < TURNS; turn++) {
            var before = nanos;
            var more = programs.map(program -> LongStream.of(load.nanos(program.port())));
            nanos = new Both<>(
                    LongStream.concat(before.ours(), more.ours()), LongStream.concat(before.theirs(), more.theirs()));
        }
        var quantiles = nanos.map(all -> Quantiles.of(all.toArray()));
        var p99 = Figure.of("- p99", Unit.MILLISECONDS, quantiles.map(Quantiles::p99Millis));
        return List.of(
                Figure.of(
                        "scrape, %s, %s: median".formatted(name(load.connections()), form),
                        Unit.MILLISECONDS,
                        quantiles.map(Quantiles::medianMillis)),
                load.connections() == 1 ? p99.atMost(5) : p99,
                Figure.of("- longest", Unit.MILLISECONDS, quantiles.map(Quantiles::maxMillis)));
    }

    private static String name(int connections) {
        return connections == 1 ? "1 connection" : connections + " connections";
    }

    static List<Figure> memory(Both<Contestant> programs, String when, double rssMebibytesMax) {
        var files = programs.map(Contestant::files);
        return List.of(
                Figure.of("RSS " + when, Unit.MEBIBYTES, files.map(file -> file.rssBytes() / MEBIBYTE))
                        .atMost(rssMebibytesMax),
                Figure.of("- PSS", Unit.MEBIBYTES, files.map(file -> file.pssBytes() / MEBIBYTE)));
    }
}
