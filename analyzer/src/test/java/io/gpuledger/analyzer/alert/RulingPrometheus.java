package io.gpuledger.analyzer.alert;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A real Prometheus that judges by the rules of `alerts/rules` and sends what it finds to an Alertmanager. It can be
/// started again on the same port and with what it remembers.
///
/// All times in the rules are shortened, and nothing else. A minute is a second between two evaluations, and a day
/// is 40 s. But Prometheus does not scrape for some ten seconds after it was started, whatever is asked of it. The
/// shortest windows, of five minutes, bridge that, so that they are no shorter than 20 s here; and it is less than a
/// fifth of those of half an hour, more than which must not be missing for low use.
final class RulingPrometheus implements AutoCloseable {
    private static final Map<String, Integer> WINDOW_SECONDS = Map.ofEntries(
            Map.entry("90s", 20),
            Map.entry("5m", 20),
            Map.entry("10m", 20),
            Map.entry("15m", 20),
            Map.entry("30m", 80),
            Map.entry("35m", 30),
            Map.entry("40m", 80),
            Map.entry("50m", 20),
            Map.entry("1h", 40),
            Map.entry("2h", 60),
            Map.entry("1d", 40));
    private static final Map<String, Integer> PAUSE_SECONDS = Map.of("15s", 1, "1m", 1, "5m", 2);
    private static final Map<String, Integer> FOR_SECONDS =
            Map.of("1m", 1, "2m", 2, "5m", 3, "10m", 4, "15m", 5, "30m", 8, "2h", 20);

    private static final Pattern WINDOW = Pattern.compile("\\[(\\w+)]");
    private static final Pattern SUBQUERY = Pattern.compile("\\[(\\w+):1m]");
    private static final Pattern OFFSET = Pattern.compile("offset (\\w+)");
    private static final Pattern PAUSE = Pattern.compile("interval: (\\w+)");
    private static final Pattern FOR = Pattern.compile("for: (\\w+)");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");

    private final WebProgram program;

    /// Keeps its files in the folder, which the caller owns.
    ///
    /// Within the grace period no alert fires after a restart, be it that it fired before. Usually it is 10 min,
    /// which is too long for alerts that stand for less.
    RulingPrometheus(Path folder, SickFleet fleet, URI alertmanager) throws IOException {
        var rules = Files.createDirectories(folder.resolve("rules"));
        for (var file : rules()) {
            Files.writeString(rules.resolve(file.getFileName()), shortened(Repository.read(file)));
        }
        var configuration = Files.writeString(
                folder.resolve("prometheus.yml"),
                """
                global:
                  scrape_interval: 2s
                  scrape_timeout: 2s
                rule_files: ["%s/*.yaml"]
                alerting:
                  alertmanagers:
                    - static_configs: [{targets: ["%s"]}]
                scrape_configs:
                  - job_name: pages
                    honor_labels: true
                    static_configs:
                """.formatted(rules, alertmanager.getAuthority())
                        + fleet.targets().indent(6));
        var port = FreePort.find();
        this.program = new WebProgram(
                port,
                List.of(
                        Counterpart.find("prometheus", "prometheus").toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--rules.alert.for-grace-period=0s",
                        "--rules.alert.resend-delay=10s"));
    }

    private static List<Path> rules() throws IOException {
        try (var files = Files.list(Repository.root().resolve("alerts/rules"))) {
            return files.toList();
        }
    }

    /// Returns the names of all alerts that the rules have.
    static Set<String> alerts() throws IOException {
        var names = new TreeSet<String>();
        for (var file : rules()) {
            ALERT.matcher(Repository.read(file)).results().forEach(alert -> names.add(alert.group(1)));
        }
        return names;
    }

    private static String shortened(String rules) {
        var shorter = replaced(SUBQUERY, rules, WINDOW_SECONDS, "[%ds:1s]");
        shorter = replaced(WINDOW, shorter, WINDOW_SECONDS, "[%ds]");
        shorter = replaced(OFFSET, shorter, WINDOW_SECONDS, "offset %ds");
        shorter = replaced(PAUSE, shorter, PAUSE_SECONDS, "interval: %ds");
        return replaced(FOR, shorter, FOR_SECONDS, "for: %ds");
    }

    private static String replaced(Pattern time, String rules, Map<String, Integer> seconds, String by) {
        return time.matcher(rules).replaceAll((MatchResult found) -> by.formatted(seconds.get(found.group(1))));
    }

    /// Ends it as a service manager does.
    void stop() throws InterruptedException {
        program.stop();
    }

    void startAgain() {
        program.startAgain();
    }

    /// Whether a query has an answer that is not empty.
    boolean finds(String promQl) {
        var answer = program.get("/api/v1/query?query=" + URLEncoder.encode(promQl, StandardCharsets.UTF_8));
        try {
            return !new ObjectMapper()
                    .readTree(answer)
                    .path("data")
                    .path("result")
                    .isEmpty();
        } catch (IOException e) {
            throw new AssertionError(answer, e);
        }
    }

    @Override
    public void close() {
        program.close();
    }
}
