package io.gpuledger.analyzer.alert;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.embedded.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What people hear of the rules of `alerts/rules` by way of a real Prometheus and a real Alertmanager: each alert once
/// when it begins and once when it is over, whatever starts anew meanwhile.
@Timeout(600)
class RulesHeardTest {
    private static final String ALL_PAGES_SCRAPED = "count(up == 1) == 11";

    /// What is compared with the day before has been recorded twice.
    private static final String HAS_A_PAST = "count_over_time(gpu:gpu_nvlink_up:sum[1m]) > 1";

    private static final String FIRST_IS_OVER = "absent(ALERTS{alertname=\"GpuLost\",alertstate=\"firing\"})";

    /// It needs no window to bridge a restart of Prometheus.
    private static final String BEFORE_THE_RESTART = "TeamGpusIdle";

    /// It waits for longer than any other.
    private static final String OVER_THE_RESTART = "GpusStranded";

    /// They tell of what came within the hour, or of what was otherwise within the day, and end though nobody mends it.
    private static final List<String> PASSING = List.of(
            "DcgmGpusMissing",
            "DcgmMemoryUncorrected",
            "DcgmNodeWithoutGpus",
            "DcgmRowsRemapped",
            "DcgmXidFatal",
            "DcgmXidReset",
            "GpuAnalyzerDown",
            "GpuMemoryUncorrected",
            "GpuNvlinkDown",
            "GpuXidFatal",
            "GpuXidReset",
            "GpuXidsRepeat",
            "NodeGpusMissing");

    private static void await(Hook hook, Collection<String> alerts, String status) {
        var told = alerts.stream().map(alert -> alert + " " + status).toList();
        Await.until(told + " was told", () -> hook.toldByName().keySet().containsAll(told));
    }

    /// Returns once Alertmanager has told of something that came after all else, and so has noted that it told the
    /// rest.
    private static void settle(RealAlertmanager alertmanager, Hook hook, String mark) {
        alertmanager.tell(mark);
        await(hook, Set.of(mark), "firing");
    }

    @Test
    void each_alert_is_heard_once_when_it_begins_and_once_when_it_is_over(@TempDir Path folder) throws Exception {
        var alerts = RulingPrometheus.alerts();
        try (var hook = new Hook();
                var fleet = new SickFleet();
                var alertmanager =
                        new RealAlertmanager(Files.createDirectories(folder.resolve("alertmanager")), hook.url());
                var prometheus = new RulingPrometheus(folder, fleet, alertmanager.url())) {
            Await.until("all is well", () -> prometheus.finds(ALL_PAGES_SCRAPED + " and on () " + HAS_A_PAST));
            assertThat(hook.toldByName()).isEmpty();

            fleet.fallIll();
            await(hook, Set.of(BEFORE_THE_RESTART), "firing");
            assertThat(hook.toldByName()).doesNotContainKey(OVER_THE_RESTART + " firing");
            prometheus.stop();
            prometheus.startAgain();
            await(hook, alerts, "firing");
            assertThat(prometheus.finds(
                            "changes(ALERTS_FOR_STATE{alertname=\"%s\"}[5m]) == 0".formatted(BEFORE_THE_RESTART)))
                    .as("it is known since when it stands")
                    .isTrue();

            await(hook, PASSING, "resolved");
            settle(alertmanager, hook, "mark-1");
            hook.startAgain();
            settle(alertmanager, hook, "mark-2");
            alertmanager.stop();
            fleet.recover();
            Await.until("the first is over while Alertmanager is away", () -> prometheus.finds(FIRST_IS_OVER));
            alertmanager.startAgain();
            await(hook, alerts, "resolved");
            settle(alertmanager, hook, "mark-3");

            var told = hook.toldByName();
            told.keySet().removeIf(alert -> alert.startsWith("mark-"));
            assertThat(told)
                    .isEqualTo(alerts.stream()
                            .flatMap(alert -> Stream.of(alert + " firing", alert + " resolved"))
                            .collect(toMap(alert -> alert, _ -> 1)));
        }
    }
}
