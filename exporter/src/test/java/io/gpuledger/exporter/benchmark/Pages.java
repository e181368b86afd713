package io.gpuledger.exporter.benchmark;

import io.gpuledger.exporter.benchmark.Figure.Unit;
import java.io.IOException;
import java.util.List;

/// What there is to be scraped, for the times to be judged by, and what the first scrape costs, which finds code that
/// nobody has run yet.
final class Pages {
    private Pages() {}

    static List<Figure> measure(Both<Contestant> programs) throws IOException {
        try (var ours = new RawConnection(programs.ours().port());
                var theirs = new RawConnection(programs.theirs().port())) {
            var connections = new Both<>(ours, theirs);
            return List.of(
                    Figure.of(
                            "first scrape, plain",
                            Unit.MILLISECONDS,
                            connections.map(connection -> Load.nanos(connection, RawRequest.PLAIN) / 1e6)),
                    Figure.of(
                            "page, plain",
                            Unit.BYTES,
                            connections.map(connection -> bytes(connection, RawRequest.PLAIN))),
                    Figure.of(
                            "page, gzip",
                            Unit.BYTES,
                            connections.map(connection -> bytes(connection, RawRequest.GZIP))),
                    Figure.of("samples on it", Unit.COUNT, connections.map(Pages::samples)));
        }
    }

    private static double bytes(RawConnection connection, RawRequest request) throws IOException {
        return connection.exchange(request).body().limit();
    }

    private static double samples(RawConnection connection) throws IOException {
        return connection
                .exchange(RawRequest.PLAIN)
                .text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .count();
    }
}
