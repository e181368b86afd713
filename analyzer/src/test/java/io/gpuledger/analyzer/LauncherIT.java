package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.PackagedProgram;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherIT {
    private final PackagedProgram program = new PackagedProgram("gpu-analyzer");

    @TempDir
    Path folder;

    @Test
    void it_starts_serves_its_health_and_stops() throws IOException, InterruptedException {
        program.servesItsHealthAndStops("serve", "--listen", "127.0.0.1:0", "--data-dir", folder.toString());
    }

    @Test
    void it_refuses_wrong_settings() throws InterruptedException {
        program.refusesWrongSettings();
    }

    @Test
    void to_explain_pods_it_asks_for_a_manifest_that_it_can_read() throws InterruptedException {
        var data = "--data-dir=" + folder;
        assertThatItRefuses("explain -f FILE names a manifest", "explain", data);
        assertThatItRefuses("none.yaml: it is not there", "explain", "-f", "none.yaml", data);
    }

    private void assertThatItRefuses(String why, String... arguments) throws InterruptedException {
        try (var explaining = program.start(arguments)) {
            assertThat(explaining.exitCode()).isEqualTo(2);
            assertThat(explaining.output()).contains(why);
        }
    }
}
