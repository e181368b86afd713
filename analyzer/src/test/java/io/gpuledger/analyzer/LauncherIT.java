package io.gpuledger.analyzer;

import io.gpuledger.gate.PackagedProgram;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LauncherIT {
    private final PackagedProgram program = new PackagedProgram("gpu-analyzer");

    @Test
    void it_starts_serves_its_health_and_stops() throws IOException, InterruptedException {
        program.servesItsHealthAndStops("serve", "--listen", "127.0.0.1:0");
    }

    @Test
    void it_refuses_wrong_settings() throws InterruptedException {
        program.refusesWrongSettings();
    }
}
