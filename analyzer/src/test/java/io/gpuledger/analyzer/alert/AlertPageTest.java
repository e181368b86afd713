package io.gpuledger.analyzer.alert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.store.findings.KeptFinding;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.gate.Golden;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AlertPageTest {
    private static final Instant NOW = Instant.parse("2026-11-23T09:00:00Z");
    private static final AlertPage PAGE =
            new AlertPage(Duration.ofMinutes(5), Optional.of(URI.create("https://gpus.example.org")));

    private static Finding finding(Subject subject, FindingKind kind, String detail, Set<String> holders, long lost) {
        return new Finding(
                new Finding.Key(subject, kind, detail),
                "node-7",
                Severity.CRITICAL,
                NOW.minus(Duration.ofHours(2)).toEpochMilli(),
                OptionalLong.empty(),
                NOW.toEpochMilli(),
                "\"79\" of 1",
                kind.action(),
                holders,
                lost);
    }

    private static Alert firing(Finding finding) {
        return Alert.firing(new KeptFinding(1, NOW, finding), true);
    }

    private static String page(AlertPage page, Alert... alerts) {
        return new String(page.of(List.of(alerts), NOW), UTF_8);
    }

    @Test
    void an_alert_says_what_it_is_where_since_when_and_what_to_do() {
        var gpu = new Subject.OfUnit(new UnitId("prod", "GPU-1", Optional.empty()));
        var instance = new Subject.OfUnit(new UnitId("prod", "GPU-2", Optional.of("3")));
        var node = new Subject.OfNode("", "node-7");
        var lost = finding(gpu, FindingKind.FATAL_XID, "79", Set.of("b/2", "a/1"), 5_400_000);
        var full = finding(instance, FindingKind.MEMORY_FULL, "", Set.of(), 0);
        var silent = finding(node, FindingKind.SILENT, "", Set.of(), 0);
        var over = new Alert(
                new KeptFinding(4, NOW, full), Severity.WARNING, Optional.of(NOW.minus(Duration.ofMinutes(1))), true);
        Golden.file("golden/alert/alerts.json")
                .matches(page(PAGE, firing(lost), firing(full), firing(silent), over)
                                .replace("},{", "},\n{")
                                .replaceAll("(\"annotations\"|\"startsAt\"|\"summary\"|\"description\")", "\n  $1")
                        + "\n");
    }

    @Test
    void nothing_links_to_a_page_that_nobody_has_named() {
        var alert = firing(Sick.hot("GPU-1", NOW));
        assertThat(page(new AlertPage(Duration.ofMinutes(5), Optional.empty()), alert))
                .doesNotContain("generatorURL");
    }

    @Test
    void no_alert_ends_before_it_starts() {
        var ahead = new KeptFinding(1, NOW, Sick.hot("GPU-1", NOW.plus(Duration.ofHours(1))));
        assertThat(page(PAGE, new Alert(ahead, Severity.WARNING, Optional.of(NOW), true)))
                .contains("\"startsAt\":\"2026-11-23T09:00:00Z\",\"endsAt\":\"2026-11-23T09:00:00Z\"");
    }

    @Test
    void of_many_holders_some_are_named() {
        var pods = new TreeSet<String>();
        for (var i = 0; i < 64; i++) {
            pods.add("team/pod-%02d".formatted(i));
        }
        var gpu = new Subject.OfUnit(new UnitId("prod", "GPU-1", Optional.empty()));
        assertThat(page(PAGE, firing(finding(gpu, FindingKind.HUNG, "", pods, 0))))
                .contains("team/pod-19 and 44 more\"")
                .doesNotContain("pod-20");
    }

    @Test
    void each_kind_has_a_name_of_its_own_to_route_by() {
        assertThat(Arrays.stream(FindingKind.values()).map(AlertLabels::name))
                .contains("GpuFindingHot", "GpuFindingEccUncorrected", "GpuFindingNodeNotReady")
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("GpuFinding([A-Z][a-z]+)+"));
    }
}
