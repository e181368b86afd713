package io.gpuledger.analyzer;

import io.gpuledger.analyzer.books.BooksSettings;
import io.gpuledger.analyzer.books.RecomputeSettings;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.Voices;
import io.gpuledger.analyzer.cluster.kubernetes.ClusterSettings;
import io.gpuledger.analyzer.cluster.kubernetes.KubernetesCluster;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.remotewrite.MappedBooks;
import io.gpuledger.analyzer.remotewrite.WriteRoute;
import io.gpuledger.analyzer.remotewrite.WriteSettings;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.report.ReportSettings;
import io.gpuledger.analyzer.scrape.Attendance;
import io.gpuledger.analyzer.scrape.MappedPages;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.Scraper;
import io.gpuledger.analyzer.scrape.discovery.Discoveries;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.scrape.kubernetes.KubernetesSettings;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.source.Workbenches;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.store.spool.SpoolSettings;
import io.gpuledger.analyzer.web.FleetRoute;
import io.gpuledger.analyzer.web.LedgerRoute;
import io.gpuledger.analyzer.web.NowRoute;
import io.gpuledger.analyzer.web.OwnMetrics;
import io.gpuledger.analyzer.web.TargetsRoute;
import io.gpuledger.analyzer.web.WorkloadsRoute;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.Program;
import io.gpuledger.service.Program.Job;
import io.gpuledger.service.Program.Quiet;
import io.gpuledger.service.http.HealthRoutes;
import io.gpuledger.service.http.HttpDeclaration;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.life.Thrift;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Command;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.helidon.webserver.http.HttpRouting;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// gpu-analyzer: wires the parts, from left to right.
public final class Main {
    private static final String WHAT_IT_IS =
            "Takes in the telemetry of a GPU fleet, by scrapes and by remote write, and keeps it in PostgreSQL.";
    static final HttpDeclaration HTTP = HttpDeclaration.of(HttpDeclaration.listen("127.0.0.1:8080"));
    static final Setting<Path> DATA = Setting.file(
                    "data-dir",
                    "The folder of what was taken in and is not in the database yet, and of the embedded database.")
            .or("gpu-analyzer-data");

    private static final List<Setting<?>> SERVING = all(Stream.of(
            HTTP.settings(),
            List.of(DATA),
            DiscoverySettings.ALL,
            KubernetesSettings.ALL,
            ScrapeSettings.ALL,
            WriteSettings.ALL,
            SourceSettings.ALL,
            ClusterSettings.ALL,
            SpoolSettings.ALL,
            DatabaseSettings.ALL,
            RetentionSettings.ALL,
            BooksSettings.ALL));

    static final Declaration DECLARATION = new Declaration(
            "gpu-analyzer",
            WHAT_IT_IS,
            List.of(
                    new Command("serve", "Takes in, keeps the books and shows them, until it is told to end.", SERVING),
                    new Command(
                            "recompute",
                            "Books hours again from what is stored, and prints what was another.",
                            all(Stream.of(
                                    List.of(DATA),
                                    DatabaseSettings.ALL,
                                    RetentionSettings.ALL,
                                    BooksSettings.ALL,
                                    RecomputeSettings.ALL))),
                    new Command(
                            "report",
                            "Writes a team's week down.",
                            all(Stream.of(List.of(DATA), DatabaseSettings.ALL, ReportSettings.ALL))),
                    new Command(
                            "check-config",
                            "Looks at the settings and at the files that they name, says what is wrong, and prints what"
                                    + " is in force.",
                            SERVING)),
            all(Stream.of(SERVING, RecomputeSettings.ALL, ReportSettings.ALL)));

    private Main() {}

    public static void main(String[] args) {
        var jobs = Map.<String, Job>of("recompute", new Quiet(Main::recompute), "report", new Quiet(Main::report));
        new Program(DECLARATION, Main.class, Main::start, jobs, Checking::look).main(args);
    }

    private static List<Setting<?>> all(Stream<List<Setting<?>>> some) {
        return some.<Setting<?>>flatMap(List::stream).toList();
    }

    private static int recompute(Settings settings) {
        return new Recomputing(settings, settings.get(DATA), InstantSource.system()).run(System.out);
    }

    private static int report(Settings settings) {
        return new Reporting(settings, settings.get(DATA), InstantSource.system()).run(System.out);
    }

    static AutoCloseable start(Settings settings, Reloads reloads) {
        var clock = Timekeeper.system();
        Thrift.start();
        var metrics = new OwnMetrics();
        var scraping = ScrapeSettings.from(settings);
        var writing =
                WriteSettings.from(settings, RetentionSettings.from(settings).raw());
        var client = client(scraping);
        reloads.watch("scrape-tls", scraping.tls().all(), client::reloadTls);
        var storage = new Storage(settings, settings.get(DATA), clock, metrics.registry());
        try {
            return serve(settings, reloads, scraping, writing, client, storage, metrics, clock);
        } catch (RuntimeException e) {
            // Or its database would go on without it.
            storage.close();
            throw e;
        }
    }

    private static AutoCloseable serve(
            Settings settings,
            Reloads reloads,
            ScrapeSettings scraping,
            WriteSettings writing,
            Client client,
            Storage storage,
            OwnMetrics metrics,
            Timekeeper clock) {
        var registry = metrics.registry();
        var sources = SourceSettings.from(settings);
        var workbenches = new Workbenches();
        var counters = new SampleCounters(registry);
        var voices = new Voices();
        var annotations = BooksSettings.annotations(settings);
        var states = new StateMetrics(voices, annotations);
        var intake = states.over(storage.intake());
        var attendance = new Attendance(sources, intake, clock);
        var pages = new MappedPages(sources, workbenches, counters, states, attendance, scraping.seriesMax());
        var books = new MappedBooks(sources, workbenches, counters, states);
        var writes = new WriteRoute(books, intake, writing, registry, clock);
        var scraper = new Scraper(client, pages::of, intake, clock, registry);
        var heartbeats = Stream.concat(storage.heartbeats().stream(), Stream.of(scraper.heartbeat()))
                .toList();
        var http = HttpServer.start(HTTP.in(settings), reloads, routing -> {
            writes.add(routing);
            new TargetsRoute(scraper::targets).add(routing);
            metrics.add(routing);
            new HealthRoutes(storage::readiness, heartbeats).add(routing);
            showBooks(storage, clock, routing);
        });
        var discoveries = discoveries(settings, scraping, attendance, scraper, reloads, clock, registry);
        var cluster =
                ClusterSettings.from(settings).watch(sources.cluster(), annotations, intake, voices, clock, registry);
        cluster.ifPresent(KubernetesCluster::start);
        scraper.start();
        discoveries.start();
        return () -> {
            cluster.ifPresent(KubernetesCluster::close);
            discoveries.close();
            http.close();
            scraper.close();
            client.close();
            storage.close();
        };
    }

    private static void showBooks(Storage storage, InstantSource clock, HttpRouting.Builder routing) {
        var ledger = new LedgerTables(storage.database());
        new LedgerRoute(ledger, clock).add(routing);
        new WorkloadsRoute(new WorkloadTables(storage.database()), clock).add(routing);
        new NowRoute(storage.books()::present, clock).add(routing);
        new FleetRoute(new FleetWeeks(ledger), storage.books()::present, clock, links()).add(routing);
    }

    private static Discoveries discoveries(
            Settings settings,
            ScrapeSettings scraping,
            Attendance attendance,
            Scraper scraper,
            Reloads reloads,
            InstantSource clock,
            MeterRegistry registry) {
        var all = Stream.concat(
                DiscoverySettings.from(settings).discoveries(reloads, clock, registry).stream(),
                KubernetesSettings.from(settings).discovery(clock, registry).stream());
        return new Discoveries(all.toList(), scraping.defaults(), census -> {
            // Whoever is gone says nothing after that.
            scraper.aim(census);
            attendance.note(census);
        });
    }

    private static Client client(ScrapeSettings scraping) {
        try {
            return scraping.client();
        } catch (IOException e) {
            throw new CannotStartException(e);
        }
    }

    private static Map<String, String> links() {
        var links = new LinkedHashMap<String, String>();
        links.put("/api/v1/ledger", "how much stands in which accounts");
        links.put("/api/v1/ledger?format=csv", "the same as a table");
        links.put("/api/v1/now", "what each unit is now, and who holds it");
        links.put("/api/v1/targets", "what is scraped, and how it goes");
        links.put("/metrics", "what it says of its own work");
        links.put("/readyz", "whether it takes in, and whether that gets into the database");
        links.put("/healthz", "whether the process runs");
        return links;
    }
}
