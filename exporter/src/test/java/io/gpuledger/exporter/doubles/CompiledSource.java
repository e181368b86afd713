package io.gpuledger.exporter.doubles;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Counterpart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Compiles what stands in src/test/c, with the machine's own compiler.
final class CompiledSource {
    private static final Path SOURCES = Path.of("src/test/c");
    private static final Path LIBRARIES = Path.of("target/doubles");
    private static final List<String> FLAGS = List.of(
            "-shared", "-fPIC", "-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden");
    private static final long PATIENCE_SECONDS = 300;

    private CompiledSource() {}

    /// The shared library of this source, made once. Fails, or is skipped, where there is no compiler.
    static synchronized Path library(String source) throws IOException, InterruptedException {
        var library = LIBRARIES.resolve(source.replace(".c", ".so"));
        if (!Files.exists(library) || olderThanItsSources(library)) {
            var compiler = Counterpart.find("gcc", "gcc libc6-dev");
            Files.createDirectories(LIBRARIES);
            var fresh = Files.createTempFile(LIBRARIES.toAbsolutePath(), source, ".so");
            run(Stream.of(
                            Stream.of(compiler.toString()),
                            FLAGS.stream(),
                            Stream.of(
                                    "-o",
                                    fresh.toString(),
                                    SOURCES.resolve(source).toString(),
                                    "-lm"))
                    .flatMap(words -> words)
                    .toList());
            Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE);
        }
        return library;
    }

    private static boolean olderThanItsSources(Path library) throws IOException {
        var made = Files.getLastModifiedTime(library);
        try (var sources = Files.list(SOURCES)) {
            for (var source : sources.toList()) {
                if (Files.getLastModifiedTime(source).compareTo(made) > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    static void run(List<String> command) throws IOException, InterruptedException {
        var said = Files.createTempFile("compiler", ".txt");
        var compiler = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        var ended = compiler.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        var words = Files.readString(said, StandardCharsets.UTF_8);
        Files.delete(said);
        assertThat(ended && compiler.exitValue() == 0)
                .as("%s%n%s", String.join(" ", command), words)
                .isTrue();
    }
}
