package io.gpuledger.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.PackagedProgram;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LauncherIT {
    /// No program but one of the system may listen there, so that no other story is played.
    private static final String NOBODY = "127.0.0.1:1";

    private final PackagedProgram program = new PackagedProgram("gpu-simulator");

    @Test
    void it_starts_serves_its_health_and_stops() throws IOException, InterruptedException {
        program.servesItsHealthAndStops("serve", "--listen", "127.0.0.1:0");
    }

    @Test
    void it_refuses_wrong_settings() throws InterruptedException {
        program.refusesWrongSettings();
    }

    @Test
    void history_says_what_it_lacks() throws InterruptedException {
        try (var history = program.start("history")) {
            assertThat(history.exitCode()).isEqualTo(2);
            assertThat(history.output()).contains("history needs --to, the URL to write to");
        }
    }

    @Test
    void history_ends_within_the_story() throws InterruptedException {
        try (var history = program.start(
                "history",
                "--listen=" + NOBODY,
                "--to=http://127.0.0.1:1/",
                "--nodes=1",
                "--today=2026-03-02",
                "--until=2026-02-01T00:00:00Z")) {
            assertThat(history.exitCode()).isEqualTo(2);
            assertThat(history.output())
                    .contains(
                            "until: 2026-02-01T00:00:00Z is not within the story, which goes from 2026-02-16T00:00:00Z"
                                    + " to 2026-03-09T00:00:00Z");
        }
    }
}
