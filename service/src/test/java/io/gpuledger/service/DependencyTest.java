package io.gpuledger.service;

import io.gpuledger.gate.Arrows;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.service", """
        settings  ->
        signal    ->
        life      ->
        doctor    -> settings
        reload    -> life, signal
        tls       ->
        auth      ->
        webconfig -> settings, tls, auth
        http      -> life, settings, reload, webconfig, tls, auth
        Main      -> http, life, settings, reload
        """)
            .fence("picocli", "settings")
            .fence("org.snakeyaml", "settings")
            .fence("at.favre", "auth")
            .fence("io.helidon", "http");

    @Test
    void the_arrows_hold() {
        ARROWS.verify();
    }

    @Test
    void the_architecture_page_draws_the_same_arrows() {
        Golden.section(Path.of("docs/architecture.md"), "arrows of service").matches(ARROWS.drawing());
    }
}
