package io.gpuledger.analyzer.alert;

import static io.gpuledger.analyzer.health.Severity.CRITICAL;
import static io.gpuledger.analyzer.health.Severity.INFO;
import static io.gpuledger.analyzer.health.Severity.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.store.findings.KeptFinding;
import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What an Alertmanager is told, by what there is and what it was told before.
class DueAlertsTest {
    private static final Instant NOW = Instant.parse("2026-11-23T09:00:00Z");
    private static final Instant OPENED = NOW.minus(Duration.ofMinutes(3));
    private static final Finding HOT = Sick.hot("GPU-1", OPENED);

    private List<Mute> mutes = List.of();
    private Severity least = WARNING;
    private Instant found = NOW.minus(Duration.ofMinutes(1));

    /// Says `firing warning`, or `over critical 08:57:00`, with `again` where it is no news.
    private List<String> told(Finding finding, Notice... notices) {
        var kept = new KeptFinding(1, found, finding);
        return new DueAlerts(mutes, least, NOW)
                .of(List.of(kept), List.of(notices)).stream()
                        .map(DueAlertsTest::words)
                        .toList();
    }

    private static String words(Alert alert) {
        var what = alert.ended()
                .map(at -> "over %s %s"
                        .formatted(alert.severity().word(), at.toString().substring(11, 19)))
                .orElse("firing " + alert.severity().word());
        return alert.isNews() ? what : what + " again";
    }

    private static Notice notice(Severity severity, Optional<Instant> fired, Optional<Instant> resolved) {
        return new Notice(new Notice.Key(1, severity), fired, resolved);
    }

    private static Notice begun(Severity severity) {
        return notice(severity, Optional.empty(), Optional.empty());
    }

    private static Notice fired(Severity severity) {
        return notice(severity, Optional.of(OPENED), Optional.empty());
    }

    private static Notice resolved(Severity severity, int minutesAgo) {
        return notice(severity, Optional.of(OPENED), Optional.of(NOW.minus(Duration.ofMinutes(minutesAgo))));
    }

    private static Mute mute(String uuid, Instant until) {
        return new Mute(
                1,
                Optional.empty(),
                Optional.empty(),
                Optional.of(uuid),
                Optional.empty(),
                NOW.minus(Duration.ofMinutes(1)),
                until,
                "ali",
                "the fan is ordered");
    }

    @Test
    void what_opens_is_news_until_it_was_taken_and_then_it_is_told_again() {
        assertThat(told(HOT)).containsExactly("firing warning");
        assertThat(told(HOT, begun(WARNING))).containsExactly("firing warning");
        assertThat(told(HOT, fired(WARNING))).containsExactly("firing warning again");
    }

    @Test
    void what_is_over_is_news_until_it_was_taken_and_is_told_again_for_a_quarter_of_an_hour() {
        var over = Sick.closed(HOT, NOW.minus(Duration.ofMinutes(1)));
        assertThat(told(over, fired(WARNING))).containsExactly("over warning 08:59:00");
        assertThat(told(over, resolved(WARNING, 14))).containsExactly("over warning 08:59:00 again");
        assertThat(told(over, resolved(WARNING, 16))).isEmpty();
    }

    @Test
    void what_may_have_been_taken_without_an_answer_is_told_to_be_over() {
        assertThat(told(Sick.closed(HOT, NOW), begun(WARNING))).containsExactly("over warning 09:00:00");
    }

    @Test
    void what_opened_and_ended_before_it_could_be_told_is_not_told() {
        assertThat(told(Sick.closed(HOT, NOW))).isEmpty();
    }

    @Test
    void what_ended_when_alertmanager_knows_of_nothing_any_more_is_not_told() {
        var over = Sick.closed(Sick.hot("GPU-1", NOW.minus(Duration.ofDays(9))), NOW.minus(Duration.ofDays(6)));
        assertThat(told(over, fired(WARNING))).isEmpty();
    }

    @Test
    void no_end_lies_ahead() {
        var over = Sick.closed(HOT, NOW.plus(Duration.ofMinutes(2)));
        assertThat(told(over, fired(WARNING))).containsExactly("over warning 09:00:00");
    }

    @Test
    void what_gets_graver_is_over_as_what_it_was_and_opens_as_what_it_is() {
        var graver = Sick.graver(HOT);
        assertThat(told(graver, fired(WARNING))).containsExactly("over warning 09:00:00", "firing critical");
        assertThat(told(graver, resolved(WARNING, 5), fired(CRITICAL)))
                .containsExactly("over warning 08:55:00 again", "firing critical again");
        var over = Sick.closed(graver, NOW.minus(Duration.ofMinutes(1)));
        assertThat(told(over, resolved(WARNING, 16), fired(CRITICAL))).containsExactly("over critical 08:59:00");
    }

    @Test
    void what_is_muted_is_not_told_and_over_if_it_was() {
        mutes = List.of(mute("GPU-1", NOW.plus(Duration.ofHours(1))));
        assertThat(told(HOT)).isEmpty();
        assertThat(told(HOT, fired(WARNING))).containsExactly("over warning 09:00:00");
        assertThat(told(HOT, resolved(WARNING, 2))).containsExactly("over warning 08:58:00 again");
    }

    @Test
    void a_mute_of_another_or_one_that_has_ended_changes_nothing() {
        mutes = List.of(mute("GPU-2", NOW.plus(Duration.ofHours(1))), mute("GPU-1", NOW));
        assertThat(told(HOT, fired(WARNING))).containsExactly("firing warning again");
    }

    @Test
    void what_is_muted_no_more_opens_anew_and_nothing_says_that_it_is_over() {
        assertThat(told(HOT, resolved(WARNING, 2))).containsExactly("firing warning");
    }

    @Test
    void what_is_less_grave_than_asked_for_is_not_told() {
        var info = Sick.gpu("GPU-1", FindingKind.LOW_USE, INFO, OPENED);
        assertThat(told(info)).isEmpty();
        least = INFO;
        assertThat(told(info)).containsExactly("firing info");
        least = CRITICAL;
        assertThat(told(HOT, fired(WARNING))).containsExactly("over warning 09:00:00");
        assertThat(told(Sick.graver(HOT))).containsExactly("firing critical");
    }

    @Test
    void history_that_comes_in_is_not_told_unless_it_stays_open() {
        var past = Sick.hot("GPU-1", NOW.minus(Duration.ofDays(20)));
        assertThat(told(past)).isEmpty();
        assertThat(told(Sick.closed(past, NOW.minus(Duration.ofDays(19))))).isEmpty();
        assertThat(told(Sick.told(past, NOW.minus(Duration.ofMinutes(1))))).containsExactly("firing warning");
        found = NOW.minus(Duration.ofMinutes(11));
        assertThat(told(past)).containsExactly("firing warning");
    }
}
