package io.gpuledger.analyzer.store.embedded;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Runs PostgreSQL's programs.
///
/// They refuse to run as root. A user namespace of their own without any mapping makes them nobody in their own eyes;
/// to the rest of the system they are still root, so that root's files stay theirs.
///
/// @param prefix what stands before each command
record Launcher(List<String> prefix) {
    private static final List<String> NAMESPACE = List.of("unshare", "-U");
    private static final int LINES = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /// Holds what a program said on both its streams before it ended.
    record Ended(int exitCode, String output) {
        boolean well() {
            return exitCode == 0;
        }

        String lastWords() {
            var lines = output.strip().lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        }
    }

    Launcher {
        prefix = List.copyOf(prefix);
    }

    static Launcher forThisUser() throws IOException, InterruptedException {
        var self = Path.of("/proc/self");
        return Files.exists(self) && Files.getAttribute(self, "unix:uid").equals(0)
                ? in(NAMESPACE)
                : new Launcher(List.of());
    }

    static Launcher in(List<String> namespace) throws IOException, InterruptedException {
        var launcher = new Launcher(namespace);
        var problem = launcher.problem();
        if (problem.isPresent()) {
            throw new CannotStartPostgresException(
                    "it does not run as root, and a user namespace is not to be had here (%s)".formatted(problem.get()),
                    "run this program as another user, or name another PostgreSQL with --database-url");
        }
        return launcher;
    }

    private Optional<String> problem() throws InterruptedException {
        try {
            var tried = run("true");
            return tried.well() ? Optional.empty() : Optional.of(tried.output().strip());
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// Runs a program to its end, which has to come within minutes.
    Ended run(String... command) throws IOException, InterruptedException {
        var output = Files.createTempFile("gpu-analyzer", ".out", OwnerOnly.NEW_FILE);
        try {
            var process = builder(prefix.stream(), command)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(PATIENCE)) {
                process.destroyForcibly().waitFor();
            }
            return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.ISO_8859_1));
        } finally {
            Files.delete(output);
        }
    }

    /// Starts a program that goes on when this one ends, in a session of its own: Ctrl-C on the terminal would end it
    /// before this program is done with it.
    Process start(Path output, String... command) throws IOException {
        return builder(Stream.concat(session(), prefix.stream()), command)
                .redirectOutput(output.toFile())
                .start();
    }

    private static Stream<String> session() {
        var path = Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin");
        var there = Stream.of(path.split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "setsid")));
        return there ? Stream.of("setsid") : Stream.empty();
    }

    private static ProcessBuilder builder(Stream<String> before, String... command) {
        var builder = new ProcessBuilder(
                        Stream.concat(before, Stream.of(command)).toList())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        // Nobody's PGDATA, PGPORT or language: its words are searched for what they mean.
        var environment = builder.environment();
        environment.keySet().retainAll(List.of("PATH", "TMPDIR"));
        environment.putAll(Map.of("LC_ALL", "C", "TZ", "UTC"));
        return builder;
    }
}
