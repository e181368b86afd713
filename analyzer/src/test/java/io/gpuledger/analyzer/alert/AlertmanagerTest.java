package io.gpuledger.analyzer.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.alert.AlertRounds.Pace;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.analyzer.store.embedded.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What people hear of findings by way of a real Alertmanager: each thing once, whatever starts anew meanwhile.
@Timeout(300)
class AlertmanagerTest {
    /// Nothing is over because it was not told for long: that is for analyzers that have ended.
    private static final Pace PACE = new Pace(Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofMinutes(10));

    @TempDir
    private Path folder;

    private final Instant opened = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private static AlertRounds start(FindingDatabase findings, RealAlertmanager alertmanager, Pace pace)
            throws IOException {
        var settings = new AlertSettings(
                List.of(),
                Severity.WARNING,
                Duration.ofMinutes(1),
                Duration.ofSeconds(10),
                Credentials.NONE,
                TlsFiles.NONE);
        var rounds = findings.rounds(settings, alertmanager.url(), pace, InstantSource.system());
        rounds.start();
        return rounds;
    }

    private static void await(Hook hook, String... told) {
        Await.until(List.of(told) + " was told", () -> hook.told().keySet().containsAll(List.of(told)));
    }

    /// Returns once Alertmanager has told of something that came after all else, and so has noted that it told
    /// the rest. The mark itself may be told twice, as Alertmanager can be stopped before it has noted that.
    private void settle(FindingDatabase findings, Hook hook, String mark) throws Exception {
        findings.write(Sick.hot(mark, opened));
        await(hook, mark + " warning firing");
    }

    @Test
    void each_finding_is_heard_of_once_when_it_opens_and_once_when_it_is_over() throws Exception {
        try (var findings = new FindingDatabase();
                var hook = new Hook();
                var alertmanager = new RealAlertmanager(folder, hook.url())) {
            try (var _ = start(findings, alertmanager, PACE)) {
                findings.write(Sick.hot("GPU-1", opened), Sick.hot("GPU-2", opened), Sick.hot("GPU-3", opened));
                await(hook, "GPU-1 warning firing", "GPU-2 warning firing", "GPU-3 warning firing");
                hook.startAgain();
                settle(findings, hook, "mark-1");
                alertmanager.stop();
                alertmanager.startAgain();
                Await.until("Alertmanager is told again", () -> alertmanager.knows("GPU-1"));
                settle(findings, hook, "mark-2");
            }
            try (var _ = start(findings, alertmanager, PACE)) {
                settle(findings, hook, "mark-3");
                alertmanager.stop();
                findings.write(Sick.closed(Sick.hot("GPU-1", opened), Instant.now()));
                findings.write(Sick.closed(Sick.hot("GPU-4", opened), Instant.now()));
                findings.write(Sick.graver(Sick.hot("GPU-2", opened)));
                findings.mute("GPU-3", Instant.now());
            }
            alertmanager.startAgain();
            try (var _ = start(findings, alertmanager, PACE)) {
                await(
                        hook,
                        "GPU-1 warning resolved",
                        "GPU-2 warning resolved",
                        "GPU-2 critical firing",
                        "GPU-3 warning resolved");
                settle(findings, hook, "mark-4");
                hook.startAgain();
                alertmanager.stop();
                alertmanager.startAgain();
                settle(findings, hook, "mark-5");
            }
            try (var _ = start(findings, alertmanager, PACE)) {
                settle(findings, hook, "mark-6");
            }
            var told = hook.told();
            told.keySet().removeIf(alert -> alert.startsWith("mark-"));
            assertThat(told)
                    .isEqualTo(Map.ofEntries(
                            Map.entry("GPU-1 warning firing", 1),
                            Map.entry("GPU-1 warning resolved", 1),
                            Map.entry("GPU-2 warning firing", 1),
                            Map.entry("GPU-2 warning resolved", 1),
                            Map.entry("GPU-2 critical firing", 1),
                            Map.entry("GPU-3 warning firing", 1),
                            Map.entry("GPU-3 warning resolved", 1)));
        }
    }

    @Test
    void what_nobody_tells_of_any_more_is_over_by_itself() throws Exception {
        var shortLived = new Pace(Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofSeconds(3));
        try (var findings = new FindingDatabase();
                var hook = new Hook();
                var alertmanager = new RealAlertmanager(folder, hook.url())) {
            try (var _ = start(findings, alertmanager, shortLived)) {
                findings.write(Sick.hot("GPU-1", opened));
                await(hook, "GPU-1 warning firing");
            }
            await(hook, "GPU-1 warning resolved");
        }
    }
}
