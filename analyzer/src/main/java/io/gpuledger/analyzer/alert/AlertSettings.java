package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.scrape.http.AccessFlags;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
    static final AccessFlags ACCESS = AccessFlags.of("alertmanager", "an Alertmanager");

    public static final List<Setting<?>> ALL = Stream.concat(
                    Stream.of(URLS, LEAST, INTERVAL, TIMEOUT), ACCESS.all().stream())
            .toList();

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
        return AccessFlags.url(text, "http://alertmanager:9093");
    }

    /// Reads the settings. Throws [BadSettingsException] with all that does not go together.
    public static AlertSettings from(Settings settings) {
        var problems = new ArrayList<String>();
        var made = new AlertSettings(
                settings.find(URLS).orElse(List.of()),
                settings.get(LEAST),
                settings.get(INTERVAL),
                settings.get(TIMEOUT),
                ACCESS.credentials(settings, problems),
                ACCESS.tls(settings, problems));
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return made;
    }
}
