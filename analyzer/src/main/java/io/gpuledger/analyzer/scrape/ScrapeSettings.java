package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.discovery.TargetDefaults;
import io.gpuledger.analyzer.scrape.http.Buffers;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.scrape.http.ClientOptions;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Says how targets are scraped.
///
/// @param bodyLimit in bytes, of a page
/// @param seriesMax of a page
/// @param concurrency how many pages are read at the same time
/// @param gzip whether pages may come compressed
/// @param group with whom targets are shared out
public record ScrapeSettings(
        TargetDefaults defaults,
        int bodyLimit,
        int seriesMax,
        int concurrency,
        boolean gzip,
        TlsFiles tls,
        Credentials credentials,
        Optional<String> group) {
    enum Scheme {
        HTTP,
        HTTPS
    }

    static final Setting<Duration> INTERVAL = Setting.duration("scrape-interval", "How often each target is scraped.")
            .that(interval -> interval.toMillis() >= 100, "100ms or more")
            .or("15s");
    static final Setting<Duration> TIMEOUT = Setting.duration(
                    "scrape-timeout",
                    "How long a scrape may take, from the connection to the last byte; 10s, or the interval where that"
                            + " is shorter, if it is not said.")
            .that(timeout -> timeout.toMillis() >= 10, "10ms or more");
    static final Setting<String> PATH = Setting.text("scrape-path", "Where a target's page is.")
            .that(path -> path.startsWith("/"), "a path that begins with /")
            .or("/metrics");
    static final Setting<Scheme> SCHEME = Setting.choice(
                    "scrape-scheme", Scheme.class, "How targets are asked that do not say it themselves.")
            .or("http");
    static final Setting<Long> BODY_LIMIT = Setting.whole(
                    "scrape-body-limit", "How many bytes a page may have, as it comes and as it is unpacked.")
            .that(limit -> limit >= 1024 && limit <= 1 << 30, "from 1024 to 1073741824")
            .or("16777216");
    static final Setting<Long> SERIES_MAX = Setting.whole(
                    "scrape-max-series",
                    "How many series of a page are read. That of kube-state-metrics has some 40 a pod.")
            .that(count -> count >= 1_000 && count <= 10_000_000, "from 1000 to 10000000")
            .or("50000");
    static final Setting<Long> CONCURRENCY = Setting.whole(
                    "scrape-concurrency",
                    "How many pages are read at the same time: each takes memory for a page. Targets that do not answer"
                            + " yet do not count.")
            .that(count -> count >= 1 && count <= 10_000, "from 1 to 10000")
            .or("64");
    static final Setting<Boolean> GZIP = Setting.onOff(
            "scrape-gzip",
            "Asks for pages in gzip: a tenth of the network's traffic, for several times the CPU that a scrape takes.");
    static final Setting<String> GROUP = Setting.text(
                    "share-targets",
                    "Shares targets out among all analyzers on the same --database-url that have the same word here:"
                            + " each target is scraped by one of them, and by another within half a minute where that"
                            + " one dies. They have to be given the same targets.")
            .that(word -> !word.isBlank(), "a word");
    static final Setting<Path> CA_FILE = Setting.file(
            "scrape-ca-file",
            "Certificates, in PEM, of those who sign the targets' certificates; the JDK's own list without it.");
    static final Setting<Path> CERT_FILE =
            Setting.file("scrape-cert-file", "Our own certificate to show to targets, in PEM.");
    static final Setting<Path> KEY_FILE =
            Setting.file("scrape-key-file", "The private key of the certificate to show to targets, in PEM.");
    static final Setting<String> SERVER_NAME = Setting.text(
            "scrape-server-name", "The name that the targets' certificates must have, if not that of their address.");
    static final Setting<Boolean> INSECURE =
            Setting.onOff("scrape-insecure-skip-verify", "Believes every target that it is who it says.");
    static final Setting<String> USERNAME = Setting.text("scrape-username", "The name to show to targets.");
    static final Setting<Path> PASSWORD_FILE = Setting.file(
            "scrape-password-file",
            "The password that goes with the name to show to targets; read anew as it changes.");
    static final Setting<Path> TOKEN_FILE =
            Setting.file("scrape-bearer-token-file", "The token to show to targets; read anew as it changes.");

    public static final List<Setting<?>> ALL = List.of(
            INTERVAL,
            TIMEOUT,
            PATH,
            SCHEME,
            BODY_LIMIT,
            SERIES_MAX,
            CONCURRENCY,
            GZIP,
            GROUP,
            CA_FILE,
            CERT_FILE,
            KEY_FILE,
            SERVER_NAME,
            INSECURE,
            USERNAME,
            PASSWORD_FILE,
            TOKEN_FILE);

    private static final Duration TIMEOUT_MAX = Duration.ofSeconds(10);

    /// Prometheus asks for the same where it is not told to take protobuf.
    private static final String ACCEPT = "application/openmetrics-text;version=1.0.0,"
            + "application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    /// Throws [BadSettingsException] with all that does not go together.
    public static ScrapeSettings from(Settings settings) {
        var problems = new ArrayList<String>();
        var made = new ScrapeSettings(
                defaults(settings, problems),
                settings.get(BODY_LIMIT).intValue(),
                settings.get(SERIES_MAX).intValue(),
                settings.get(CONCURRENCY).intValue(),
                settings.get(GZIP),
                tls(settings, problems),
                credentials(settings, problems),
                settings.find(GROUP));
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return made;
    }

    private static TargetDefaults defaults(Settings settings, List<String> problems) {
        var interval = settings.get(INTERVAL);
        var timeout = settings.find(TIMEOUT).orElse(TIMEOUT_MAX.compareTo(interval) < 0 ? TIMEOUT_MAX : interval);
        if (timeout.compareTo(interval) > 0) {
            problems.add("--scrape-timeout must not be longer than --scrape-interval, which is " + interval.toMillis()
                    + "ms");
        }
        return new TargetDefaults(ScrapeOutcome.word(settings.get(SCHEME)), settings.get(PATH), interval, timeout);
    }

    private static TlsFiles tls(Settings settings, List<String> problems) {
        var files = new TlsFiles(
                settings.find(CA_FILE),
                settings.find(CERT_FILE),
                settings.find(KEY_FILE),
                settings.find(SERVER_NAME),
                settings.get(INSECURE));
        files.check("scrape", problems);
        return files;
    }

    private static Credentials credentials(Settings settings, List<String> problems) {
        return Credentials.of(
                "scrape", settings.find(USERNAME), settings.find(PASSWORD_FILE), settings.find(TOKEN_FILE), problems);
    }

    /// Throws [IOException] where a file that TLS needs does not do.
    public Client client() throws IOException {
        return new Client(new ClientOptions(ACCEPT, gzip, credentials, tls), new Buffers(concurrency, bodyLimit));
    }
}
