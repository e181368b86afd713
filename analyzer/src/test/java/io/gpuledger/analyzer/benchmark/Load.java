package io.gpuledger.analyzer.benchmark;

import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.util.Locale;

/// How many nodes are scraped, how often, and what they serve.
record Load(int nodes, Duration interval, PageKind page) {
    private static final Duration INTERVAL_MIN = Duration.ofSeconds(1);

    static Load in(Settings settings) {
        return new Load(
                Math.toIntExact(settings.get(Fleet.NODES)), settings.get(Fleet.INTERVAL), settings.get(Fleet.PAGE));
    }

    double pagesPerSecond() {
        return nodes * 1e9 / interval.toNanos();
    }

    /// Returns a load of so many times the pages each second. The interval is made shorter for that; where it
    /// would be less than a second, it is a second, and there are more nodes.
    Load times(double factor) {
        var rate = pagesPerSecond() * factor;
        var shorter = Duration.ofMillis(Math.round(nodes * 1e3 / rate));
        return shorter.compareTo(INTERVAL_MIN) >= 0
                ? new Load(nodes, shorter, page)
                : new Load((int) Math.round(rate), INTERVAL_MIN, page);
    }

    String text() {
        return String.format(Locale.ROOT, "%,d nodes each %.1f s", nodes, interval.toNanos() / 1e9);
    }
}
