package io.gpuledger.analyzer;

import io.gpuledger.gate.Arrows;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.analyzer", """
        clock          ->
        telemetry      ->
        apiserver      ->
        cluster        ->
        cluster.kubernetes -> apiserver, cluster, telemetry, service.life, service.settings
        cluster.statemetrics -> cluster, parse, source, telemetry
        parse          ->
        parse.text     -> parse, telemetry
        parse.write    -> parse, telemetry
        source         -> parse, telemetry, service.settings
        scrape.http    -> service.settings, service.tls
        scrape.discovery -> scrape.http, telemetry, service.reload, service.life, service.settings
        scrape.kubernetes -> apiserver, scrape.discovery, service.life, service.settings
        scrape         -> clock, cluster, cluster.statemetrics, scrape.discovery, scrape.http, parse, parse.text, source, telemetry, service.life, service.settings
        remotewrite    -> clock, cluster.statemetrics, parse, parse.write, source, telemetry, service.http, service.settings
        ledger         -> cluster, telemetry
        health         -> ledger, telemetry
        store          -> telemetry
        store.preference -> telemetry
        store.spool    -> store, telemetry, service.life, service.settings
        store.embedded -> store, service.life
        store.database -> clock, ledger, store, cluster, telemetry, service.life, service.settings
        books          -> clock, cluster, health, ledger, store.database, telemetry, service.life, service.settings
        report         -> ledger, store.database, service.settings
        web            -> books, cluster, ledger, report, store.database, telemetry, scrape, scrape.discovery, scrape.http,
                          service.http, service.settings
        Main           -> clock, books, ledger, telemetry, cluster, cluster.kubernetes, cluster.statemetrics, source, scrape, scrape.discovery, scrape.http, scrape.kubernetes, remotewrite,
                          store, store.preference, store.spool, store.embedded, store.database, report, web,
                          service, service.http, service.life, service.reload, service.settings
        """)
            .fence("com.fasterxml.jackson", "scrape.discovery", "web")
            .fence("com.zaxxer", "store.database")
            .fence("io.fabric8", "apiserver", "cluster.kubernetes", "scrape.kubernetes")
            .fence("io.helidon", "remotewrite", "web", "Main")
            .fence(
                    "io.micrometer",
                    "apiserver",
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
