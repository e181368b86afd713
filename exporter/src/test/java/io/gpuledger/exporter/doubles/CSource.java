package io.gpuledger.exporter.doubles;

import io.gpuledger.gate.Counterpart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

/// C that a test has written, for the compiler to judge.
public final class CSource {
    private CSource() {}

    /// Fails with what the compiler says, where it says anything. What stands in src/test/c can be included.
    public static void check(String source, List<String> flags) throws IOException, InterruptedException {
        var compiler = Counterpart.find("gcc", "gcc libc6-dev");
        var file = Files.createTempFile("asserted", ".c");
        Files.writeString(file, source + "\n", StandardCharsets.UTF_8);
        try {
            CompiledSource.run(Stream.of(
                            Stream.of(compiler.toString(), "-fsyntax-only", "-std=gnu11", "-I", "src/test/c"),
                            flags.stream(),
                            Stream.of(file.toString()))
                    .flatMap(words -> words)
                    .toList());
        } finally {
            Files.delete(file);
        }
    }
}
