package io.gpuledger.exporter.benchmark;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What came of a soak.
record SoakReport(
        String setting,
        Duration duration,
        Scrapes scrapes,
        String troubles,
        int disturbances,
        MemoryTrend memory,
        Leaks leaks,
        Findings findings) {
    private static final double GROWTH_MEBIBYTES_MAX = 1;

    boolean passed() {
        return findings.count() == 0 && memory.growthMebibytes() < GROWTH_MEBIBYTES_MAX && leaks.none();
    }

    String text() {
        var latency = scrapes.quantiles();
        return setting
                + ".\n\n| what | result |\n|---|---|\n"
                + row("verdict", passed() ? "passed" : "**failed**")
                + row("duration", duration.toSeconds() + " s")
                + row("pages", "%d, of them %d OpenMetrics".formatted(scrapes.pages(), scrapes.openMetrics()))
                + row("findings on them", Long.toString(findings.count()))
                + row("different snapshots", Integer.toString(scrapes.snapshots()))
                + row("counter series watched", Integer.toString(scrapes.countersWatched()))
                + row("disturbances", "%d (%s)".formatted(disturbances, troubles))
                + row("RSS growth over the last half", text(memory.growthMebibytes()) + ", at most 1 MiB")
                + row("RSS, mean of each quarter", quarters())
                + row("RSS at the end, highest", text(memory.lastMebibytes()) + ", " + text(memory.maxMebibytes()))
                + row("threads", leaks.threadsText())
                + row("descriptors", leaks.descriptorsText())
                + row(
                        "scrape, from when it was due",
                        String.format(
                                Locale.ROOT,
                                "median %.2f ms, p99 %.2f ms, longest %.2f ms",
                                latency.medianMillis(),
                                latency.p99Millis(),
                                latency.maxMillis()))
                + list(findings.kept());
    }

    private static String row(String what, String result) {
        return "| " + what + " | " + result + " |\n";
    }

    private String quarters() {
        return memory.quarterMebibytes().stream().map(SoakReport::text).collect(Collectors.joining(", "));
    }

    private static String text(double mebibytes) {
        return String.format(Locale.ROOT, "%.2f MiB", mebibytes);
    }

    private static String list(List<String> findings) {
        return findings.isEmpty()
                ? ""
                : findings.stream().collect(Collectors.joining("\n- ", "\nThe first findings:\n\n- ", "\n"));
    }
}
