package io.gpuledger.analyzer;

import io.gpuledger.gate.Repository;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Two hours of a fleet of which every part is sick or slow, as Prometheus would have scraped it each minute: pages
/// that the exporter's own tests hold it to, and series of an analyzer. Counters grow all the time.
final class DashboardFleet {
    /// A page as it was written, and the series that it is as from a node of its own.
    private record Page(String name, String text) {
        static Page ofExporter(String name) {
            var golden = Repository.root().resolve("exporter/src/test/resources/golden/pages/" + name + ".txt");
            return new Page(name, Repository.read(golden));
        }

        /// The same GPUs by dcgm-exporter's names alone.
        Page ofDcgmExporter(String host) {
            return new Page(name, text.replaceAll("(?m)^(# TYPE )?gpu_.*\n", "").replace("hostname=\"node-1\"", host));
        }

        Page from(String node) {
            return new Page(node, text);
        }

        Set<String> counters() {
            var counters = new HashSet<String>();
            COUNTER.matcher(text).results().forEach(type -> counters.add(type.group(1)));
            return counters;
        }

        String labels(MatchResult sample) {
            var own = "cluster=\"east\",instance=\"%s:9400\",job=\"gpu-exporter\"".formatted(name);
            if (sample.group(2) == null) {
                return own;
            }
            return sample.group(2).replace("\"node-1\"", "\"" + name + "\"").replace("\"GPU-", "\"GPU-" + name + "-")
                    + "," + own;
        }
    }

    private static final Pattern COUNTER = Pattern.compile("(?m)^# TYPE (\\S+) counter$");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-zA-Z_]\\w*)(?:\\{(.*)})? ([^ {}]+)$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
    private static final List<String> GROW = List.of("_total", "_sum", "_count", "_bucket");

    private static final int MINUTES = 120;
    private static final Instant BEGIN = Instant.parse("2026-11-02T00:00:00Z");
    static final Instant END = BEGIN.plus(Duration.ofMinutes(MINUTES));

    /// A GPU goes from the page of its node.
    private static final String GOES = "GPU-mixed-";
    private static final String GOES_TOO = "gpu=\"7\"";

    /// All of a node goes, as its exporter falls silent.
    private static final String SILENT = "uuid=\"GPU-silent\"";

    private static final int WENT = 90;

    /// What dcgm-exporter takes for the host of its GPUs where it runs in a pod, beside the exporter.
    static final String BESIDE = "pod-of-dcgm-exporter";

    /// A node that nothing but a label of the target names.
    static final String BARE = "bare";

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Set<String>> labels = new TreeMap<>();

    private DashboardFleet() {}

    static DashboardFleet ofOurs() {
        var fleet = new DashboardFleet();
        Stream.of("faults", "lost", "hang", "mig", "mixed")
                .map(Page::ofExporter)
                .forEach(fleet::scrape);
        Stream.of("mig", "mixed")
                .map(Page::ofExporter)
                .map(page -> page.ofDcgmExporter("Hostname=\"" + BESIDE + "\""))
                .forEach(fleet::scrape);
        SAMPLE.matcher(DashboardSeries.TABLE)
                .results()
                .forEach(sample -> fleet.series(
                        sample.group(1),
                        sample.group(2),
                        sample.group(3),
                        GROW.stream().anyMatch(sample.group(1)::endsWith)));
        return fleet;
    }

    /// What dcgm-exporter alone would have told of the same nodes: of its own names, and with its label of the host.
    static DashboardFleet ofDcgmExporter() {
        var fleet = new DashboardFleet();
        Stream.of("faults", "mig", "mixed")
                .map(Page::ofExporter)
                .map(page -> page.ofDcgmExporter("Hostname=\"node-1\",namespace=\"n\",pod=\"p\""))
                .forEach(fleet::scrape);
        fleet.scrape(Page.ofExporter("faults").ofDcgmExporter("node=\"node-1\"").from(BARE));
        return fleet;
    }

    String openMetrics() {
        return text + "# EOF\n";
    }

    /// Returns the labels that series of a metric have.
    Set<String> labels(String metric) {
        return labels.getOrDefault(metric, Set.of());
    }

    /// Returns the labels that any series has.
    Set<String> labels() {
        var all = new TreeSet<String>();
        labels.values().forEach(all::addAll);
        return all;
    }

    private void scrape(Page page) {
        var counters = page.counters();
        SAMPLE.matcher(page.text())
                .results()
                .forEach(sample -> series(
                        sample.group(1), page.labels(sample), sample.group(3), counters.contains(sample.group(1))));
    }

    private void series(String metric, String ofIt, String first, boolean grows) {
        LABEL.matcher(ofIt)
                .results()
                .forEach(label ->
                        labels.computeIfAbsent(metric, _ -> new TreeSet<>()).add(label.group(1)));
        var goes = (ofIt.contains(GOES) && ofIt.contains(GOES_TOO)) || ofIt.contains(SILENT);
        var ends = goes ? WENT : MINUTES;
        var value = Double.parseDouble(first);
        var step = grows ? Math.max(30, value) : 0;
        for (var minute = 0; minute <= ends; minute++) {
            text.append(metric).append('{').append(ofIt).append("} ");
            text.append(value + minute * step).append(' ');
            text.append(BEGIN.getEpochSecond() + minute * 60L).append('\n');
        }
    }
}
