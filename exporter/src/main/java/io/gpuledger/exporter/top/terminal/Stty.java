package io.gpuledger.exporter.top.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The program `stty`, which knows how a terminal is set on every system: so nothing here has to know a layout in C.
final class Stty {
    private static final File TERMINAL = new File("/dev/tty");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// Ctrl-C goes to all who have the terminal, and may end one of ours before it is done.
    private static final int TRIES = 3;

    private Stty() {}

    /// Returns what it prints, or nothing where it cannot do it.
    static Optional<String> run(String... arguments) {
        for (var each = 0; each < TRIES; each++) {
            var printed = once(arguments);
            if (printed.isPresent()) {
                return printed;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> once(String... arguments) {
        var command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        try {
            var process = new ProcessBuilder(command)
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (var out = process.getInputStream()) {
                var printed = new String(out.readAllBytes(), StandardCharsets.US_ASCII).strip();
                var isDone = process.waitFor(PATIENCE) && process.exitValue() == 0;
                process.destroyForcibly();
                return isDone ? Optional.of(printed) : Optional.empty();
            }
        } catch (IOException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
