package io.gpuledger.exporter.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// How long Prometheus waits for an answer, which it says itself.
record ScrapeTimeout(Duration time) {
    private static final HeaderName HEADER = HeaderNames.create("X-Prometheus-Scrape-Timeout-Seconds");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,6}(\\.\\d{0,9})?|\\.\\d{1,9}");

    /// The answer needs so long to get to the client, the way back included.
    private static final Duration MARGIN = Duration.ofMillis(500);

    /// Returns nothing where the header is not there, or makes no sense.
    static Optional<ScrapeTimeout> of(ServerRequestHeaders headers) {
        return headers.first(HEADER)
                .map(String::strip)
                .filter(text -> SECONDS.matcher(text).matches())
                .map(text -> Duration.ofNanos(Math.round(Double.parseDouble(text) * 1e9)))
                .filter(Duration::isPositive)
                .map(ScrapeTimeout::new);
    }

    /// How long an answer can wait for what it is to say: all but the margin, or half of what is short.
    Duration patience() {
        var half = time.dividedBy(2);
        return half.compareTo(MARGIN) < 0 ? half : time.minus(MARGIN);
    }
}
