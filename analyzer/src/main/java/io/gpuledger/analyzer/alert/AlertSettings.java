package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The settings by which Alertmanagers are told of findings.
///
/// @param urls of the Alertmanagers, each of which is told of all; none where nobody is
/// @param least findings that are less grave are not told
/// @param interval how often what is open is told again
/// @param timeout of a request
public record AlertSettings(
        List<URI> urls, Severity least, Duration interval, Duration timeout, Credentials credentials, TlsFiles tls) {
    private static final Pattern COMMA = Pattern.compile(",");

    static final Setting<List<URI>> URLS = Setting.list(
            "alertmanager-urls",
            "URL,...",
            "The Alertmanagers that are told of findings, each of all, as http://alertmanager:9093. Left out: none.",
            AlertSettings::urls);
    static final Setting<Severity> LEAST = Setting.choice(
                    "alertmanager-severity", Severity.class, "How grave a finding is at least for them to be told.")
            .or("warning");
    static final Setting<Duration> INTERVAL = Setting.duration(
                    "alertmanager-interval",
                    "How often they are told again of what is open. What they are not told of for five times as long"
                            + " is over for them.")
            .that(
                    interval -> interval.compareTo(Duration.ofSeconds(1)) >= 0
                            && interval.compareTo(Duration.ofMinutes(10)) <= 0,
                    "between 1s and 10m")
            .or("1m");
    static final Setting<Duration> TIMEOUT = Setting.duration(
                    "alertmanager-timeout", "How long they may take for an answer.")
            .that(
                    timeout -> timeout.toMillis() >= 100 && timeout.compareTo(Duration.ofMinutes(1)) <= 0,
                    "between 100ms and 1m")
            .or("10s");
    static final Setting<Path> CA_FILE = Setting.file(
            "alertmanager-ca-file",
            "Certificates, in PEM, of those who sign the Alertmanagers' certificates; the JDK's own list without it.");
    static final Setting<Path> CERT_FILE =
            Setting.file("alertmanager-cert-file", "Our own certificate to show to Alertmanagers, in PEM.");
    static final Setting<Path> KEY_FILE = Setting.file(
            "alertmanager-key-file", "The private key of the certificate to show to Alertmanagers, in PEM.");
    static final Setting<Boolean> INSECURE =
            Setting.onOff("alertmanager-insecure-skip-verify", "Believes every Alertmanager that it is who it says.");
    static final Setting<String> USERNAME = Setting.text("alertmanager-username", "The name to show to Alertmanagers.");
    static final Setting<Path> PASSWORD_FILE = Setting.file(
            "alertmanager-password-file",
            "The password that goes with the name to show to Alertmanagers; read anew as it changes.");
    static final Setting<Path> TOKEN_FILE = Setting.file(
            "alertmanager-bearer-token-file", "The token to show to Alertmanagers; read anew as it changes.");

    public static final List<Setting<?>> ALL = List.of(
            URLS,
            LEAST,
            INTERVAL,
            TIMEOUT,
            CA_FILE,
            CERT_FILE,
            KEY_FILE,
            INSECURE,
            USERNAME,
            PASSWORD_FILE,
            TOKEN_FILE);

    public AlertSettings {
        urls = List.copyOf(urls);
    }

    private static List<URI> urls(String text) {
        return COMMA.splitAsStream(text)
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .map(AlertSettings::url)
                .distinct()
                .toList();
    }

    private static URI url(String text) {
        try {
            var url = new URI(text.replaceAll("/+$", ""));
            var isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (isHttp
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getQuery() == null
                    && url.getFragment() == null) {
                return url;
            }
        } catch (URISyntaxException _) {
            // It is none, as others that can be read are none.
        }
        throw new IllegalArgumentException(
                "must be URLs without a name or a question, as http://alertmanager:9093, and `%s` is none"
                        .formatted(text));
    }

    /// Reads the settings. Throws [BadSettingsException] with all that does not go together.
    public static AlertSettings from(Settings settings) {
        var problems = new ArrayList<String>();
        var made = new AlertSettings(
                settings.find(URLS).orElse(List.of()),
                settings.get(LEAST),
                settings.get(INTERVAL),
                settings.get(TIMEOUT),
                credentials(settings, problems),
                tls(settings, problems));
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return made;
    }

    private static TlsFiles tls(Settings settings, List<String> problems) {
        var files = new TlsFiles(
                settings.find(CA_FILE),
                settings.find(CERT_FILE),
                settings.find(KEY_FILE),
                Optional.empty(),
                settings.get(INSECURE));
        files.check("alertmanager", problems);
        return files;
    }

    private static Credentials credentials(Settings settings, List<String> problems) {
        return Credentials.of(
                "alertmanager",
                settings.find(USERNAME),
                settings.find(PASSWORD_FILE),
                settings.find(TOKEN_FILE),
                problems);
    }
}
