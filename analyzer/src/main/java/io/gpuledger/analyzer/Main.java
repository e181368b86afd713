package io.gpuledger.analyzer;

import io.gpuledger.analyzer.access.AccessSettings;
import io.gpuledger.analyzer.alert.AlertSettings;
import io.gpuledger.analyzer.books.BooksSettings;
import io.gpuledger.analyzer.books.RecomputeSettings;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.kubernetes.ClusterSettings;
import io.gpuledger.analyzer.findings.FindingsSettings;
import io.gpuledger.analyzer.mail.DeskSettings;
import io.gpuledger.analyzer.mail.MailSettings;
import io.gpuledger.analyzer.prometheus.ReadSettings;
import io.gpuledger.analyzer.remotewrite.WriteSettings;
import io.gpuledger.analyzer.report.ReportSettings;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.letter.BookAdvices;
import io.gpuledger.analyzer.report.letter.BookLetters;
import io.gpuledger.analyzer.report.letter.LetterSettings;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.scrape.kubernetes.KubernetesSettings;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.postgres.CopySettings;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.spool.SpoolSettings;
import io.gpuledger.analyzer.web.OwnMetrics;
import io.gpuledger.service.Program;
import io.gpuledger.service.Program.Quiet;
import io.gpuledger.service.doctor.RunningArguments;
import io.gpuledger.service.http.HttpDeclaration;
import io.gpuledger.service.life.Thrift;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Command;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;

/// gpu-analyzer: its commands, and its wings from left to right: [Storage], [Bookkeeping], [Ingest], [Mailing],
/// [Alerting], [Opening], [Outward].
public final class Main {
    static final String SERVE = "serve";
    private static final String WHAT_IT_IS =
            "Takes in the telemetry of a GPU fleet, by scrapes and by remote write, and keeps it in PostgreSQL.";
    /// A hundred people look at pages with several connections each, and hold up nobody.
    private static final int CONNECTIONS = 512;

    static final HttpDeclaration HTTP =
            HttpDeclaration.of(HttpDeclaration.listen("127.0.0.1:8080")).holding(CONNECTIONS);
    static final Setting<Duration> KEEP = Setting.duration(
                    "web-keep-answers",
                    "For how long an answer is new, and given again to whoever asks the same; then once more while it"
                        + " is found anew. What takes long to find is new for ten times as long, up to a minute, and"
                        + " found anew by itself until nobody has asked for it for half an hour. With 0s each is found"
                        + " anew.")
            .that(time -> time.compareTo(Duration.ofMinutes(10)) <= 0, "from 0s to 10m")
            // GPUs are scraped and booked less often than this.
            .or("5s");

    static final Setting<Path> DATA = Setting.file(
                    "data-dir",
                    "The folder of what was taken in and is not in the database yet, and of the embedded database.")
            .or("gpu-analyzer-data");

    private static final List<Setting<?>> SERVING = all(Stream.of(
            HTTP.settings(),
            List.of(KEEP),
            AccessSettings.ALL,
            List.of(DATA),
            DiscoverySettings.ALL,
            KubernetesSettings.ALL,
            ScrapeSettings.ALL,
            WriteSettings.ALL,
            ReadSettings.ALL,
            SourceSettings.ALL,
            ClusterSettings.ALL,
            SpoolSettings.ALL,
            DatabaseSettings.ALL,
            RetentionSettings.ALL,
            BooksSettings.ALL,
            FindingsSettings.ALL,
            AlertSettings.ALL,
            LetterSettings.ALL,
            MailSettings.ALL));

    private static final List<Setting<?>> MAILING =
            all(Stream.of(List.of(DATA), DatabaseSettings.ALL, LetterSettings.ALL, MailSettings.ALL, DeskSettings.ALL));

    static final Declaration DECLARATION = new Declaration(
            "gpu-analyzer",
            WHAT_IT_IS,
            commands(),
            all(Stream.of(
                    SERVING,
                    Backfilling.OWN,
                    RecomputeSettings.ALL,
                    ReportSettings.ALL,
                    Explaining.ALL,
                    DeskSettings.OWN,
                    CopySettings.ALL,
                    Doctoring.OWN,
                    TokenMaking.ALL)));

    private Main() {}

    private static List<Command> commands() {
        var commands = new ArrayList<Command>();
        commands.add(new Command(SERVE, "Takes in, keeps the books and shows them, until it is told to end.", SERVING));
        commands.add(new Command(
                "backfill",
                "Reads the past of a Prometheus, keeps the books of it, and ends.",
                all(Stream.of(SERVING, Backfilling.OWN))));
        commands.add(new Command(
                "recompute",
                "Books hours again from what is stored, and prints what was another.",
                all(Stream.of(
                        List.of(DATA),
                        DatabaseSettings.ALL,
                        RetentionSettings.ALL,
                        BooksSettings.ALL,
                        RecomputeSettings.ALL))));
        commands.add(new Command(
                "report",
                "Writes the letter to a team, or the fleet's, of a week.",
                all(Stream.of(
                        List.of(DATA),
                        DatabaseSettings.ALL,
                        ReportSettings.ALL,
                        LetterSettings.ALL,
                        MailSettings.ALL))));
        commands.add(new Command(
                "explain",
                "Says of pods that nobody has made yet whether they would start now, or what would keep them.",
                all(Stream.of(List.of(DATA), DatabaseSettings.ALL, Explaining.ALL))));
        commands.add(new Command(
                "token", "Makes a token for the access file, and prints it once with its line.", TokenMaking.ALL));
        commands.add(new Command(
                "copy-database",
                "Copies the whole database into another, or goes on with that, and compares all rows of the two.",
                all(Stream.of(DatabaseSettings.ALL, CopySettings.ALL))));
        commands.addAll(MailCommands.commands(MAILING));
        commands.add(new Command(
                "doctor",
                "Looks at all that it depends on, and says of each whether it is well, and what mends it.",
                all(Stream.of(SERVING, Doctoring.OWN))));
        commands.add(new Command(
                "check-config",
                "Looks at the settings and at the files that they name, says what is wrong, and prints what is in"
                        + " force.",
                SERVING));
        return commands;
    }

    public static void main(String[] args) {
        var jobs = new HashMap<>(new MailCommands(Main::letters, InstantSource.system()).jobs(DATA));
        jobs.put("backfill", new Quiet(settings -> Backfilling.run(settings, System.out)));
        jobs.put("recompute", new Quiet(Main::recompute));
        jobs.put("report", new Quiet(Main::report));
        jobs.put("explain", new Quiet(Main::explain));
        jobs.put("doctor", new Quiet(settings -> Doctoring.run(settings, settings.get(DATA), System.out)));
        jobs.put("copy-database", new Quiet(settings -> Copying.run(settings, System.out)));
        jobs.put("token", new Quiet(settings -> TokenMaking.run(settings, System.out)));
        new Program(DECLARATION, Main.class, Main::start, jobs, Checking::look)
                .main(new RunningArguments(DECLARATION.program(), Main.class).besides(args, System.err));
    }

    private static List<Setting<?>> all(Stream<List<Setting<?>>> some) {
        return some.<Setting<?>>flatMap(List::stream).toList();
    }

    private static int recompute(Settings settings) {
        return new Recomputing(settings, settings.get(DATA), InstantSource.system()).run(System.out);
    }

    private static int report(Settings settings) {
        return new Reporting(settings, settings.get(DATA), InstantSource.system(), Main::letters).run(System.out);
    }

    private static int explain(Settings settings) {
        return Explaining.run(settings, settings.get(DATA), InstantSource.system(), System.out);
    }

    /// Returns who writes the letters of the books of a database.
    private static BookLetters letters(Database database, Settings settings) {
        return new BookLetters(new Reports(database), new BookAdvices(database), LetterSettings.from(settings));
    }

    /// An analyzer that runs.
    record Running(Parts parts, Storage storage, Bookkeeping bookkeeping, Ingest ingest) implements AutoCloseable {
        /// Whether all that came in is in the database and in the books.
        boolean isAllBooked() {
            return storage.spool().bytesPending() == 0 && bookkeeping.isUpToDate();
        }

        @Override
        public void close() {
            parts.close();
        }
    }

    static AutoCloseable start(Settings settings, Reloads reloads) {
        return run(settings, reloads);
    }

    static Running run(Settings settings, Reloads reloads) {
        var plan = Ingest.Plan.from(settings);
        var clock = Timekeeper.system();
        Thrift.start();
        var metrics = new OwnMetrics();
        var registry = metrics.registry();
        var parts = new Parts();
        try {
            var storage = new Storage(parts, settings, settings.get(DATA), clock, registry);
            var bookkeeping = new Bookkeeping(parts, settings, storage, clock, registry);
            var ingest = new Ingest(parts, settings, plan, reloads, storage, bookkeeping, clock, registry);
            var letters = letters(storage.database(), settings);
            var mailing = new Mailing(parts, settings, reloads, storage.database(), letters, clock, registry);
            var alerting = new Alerting(parts, settings, reloads, storage.database(), bookkeeping, clock, registry);
            var opening = new Opening(parts, settings, reloads, storage.database(), clock, registry);
            parts.add(new Outward(storage, bookkeeping, ingest, mailing, alerting, letters, metrics, opening, clock)
                    .start(settings, reloads));
            ingest.start();
            return new Running(parts, storage, bookkeeping, ingest);
        } catch (RuntimeException e) {
            // The parts that run already would go on without the rest.
            parts.close();
            throw e;
        }
    }
}
