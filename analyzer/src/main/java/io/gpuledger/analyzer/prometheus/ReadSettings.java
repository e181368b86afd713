package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.prometheus.peer.PeerSettings;
import io.gpuledger.analyzer.scrape.http.AccessFlags;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The settings by which an existing Prometheus is read.
///
/// @param past how far back it is read
/// @param shard of its GPUs that is read
/// @param way empty where it is to be found
/// @param delay how old samples are when they are read, so that slow ones are there
/// @param pause of each day, in which the past is not read
public record ReadSettings(
        PeerSettings peer, Shard shard, Duration past, Optional<Way> way, Duration delay, Optional<DailyPause> pause) {
    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern HEADER = Pattern.compile("\\s*([A-Za-z0-9-]+)\\s*[:=]\\s*([ -~]*[!-~])\\s*");
    private static final long DAYS_MAX = 400;
    private static final Set<String> OURS = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "transfer-encoding",
            "upgrade",
            "user-agent");

    static final Setting<URI> URL = Setting.parsed(
            "from-prometheus",
            "URL",
            "The Prometheus, or Thanos, Mimir or VictoriaMetrics, whose samples are read: first the past, then what"
                    + " comes. As http://prometheus:9090, with all that stands before /api/v1.",
            ReadSettings::url);
    static final Setting<Shard> SHARD = Setting.parsed(
                    "prometheus-shard",
                    "I/N",
                    "Which of N shards of its GPUs is read, up to 64. Analyzers with the same database read one each,"
                            + " and the first reads what is of no GPU, too.",
                    Shard::parse)
            .or("1/1");
    static final Setting<Long> DAYS = Setting.whole("prometheus-days", "How many days of its past are read.")
            .that(days -> days >= 0 && days <= DAYS_MAX, "from 0 to " + DAYS_MAX)
            .or("28");
    static final Setting<Way> WAY = Setting.choice(
            "prometheus-way",
            Way.class,
            "How it is asked: by remote read, by VictoriaMetrics' export, or by range selectors of queries. Left out:"
                    + " by the first of these that it knows.");
    static final Setting<Duration> DELAY = Setting.duration(
                    "prometheus-delay", "How old samples are when they are read, so that slow ones are there by then.")
            .that(delay -> delay.compareTo(Duration.ofHours(1)) <= 0, "up to 1h")
            .or("30s");
    static final Setting<DailyPause> PAUSE = Setting.parsed(
            "prometheus-pause",
            "HH:MM-HH:MM",
            "The time of each day, in UTC, in which the past is not read, as others need the server then.",
            DailyPause::parse);
    static final Setting<Map<String, String>> HEADERS = Setting.list(
            "prometheus-headers",
            "NAME:VALUE,...",
            "Headers that go with each question, as X-Scope-OrgID:gpus for a tenant of Mimir.",
            ReadSettings::headers);
    static final Setting<Map<String, String>> HEADERS_FILE = Setting.parsed(
            "prometheus-headers-file",
            "FILE",
            "A file of more such headers, one a line, which nobody is to see.",
            ReadSettings::headersFile);
    static final Setting<Duration> TIMEOUT = Setting.duration(
                    "prometheus-timeout", "How long a question may take, to its answer's last byte.")
            .that(
                    timeout -> timeout.toMillis() >= 100 && timeout.compareTo(Duration.ofMinutes(10)) <= 0,
                    "between 100ms and 10m")
            .or("1m");
    static final AccessFlags ACCESS = AccessFlags.of("prometheus", "the Prometheus");

    public static final List<Setting<?>> ALL = Stream.concat(
                    Stream.of(URL, SHARD, DAYS, WAY, DELAY, PAUSE, HEADERS, HEADERS_FILE, TIMEOUT),
                    ACCESS.all().stream())
            .toList();

    private static URI url(String text) {
        return AccessFlags.url(text, "http://prometheus:9090");
    }

    private static Map<String, String> headers(String text) {
        var headers = new LinkedHashMap<String, String>();
        COMMA.splitAsStream(text).filter(word -> !word.isBlank()).forEach(word -> {
            var match = HEADER.matcher(word);
            if (!match.matches()) {
                throw new IllegalArgumentException(
                        "must be headers as X-Scope-OrgID:gpus, and `%s` is none".formatted(word));
            }
            headers.put(allowed(match.group(1)), match.group(2));
        });
        return headers;
    }

    /// What stands in the file is said in no message: it may be a secret, spelled wrongly.
    static Map<String, String> headersFile(String file) {
        var headers = new LinkedHashMap<String, String>();
        var number = 0;
        for (String line : lines(Path.of(file))) {
            number++;
            var match = HEADER.matcher(line);
            if (match.matches()) {
                headers.put(allowed(match.group(1)), match.group(2));
            } else if (!line.isBlank()) {
                throw new IllegalArgumentException(
                        "must have a header as X-Api-Key:... in each line, and line %d is none".formatted(number));
            }
        }
        return headers;
    }

    private static List<String> lines(Path file) {
        try {
            return SmallFile.read(file).lines().toList();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "must be a file that this process can read (" + SmallFile.why(e) + ")", e);
        }
    }

    private static String allowed(String name) {
        if (name.equalsIgnoreCase("Authorization")) {
            throw new IllegalArgumentException(
                    "must not have Authorization: name the file of a token or a password instead");
        }
        if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("must not have %s, which each question has of its own".formatted(name));
        }
        return name;
    }

    /// Reads the settings; empty where no Prometheus is named. Throws [BadSettingsException] with all that does not go
    /// together.
    public static Optional<ReadSettings> from(Settings settings) {
        return settings.find(URL).map(url -> from(settings, url));
    }

    /// Returns what is read, for people, and for the database to know how far it is.
    public String source() {
        return shard.name(peer.url());
    }

    private static ReadSettings from(Settings settings, URI url) {
        var problems = new ArrayList<String>();
        var tls = ACCESS.tls(settings, problems);
        var credentials = ACCESS.credentials(settings, problems);
        var headers = new LinkedHashMap<>(settings.find(HEADERS).orElse(Map.of()));
        headers.putAll(settings.find(HEADERS_FILE).orElse(Map.of()));
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return new ReadSettings(
                new PeerSettings(url, headers, settings.get(TIMEOUT), credentials, tls),
                settings.get(SHARD),
                Duration.ofDays(settings.get(DAYS)),
                settings.find(WAY),
                settings.get(DELAY),
                settings.find(PAUSE));
    }
}
