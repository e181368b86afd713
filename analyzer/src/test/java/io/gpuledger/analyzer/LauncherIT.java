package io.gpuledger.analyzer;

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
}
