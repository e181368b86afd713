package io.gpuledger.analyzer;

import io.gpuledger.gate.Arrows;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.analyzer", """
        telemetry      ->
        cluster        ->
        cluster.kubernetes -> cluster, telemetry, service.settings
        cluster.statemetrics -> cluster, parse, source, telemetry
        parse          ->
        parse.text     -> parse
        parse.write    -> parse
        source         -> parse, telemetry, service.settings
        scrape.http    -> service.settings, service.tls
        scrape.discovery -> scrape.http, service.reload, service.settings
        scrape.kubernetes -> scrape.discovery, service.settings
        scrape         -> cluster, cluster.statemetrics, scrape.discovery, scrape.http, parse, parse.text, source, telemetry, service.settings
        remotewrite    -> cluster.statemetrics, parse, parse.write, source, telemetry, service.http, service.settings
        ledger         -> cluster, telemetry
        health         -> ledger, telemetry
        store          -> telemetry
        store.preference -> telemetry
        store.spool    -> store, telemetry, service.settings
        store.embedded -> store
        store.database -> ledger, store, cluster, telemetry, service.settings
        books          -> cluster, health, ledger, store.database, telemetry, service.settings
        report         -> ledger, store.database, service.settings
        web            -> books, cluster, ledger, report, store.database, telemetry, scrape, scrape.discovery, scrape.http,
                          service.http, service.settings
        Main           -> books, ledger, telemetry, cluster, cluster.kubernetes, cluster.statemetrics, source, scrape, scrape.discovery, scrape.http, scrape.kubernetes, remotewrite,
                          store, store.preference, store.spool, store.embedded, store.database, report, web,
                          service, service.http, service.reload, service.settings
        """)
            .fence("com.fasterxml.jackson", "scrape.discovery", "web")
            .fence("com.zaxxer", "store.database")
            .fence("io.fabric8", "cluster.kubernetes", "scrape.kubernetes")
            .fence("io.helidon", "remotewrite", "web", "Main")
            .fence(
                    "io.micrometer",
                    "cluster.kubernetes",
                    "source",
                    "scrape",
                    "scrape.discovery",
                    "scrape.kubernetes",
                    "remotewrite",
                    "store.preference",
                    "store.spool",
                    "store.database",
                    "books",
                    "web",
                    "Main")
            .fence("java.sql", "store.embedded", "store.database", "books")
            .fence("org.flywaydb", "store.database")
            .fence("org.postgresql", "store.database")
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
