package io.gpuledger.analyzer.scrape.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.scrape.http.Url;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes targets of what was found, as Prometheus does where nothing is relabelled.
final class Targets {
    /// As Prometheus writes them: `1m30s`, `500ms`.
    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d{1,5})h)?(?:(\\d{1,5})m)?(?:(\\d{1,5})s)?(?:(\\d{1,8})ms)?");

    private static final Duration SHORTEST = Duration.ofMillis(100);

    private Targets() {}

    /// Throws [IllegalArgumentException] with what is wrong with it.
    static Target of(String pool, FoundTarget found, TargetDefaults defaults) {
        var said = found.labels();
        var url = url(said, defaults);
        var interval = duration(said, FoundTarget.INTERVAL).orElse(defaults.interval());
        var timeout = duration(said, FoundTarget.TIMEOUT).orElse(shorter(defaults.timeout(), interval));
        if (timeout.compareTo(interval) > 0) {
            throw new IllegalArgumentException(
                    "its timeout of %s is longer than its interval of %s".formatted(timeout, interval));
        }
        return new Target(pool, url, labels(said, pool), found, interval, timeout);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Url url(Map<String, String> said, TargetDefaults defaults) {
        var address = said.getOrDefault(FoundTarget.ADDRESS, "");
        if (address.isEmpty() || address.contains("/")) {
            throw new IllegalArgumentException("its address must be HOST:PORT, and is `" + address + "`");
        }
        var path = said.getOrDefault(FoundTarget.PATH, defaults.path());
        var rooted = path.startsWith("/") ? path : "/" + path;
        var query = query(said);
        var separator = query.isEmpty() ? "" : rooted.contains("?") ? "&" : "?";
        return Url.parse(said.getOrDefault(FoundTarget.SCHEME, defaults.scheme()) + "://" + address + rooted + separator
                + query);
    }

    private static String query(Map<String, String> said) {
        return said.entrySet().stream()
                .filter(label -> label.getKey().startsWith(FoundTarget.PARAMETER))
                .map(label -> encoded(label.getKey().substring(FoundTarget.PARAMETER.length())) + "="
                        + encoded(label.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static Map<String, String> labels(Map<String, String> said, String pool) {
        var labels = new TreeMap<String, String>();
        said.forEach((name, value) -> {
            if (!name.startsWith("__") && !value.isEmpty()) {
                labels.put(name, value);
            }
        });
        labels.putIfAbsent("instance", said.getOrDefault(FoundTarget.ADDRESS, ""));
        labels.putIfAbsent("job", pool);
        return Collections.unmodifiableMap(labels);
    }

    private static Optional<Duration> duration(Map<String, String> said, String label) {
        return Optional.ofNullable(said.get(label)).map(text -> duration(label, text));
    }

    private static Duration duration(String label, String text) {
        var match = DURATION.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException(label + " must be a duration such as 30s or 1m, and is `" + text + "`");
        }
        var duration = Duration.ofHours(count(match.group(1)))
                .plusMinutes(count(match.group(2)))
                .plusSeconds(count(match.group(3)))
                .plusMillis(count(match.group(4)));
        if (duration.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(label + " must be 100ms or more, and is `" + text + "`");
        }
        return duration;
    }

    private static long count(@org.jspecify.annotations.Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
