package io.gpuledger.simulator;

import io.gpuledger.gate.Arrows;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.simulator", """
        fleet ->
        story -> fleet
        work  -> story
        draw  -> fleet, story, work
        script -> fleet, story, work
        truth -> fleet, story
        Main  -> service, service.http, service.reload, service.settings
        """).fence("io.helidon", "Main");

    @Test
    void the_arrows_hold() {
        ARROWS.verify();
    }

    @Test
    void the_architecture_page_draws_the_same_arrows() {
        Golden.section(Path.of("docs/architecture.md"), "arrows of simulator").matches(ARROWS.drawing());
    }
}
