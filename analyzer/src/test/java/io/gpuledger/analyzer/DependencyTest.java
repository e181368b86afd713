package io.gpuledger.analyzer;

import io.gpuledger.gate.Arrows;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.analyzer", """
        telemetry      ->
        parse          ->
        parse.text     -> parse
        parse.write    -> parse
        source         -> parse, telemetry, service.settings
        remotewrite    -> parse, parse.write, source, telemetry, service.http, service.settings
        store          -> telemetry
        store.database -> store, telemetry, service.settings
        store.embedded ->
        store.preference -> telemetry
        store.spool    -> store, telemetry, service.settings
        Main           -> service, service.http, service.reload, service.settings
        """)
            .fence("com.zaxxer", "store.database")
            .fence("org.flywaydb", "store.database")
            .fence("org.postgresql", "store.database")
            .fence("io.helidon", "remotewrite", "Main")
            .fence("io.micrometer", "source", "remotewrite", "store.preference", "store.spool", "store.database")
            .fence("java.sql", "store.embedded", "store.database")
            .fence("org.tukaani", "store.embedded");

    @Test
    void the_arrows_hold() {
        ARROWS.verify();
    }

    @Test
    void the_architecture_page_draws_the_same_arrows() {
        Golden.section(Path.of("docs/architecture.md"), "arrows of analyzer").matches(ARROWS.drawing());
    }
}
