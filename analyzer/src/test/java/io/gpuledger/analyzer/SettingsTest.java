package io.gpuledger.analyzer;

import io.gpuledger.gate.Golden;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.SettingsPage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void the_document_lists_every_setting() {
        Golden.section(Path.of("docs/configuration.md"), "gpu-analyzer")
                .matches(SettingsPage.of(Program.complete(Main.DECLARATION)));
    }
}
