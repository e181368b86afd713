package io.gpuledger.analyzer;

import io.gpuledger.analyzer.books.BooksSettings;
import io.gpuledger.analyzer.books.RecomputeSettings;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.kubernetes.ClusterSettings;
import io.gpuledger.analyzer.remotewrite.WriteSettings;
import io.gpuledger.analyzer.report.ReportSettings;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.scrape.kubernetes.KubernetesSettings;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.spool.SpoolSettings;
import io.gpuledger.analyzer.web.OwnMetrics;
import io.gpuledger.service.Program;
import io.gpuledger.service.Program.Job;
import io.gpuledger.service.Program.Quiet;
import io.gpuledger.service.http.HttpDeclaration;
import io.gpuledger.service.life.Thrift;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Command;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// gpu-analyzer: its commands, and its wings from left to right: [Storage], [Bookkeeping], [Ingest], [Outward].
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
        var plan = Ingest.Plan.from(settings);
        var clock = Timekeeper.system();
        Thrift.start();
        var metrics = new OwnMetrics();
        var registry = metrics.registry();
        var parts = new Parts();
        try {
            var storage = new Storage(parts, settings, settings.get(DATA), clock, registry);
            var bookkeeping = new Bookkeeping(parts, settings, storage, clock, registry);
            var ingest = new Ingest(parts, settings, plan, reloads, storage.intake(), clock, registry);
            parts.add(new Outward(storage, bookkeeping, ingest, metrics, clock).start(settings, reloads));
            ingest.start();
            return parts;
        } catch (RuntimeException e) {
            // The parts that run already would go on without the rest.
            parts.close();
            throw e;
        }
    }
}
