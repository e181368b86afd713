package io.gpuledger.analyzer;

import io.gpuledger.gate.Arrows;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.analyzer", """
        clock          ->
        time           ->
        telemetry      ->
        apiserver      -> service.doctor
        cluster        -> time
        cluster.kubernetes -> apiserver, cluster, service.life, service.settings, telemetry
        cluster.statemetrics -> cluster, parse, source, telemetry
        parse          ->
        parse.text     -> parse, telemetry
        parse.proto    ->
        parse.read     -> parse, parse.proto, telemetry
        parse.write    -> parse, parse.proto, telemetry
        source         -> parse, service.settings, telemetry
        scrape.http    -> service.settings, service.tls
        scrape.discovery -> scrape.http, service.doctor, service.life, service.reload, service.settings, telemetry
        scrape.kubernetes -> apiserver, scrape.discovery, service.life, service.settings
        scrape         -> clock, cluster, cluster.statemetrics, parse, parse.text, scrape.discovery, scrape.http,
                          service.life, service.settings, source, telemetry
        rows           -> cluster.statemetrics, parse, source, telemetry
        remotewrite    -> clock, parse, parse.proto, parse.write, rows, service.http, service.settings, telemetry
        store.progress -> store.postgres, time
        prometheus.peer -> clock, parse.read, scrape.http
        prometheus     -> clock, parse, parse.read, prometheus.peer, rows, scrape.http, service.doctor, service.life,
                          service.settings, source, store.postgres, store.progress, telemetry, time
        ledger         -> telemetry, time
        health         -> telemetry, time
        health.watch   -> health, telemetry, time
        failures       -> health, telemetry, time
        capacity       -> ledger
        fleet          -> cluster, telemetry, time
        fit.device     ->
        fit            -> cluster, fit.device
        fit.spec       -> cluster, fit, fit.device
        latency        -> time
        interruption   -> latency, time
        placement      -> failures, health, interruption, time
        quota          -> cluster, time
        admission      -> cluster, fit, fit.spec, quota, telemetry
        stranded       -> cluster, fit, time
        moves          -> cluster, fit, stranded
        diagnosis      -> admission, cluster, fit, fit.device, fit.spec, moves, stranded
        sharing        -> cluster, fleet, telemetry, time
        booking        -> cluster, fit, fleet, health, ledger, sharing, stranded, telemetry, time
        advice         -> ledger, time
        store          -> clock, service.doctor, service.settings, telemetry
        store.preference -> telemetry
        store.spool    -> service.life, service.settings, store, telemetry
        store.embedded -> service.life, service.settings, store
        store.postgres -> service.doctor, service.life, service.settings
        store.samples  -> fleet, ledger, store.postgres, telemetry, time
        store.objects  -> cluster, store.postgres, store.samples, telemetry, time
        store.entries  -> booking, cluster, fleet, ledger, store.postgres, telemetry, time
        store.pods     -> admission, booking, cluster, diagnosis, fit, fit.spec, interruption, latency, moves,
                          placement, store.objects, store.postgres, stranded, telemetry, time
        store.quotas   -> quota, store.objects, store.postgres, telemetry, time
        store.questions -> advice, cluster, ledger, store.postgres, time
        store.gpus     -> cluster, ledger, store.postgres, time
        store.findings -> cluster, failures, health, ledger, store.postgres, telemetry, time
        store.placement -> failures, health, interruption, placement, store.findings, store.pods,
                          store.postgres, time
        store.copying  -> store.entries, store.postgres, time
        store.writer   -> service.life, store, store.objects, store.postgres, store.samples, telemetry
        store.upkeep   -> fleet, service.life, store, store.entries, store.postgres, telemetry
        books          -> booking, clock, cluster, fleet, health, ledger, service.life, service.settings,
                          sharing, store.entries, store.objects, store.pods, store.postgres, store.samples, store.writer,
                          stranded, telemetry, time
        scheduling     -> booking, diagnosis, quota, service.life, store.pods, store.postgres, store.quotas, stranded,
                          time
        findings       -> booking, books, cluster, health, health.watch, ledger, service.life, service.settings,
                          store.findings, store.objects, store.postgres, store.writer, telemetry
        alert          -> health, scrape.http, service.doctor, service.life, service.settings, store.findings, store.postgres,
                          telemetry
        html           ->
        report         -> advice, capacity, health, ledger, service.settings, store.findings, store.postgres, store.questions,
                          time
        report.letter  -> advice, health, html, ledger, report, service.settings, store.postgres, store.questions,
                          stranded, time
        store.outbox   -> cluster, report, store.postgres, time
        mail           -> report, service.doctor, service.life, service.settings, service.tls, store.outbox, store.postgres
        access         -> service.auth, service.settings
        access.review  -> access, apiserver, service.auth
        store.audit    -> access, service.life, store.postgres
        web.api        -> access, report, service.http, service.settings, store.postgres
        web.gate       -> access, service.auth, service.http, web.api
        web.page       -> access, html, report
        web            -> access, advice, booking, books, capacity, cluster, cluster.kubernetes, diagnosis, failures,
                          health, html, interruption, latency, ledger, moves, placement, prometheus, quota, report,
                          report.letter, scrape, scrape.discovery, scrape.http, service.doctor, service.http,
                          service.settings, store.audit, store.findings, store.gpus, store.outbox, store.placement, store.pods, store.postgres,
                          store.questions, store.quotas, stranded, telemetry, time, web.api, web.gate, web.page
        Main           -> access, access.review, alert, apiserver, booking, books, clock, cluster, cluster.kubernetes,
                          cluster.statemetrics, diagnosis,
                          findings, health, mail, prometheus, prometheus.peer, remotewrite, report, report.letter, rows,
                          scheduling, scrape,
                          scrape.discovery, scrape.http, scrape.kubernetes, service, service.doctor, service.http, service.life,
                          service.auth, service.reload, service.settings, source, store, store.audit, store.copying, store.embedded, store.outbox, store.pods,
                          store.postgres, store.preference, store.progress, store.spool, store.upkeep, store.writer, telemetry, time,
                          web, web.gate
        """)
            .fence("com.fasterxml.jackson", "alert", "fit.spec", "parse.read", "scrape.discovery", "web.api")
            .fence("com.zaxxer", "store.postgres")
            .fence("io.fabric8", "access.review", "apiserver", "cluster.kubernetes", "scrape.kubernetes")
            .fence("io.helidon", "remotewrite", "web", "web.api", "web.gate", "Main")
            .fence(
                    "io.micrometer",
                    "access.review",
                    "apiserver",
                    "cluster.kubernetes",
                    "source",
                    "scrape",
                    "scrape.discovery",
                    "scrape.kubernetes",
                    "prometheus",
                    "remotewrite",
                    "store.audit",
                    "store.preference",
                    "store.spool",
                    "store.postgres",
                    "store.writer",
                    "store.upkeep",
                    "books",
                    "scheduling",
                    "findings",
                    "alert",
                    "mail",
                    "web",
                    "Main")
            .fence("jakarta.activation", "mail")
            .fence("jakarta.mail", "mail")
            .fence("java.sql", "store.embedded", "store.postgres")
            .fence("org.eclipse.angus", "mail")
            .fence("org.flywaydb", "store.postgres")
            .fence("org.postgresql", "store.postgres")
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
