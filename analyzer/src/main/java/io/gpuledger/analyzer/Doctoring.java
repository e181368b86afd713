package io.gpuledger.analyzer;

import io.gpuledger.analyzer.access.AccessSettings;
import io.gpuledger.analyzer.access.review.TokenReviews;
import io.gpuledger.analyzer.alert.AlertSettings;
import io.gpuledger.analyzer.alert.AlertmanagerCheck;
import io.gpuledger.analyzer.apiserver.Right;
import io.gpuledger.analyzer.apiserver.RightsCheck;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.kubernetes.ClusterRights;
import io.gpuledger.analyzer.cluster.kubernetes.ClusterSettings;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.mail.MailCheck;
import io.gpuledger.analyzer.mail.MailSettings;
import io.gpuledger.analyzer.prometheus.PrometheusCheck;
import io.gpuledger.analyzer.prometheus.ReadSettings;
import io.gpuledger.analyzer.prometheus.Survey;
import io.gpuledger.analyzer.prometheus.Wanted;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.scrape.discovery.TargetsCheck;
import io.gpuledger.analyzer.scrape.kubernetes.KubernetesSettings;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.store.DataFolderCheck;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.embedded.CannotStartPostgresException;
import io.gpuledger.analyzer.store.embedded.DatabaseAccess;
import io.gpuledger.analyzer.store.postgres.DatabaseCheck;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.spool.SpoolSettings;
import io.gpuledger.service.doctor.Doctor;
import io.gpuledger.service.doctor.Examination;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// Looks at all that an analyzer with these settings depends on, and says of each whether it is well, and what mends it
/// where it is not: as the command `doctor`, and for the page of an analyzer that runs. It changes nothing, and the
/// command works beside an analyzer that runs.
final class Doctoring {
    static final Setting<Boolean> JSON = Setting.onOff("json", "With doctor: prints all as a JSON document.");
    static final List<Setting<?>> OWN = List.of(JSON);

    private static final String SETTINGS = "settings";
    private static final String DOORS = "doors";
    private static final String NETWORK = "look whether it runs, and at the network between";

    private final Settings settings;
    private final Path folder;
    private final Timekeeper clock = Timekeeper.system();
    private final List<Examination> examinations = new ArrayList<>();

    private Doctoring(Settings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
    }

    /// Runs the command, and returns its exit code: 1 where something does not work.
    static int run(Settings settings, Path folder, PrintStream out) throws InterruptedException {
        var examined = new Doctor().examine(examinations(settings, folder));
        out.print(settings.get(JSON) ? examined.json() : examined.text());
        out.flush();
        return examined.exitCode();
    }

    /// Returns what is to be looked at.
    static List<Examination> examinations(Settings settings, Path folder) {
        var doctoring = new Doctoring(settings, folder);
        doctoring.plan();
        return doctoring.examinations;
    }

    /// Settings that do not go together are told of once, by the first; what cannot be read for that is left out.
    private void plan() {
        add(SETTINGS, this::settings);
        add(DOORS, this::doors);
        examinations.add(
                new DataFolderCheck(folder, SpoolSettings.from(settings).bytesMax(), watermark()).examination());
        add(DatabaseCheck.SUBJECT, this::database);
        read(() -> ReadSettings.from(settings))
                .flatMap(reading -> reading)
                .ifPresent(reading -> add(PrometheusCheck.SUBJECT, () -> prometheus(reading)));
        var rights = rights();
        if (!rights.isEmpty()) {
            add(RightsCheck.SUBJECT, new RightsCheck(rights)::lines);
        }
        read(() -> ScrapeSettings.from(settings)).ifPresent(this::targets);
        read(() -> AlertSettings.from(settings))
                .ifPresent(alerting -> alerting.urls()
                        .forEach(url -> add(AlertmanagerCheck.SUBJECT, new AlertmanagerCheck(url, alerting)::lines)));
        read(() -> MailSettings.from(settings))
                .ifPresent(mailing -> add(MailCheck.SUBJECT, new MailCheck(mailing)::lines));
    }

    /// A database that is elsewhere has a disk of its own.
    private OptionalDouble watermark() {
        return DatabaseSettings.from(settings).isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble.of(RetentionSettings.from(settings).watermark());
    }

    private List<Right> rights() {
        var rights = new ArrayList<Right>();
        if (ClusterSettings.from(settings).fromKubernetes()) {
            rights.addAll(ClusterRights.ALL);
        }
        KubernetesSettings.from(settings).right().ifPresent(rights::add);
        read(() -> AccessSettings.from(settings))
                .filter(AccessSettings::isReviewed)
                .ifPresent(_ -> rights.add(TokenReviews.RIGHT));
        return rights;
    }

    private void add(String subject, Examination.Look look) {
        examinations.add(new Examination(subject, NETWORK, look));
    }

    private static <T> Optional<T> read(Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (BadSettingsException _) {
            return Optional.empty();
        }
    }

    private List<Line> settings() {
        try {
            Checking.look(settings);
            return List.of(new Ok(SETTINGS, "they go together, and the files that they name can be read"));
        } catch (BadSettingsException e) {
            return e.problems().stream()
                    .<Line>map(problem -> new Fault(SETTINGS, problem, "gpu-analyzer --help has all settings"))
                    .toList();
        }
    }

    private List<Line> doors() {
        var http = Main.HTTP.in(settings);
        var isDecided = read(() -> AccessSettings.from(settings))
                .flatMap(AccessSettings::file)
                .isPresent();
        if (!http.isOpen() || isDecided) {
            return List.of(new Ok(DOORS, "%s, for whom they are meant".formatted(http.listen())));
        }
        return List.of(new Warning(
                DOORS,
                "at %s anybody who reaches it may read all, and write".formatted(http.listen()),
                "say by --web-config-file and --access-file who may what, or keep others away by a network policy"));
    }

    private List<Line> database() {
        var named = DatabaseSettings.from(settings);
        var postgres = folder.resolve("postgres");
        try {
            if (named.isEmpty() && !DatabaseAccess.isInUse(postgres)) {
                // To look into it would be to start it, and an analyzer that starts meanwhile would find it in use.
                return List.of(new Ok(
                        DatabaseCheck.SUBJECT,
                        DatabaseAccess.isThere(postgres)
                                ? "an embedded PostgreSQL in %s, which no analyzer runs now".formatted(postgres)
                                : "an embedded PostgreSQL, which the first start makes in " + postgres));
            }
            var connections = named.map(DatabaseSettings::connections).orElse(0);
            return new Visitor(settings, folder)
                    .<List<Line>, RuntimeException>ask(
                            database -> new DatabaseCheck(database, clock, connections).lines());
        } catch (CannotStartPostgresException e) {
            return List.of(new Fault(DatabaseCheck.SUBJECT, e.what(), e.remedy()));
        }
    }

    private List<Line> prometheus(ReadSettings reading) throws InterruptedException {
        try (var peer = new Peer(reading.peer(), clock)) {
            var catalog = SourceSettings.from(settings).catalog();
            var survey = new Survey(peer, Wanted.of(catalog, StateMetrics.metrics(), reading.shard()));
            return new PrometheusCheck(reading.source(), survey, reading.way())
                    .lines(clock.instant().minus(reading.delay()));
        } catch (IOException _) {
            // A file that TLS needs is told of with the settings.
            return List.of();
        }
    }

    private void targets(ScrapeSettings scraping) {
        var check = new TargetsCheck(DiscoverySettings.from(settings), scraping.defaults(), scraping::client, clock);
        examinations.addAll(check.examinations());
    }
}
