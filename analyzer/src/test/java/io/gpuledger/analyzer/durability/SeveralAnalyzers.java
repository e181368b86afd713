package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Three analyzers on one PostgreSQL, each by a line of its own that can be cut.
final class SeveralAnalyzers implements AutoCloseable {
    private static final int COUNT = 3;

    private final Path home;
    private final StoppableServer server;
    private final List<CutLine> lines = new ArrayList<>();
    private final List<Analyzer> all;

    /// Starts the server, and none of the analyzers.
    SeveralAnalyzers(Path folder, List<String> flags) throws IOException {
        home = folder.resolve("server");
        server = new StoppableServer(home);
        for (var number = 0; number < COUNT; number++) {
            lines.add(new CutLine(server.port()));
        }
        all = IntStream.range(0, COUNT)
                .mapToObj(number -> new Analyzer(
                        folder.resolve("analyzer-" + number),
                        Stream.concat(flags.stream(), database(lines.get(number)))
                                .toList()))
                .toList();
    }

    private Stream<String> database(CutLine line) {
        return Stream.of(
                "--database-url=" + server.urlBy(line.port()),
                "--database-user=" + server.user(),
                "--database-password-file=" + server.passwordFile());
    }

    List<Analyzer> all() {
        return all;
    }

    List<Analyzer> besides(Analyzer one) {
        return all.stream().filter(other -> other != one).toList();
    }

    CutLine lineOf(Analyzer one) {
        return lines.get(all.indexOf(one));
    }

    StoppableServer server() {
        return server;
    }

    Postgres postgres() {
        return new Postgres(home);
    }

    /// Warnings and errors of all of them, for a reader of a failure.
    Stream<String> complaints() {
        return all.stream().flatMap(one -> one.complaints().stream());
    }

    @Override
    public void close() throws IOException {
        all.forEach(Analyzer::close);
        for (var line : lines) {
            line.close();
        }
        server.close();
    }
}
