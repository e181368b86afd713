package io.gpuledger.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// This is Prometheus' own judge of pages and rules.
public final class Promtool {
    private Promtool() {}

    /// What it printed. Fails where it has something to object to.
    public static String run(String... arguments) throws InterruptedException {
        var command = new ArrayList<>(
                List.of(Counterpart.find("promtool", "prometheus").toString()));
        command.addAll(List.of(arguments));
        try (var promtool = RunningProgram.start(command)) {
            var code = promtool.exitCode();
            if (code != 0) {
                throw new AssertionError("%s ended with %d:%n%s".formatted(command, code, promtool.output()));
            }
            return promtool.output();
        }
    }

    /// What it objects to in the names, types and units of a page's families: empty where all is well.
    public static String lint(String page) throws IOException {
        var promtool = Counterpart.find("promtool", "prometheus");
        var check = new ProcessBuilder(promtool.toString(), "check", "metrics")
                .redirectErrorStream(true)
                .start();
        try (var input = check.getOutputStream()) {
            input.write(page.getBytes(StandardCharsets.UTF_8));
        }
        return new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
