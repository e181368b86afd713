package io.gpuledger.simulator;

import io.gpuledger.gate.Arrows;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.simulator", """
        fleet -> exporter.device.simulated
        story -> fleet
        work  -> exporter.device.simulated, story
        draw  -> exporter.device.simulated, cluster, fleet, schedule, story, work
        script -> exporter.device.simulated, cluster, fleet, schedule, story, work
        play  -> service.settings, draw, script, story
        truth -> cluster, fleet, story
        page  -> service.settings, exporter.attribution, exporter.counters, exporter.device, exporter.device.simulated,
                 exporter.exposition, exporter.self, fleet, story
        remote ->
        history -> service.settings, page, remote, story
        cluster -> exporter.device.simulated, fleet, story
        schedule -> cluster, fleet, story
        statemetrics -> cluster, fleet, story
        kubernetes -> service.life, service.settings, cluster, fleet, schedule, story
        http  -> service.http, exporter.exposition, cluster, fleet, page, schedule, statemetrics, story,
                 truth
        Main  -> service, service.http, service.life, service.reload, service.settings, cluster, fleet, history, http,
                 kubernetes, page, play, remote, statemetrics, story
        """)
            .fence("io.helidon", "Main", "http")
            .fence("com.fasterxml", "http")
            .fence("io.fabric8", "kubernetes");

    @Test
    void the_arrows_hold() {
        ARROWS.verify();
    }

    @Test
    void the_architecture_page_draws_the_same_arrows() {
        Golden.section(Path.of("docs/architecture.md"), "arrows of simulator").matches(ARROWS.drawing());
    }
}
