package io.gpuledger.gate;

import java.util.ArrayList;
import java.util.List;

/// Prometheus' own judge.
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
}
