package io.gpuledger.analyzer.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.alert.AlertRounds.Pace;
import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.analyzer.store.embedded.Await;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.LogLines;
import io.gpuledger.gate.OpenSsl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Against a server that answers as it is told to, and a real database.
@Isolated
@Timeout(180)
class AlertRoundsTest {
    private static final Pace PACE = Pace.of(Duration.ofMinutes(1));

    @TempDir
    private Path folder;

    private final FindingDatabase findings = new FindingDatabase();
    private final Receiver receiver = Receiver.start();
    private volatile Instant now = Instant.parse("2026-11-23T09:00:00Z");

    AlertRoundsTest() throws Exception {}

    @AfterEach
    void close() {
        receiver.close();
        findings.close();
    }

    private static AlertSettings settings(Duration timeout, Credentials credentials, Optional<Path> authority) {
        return new AlertSettings(
                List.of(), Severity.WARNING, Duration.ofMinutes(1), timeout, credentials, TlsFiles.trusting(authority));
    }

    private AlertRounds rounds(URI url, Duration timeout) throws IOException {
        return findings.rounds(settings(timeout, Credentials.NONE, Optional.empty()), url, PACE, () -> now);
    }

    private AlertRounds rounds() throws IOException {
        return rounds(receiver.url(), Duration.ofSeconds(20));
    }

    private List<Integer> alerts() {
        return receiver.posts().stream().map(Receiver.Post::alerts).toList();
    }

    private List<String> notices() throws Exception {
        return findings.rows("""
            select f.gpu, n.severity, n.fired is not null, n.resolved is not null
            from gpu_ledger.finding_notice n join gpu_ledger.finding f on f.id = n.finding_id order by 1, 2
            """);
    }

    @Test
    void what_is_open_is_told_at_once_and_again_each_minute() throws Exception {
        findings.write(Sick.hot("GPU-1", now));
        try (var rounds = rounds()) {
            rounds.round();
            rounds.round();
            assertThat(alerts()).containsExactly(1);
            assertThat(receiver.posts().getFirst().path()).isEqualTo("/api/v2/alerts");
            assertThat(receiver.posts().getFirst().authorization()).isEmpty();
            now = now.plus(PACE.again());
            rounds.round();
            assertThat(alerts()).containsExactly(1, 1);
            findings.write(Sick.hot("GPU-2", now));
            rounds.round();
            assertThat(alerts()).containsExactly(1, 1, 1);
            assertThat(findings.metric("sent", receiver.url())).isEqualTo(3);
        }
        assertThat(notices()).containsExactly("GPU-1|warning|t|f", "GPU-2|warning|t|f");
    }

    @Test
    void what_is_over_is_told_until_it_was_taken() throws Exception {
        findings.write(Sick.hot("GPU-1", now));
        try (var rounds = rounds()) {
            rounds.round();
            findings.write(Sick.closed(Sick.hot("GPU-1", now), now));
            receiver.answer(500);
            rounds.round();
            rounds.round();
            assertThat(findings.metric("up", receiver.url())).isZero();
            assertThat(findings.metric("failed", receiver.url())).isEqualTo(2);
            assertThat(findings.metric("waiting", receiver.url())).isEqualTo(1);
            receiver.answer(200);
            rounds.round();
            rounds.round();
            assertThat(alerts()).containsExactly(1, 1, 1, 1);
            assertThat(findings.metric("up", receiver.url())).isEqualTo(1);
            assertThat(findings.metric("waiting", receiver.url())).isZero();
        }
        assertThat(notices()).containsExactly("GPU-1|warning|t|t");
    }

    @Test
    void the_same_trouble_is_said_once_and_its_end_as_well() throws Exception {
        findings.write(Sick.hot("GPU-1", now));
        try (var log = LogLines.of(AlertRounds.class);
                var rounds = rounds()) {
            receiver.answer(503);
            rounds.round();
            rounds.round();
            receiver.answer(200);
            rounds.round();
            rounds.round();
            assertThat(log.lines())
                    .containsExactly(
                            "WARNING %s does not take alerts, which are sent again: it answers 503 no room for it"
                                    .formatted(receiver.url()),
                            "INFO %s takes alerts again".formatted(receiver.url()));
        }
    }

    @Test
    void what_an_alertmanager_took_without_an_answer_is_told_to_be_over() throws Exception {
        findings.write(Sick.hot("GPU-1", now));
        receiver.hang();
        try (var rounds = rounds(receiver.url(), Duration.ofMillis(200))) {
            rounds.round();
            findings.write(Sick.closed(Sick.hot("GPU-1", now), now));
            rounds.round();
        }
        assertThat(receiver.posts()).hasSize(2);
        assertThat(receiver.posts().getLast().body()).contains("\"endsAt\":\"" + now + "\"");
        assertThat(notices()).containsExactly("GPU-1|warning|f|f");
    }

    @Test
    void one_that_hangs_and_one_that_is_away_hold_up_nobody() throws Exception {
        var away = URI.create("http://127.0.0.1:" + FreePort.find());
        var often = new Pace(Duration.ofMillis(20), Duration.ofMinutes(1), Duration.ofMinutes(5));
        var plain = settings(Duration.ofSeconds(60), Credentials.NONE, Optional.empty());
        try (var hung = Receiver.start();
                var first = findings.rounds(plain, hung.url(), often, () -> now);
                var second = findings.rounds(plain, away, often, () -> now);
                var third = findings.rounds(plain, receiver.url(), often, () -> now)) {
            hung.hang();
            findings.write(Sick.hot("GPU-1", now));
            first.start();
            Await.until("one hangs", () -> hung.posts().size() == 1);
            second.start();
            third.start();
            Await.until("the other is told", () -> alerts().equals(List.of(1)));
            findings.write(Sick.hot("GPU-2", now));
            Await.until("the other is told of more", () -> alerts().equals(List.of(1, 1)));
            Await.until("one is away", () -> findings.metric("failed", away) > 0);
            assertThat(hung.posts()).hasSize(1);
        }
    }

    @Test
    void who_does_not_keep_the_books_tells_nobody() throws Exception {
        findings.write(Sick.hot("GPU-1", now));
        findings.standBy();
        try (var rounds = rounds()) {
            rounds.round();
        }
        assertThat(receiver.posts()).isEmpty();
        assertThat(notices()).isEmpty();
    }

    @Test
    void many_are_told_in_requests_of_a_bounded_size() throws Exception {
        var many = new Finding[2 * AlertRounds.ALERTS_AT_ONCE + 1];
        for (var i = 0; i < many.length; i++) {
            many[i] = Sick.hot("GPU-" + i, now);
        }
        findings.write(many);
        try (var rounds = rounds()) {
            rounds.round();
        }
        assertThat(alerts()).containsExactly(AlertRounds.ALERTS_AT_ONCE, AlertRounds.ALERTS_AT_ONCE, 1);
        assertThat(receiver.posts()).allMatch(post -> post.body().length() < 500_000);
    }

    @Test
    void another_analyzer_goes_on_where_one_ended() throws Exception {
        findings.write(Sick.hot("GPU-1", now), Sick.hot("GPU-2", now));
        try (var rounds = rounds()) {
            rounds.round();
        }
        findings.write(Sick.closed(Sick.hot("GPU-1", now), now), Sick.closed(Sick.hot("GPU-3", now), now));
        try (var rounds = rounds()) {
            rounds.round();
        }
        assertThat(alerts()).containsExactly(2, 2);
        assertThat(notices()).containsExactly("GPU-1|warning|t|t", "GPU-2|warning|t|f");
    }

    @Test
    void what_gets_graver_or_muted_is_another_alert_or_none() throws Exception {
        findings.write(Sick.hot("GPU-1", now), Sick.hot("GPU-2", now));
        try (var rounds = rounds()) {
            rounds.round();
            findings.write(Sick.graver(Sick.hot("GPU-1", now)));
            findings.mute("GPU-2", now);
            rounds.round();
            assertThat(notices()).containsExactly("GPU-1|critical|t|f", "GPU-1|warning|t|t", "GPU-2|warning|t|t");
            findings.execute("delete from gpu_ledger.finding_mute");
            rounds.round();
            assertThat(notices()).containsExactly("GPU-1|critical|t|f", "GPU-1|warning|t|t", "GPU-2|warning|t|f");
        }
        assertThat(alerts()).containsExactly(2, 3, 1);
    }

    @Test
    void credentials_are_shown_as_their_file_has_them() throws Exception {
        findings.write(Sick.hot("GPU-1", now));
        var file = Files.writeString(folder.resolve("secret"), "open sesame\n");
        for (var shown : List.of(new Credentials.Basic("ali", file), new Credentials.Bearer(file))) {
            var settings = settings(Duration.ofSeconds(20), shown, Optional.empty());
            try (var rounds = findings.rounds(settings, receiver.url(), PACE, () -> now)) {
                rounds.round();
            }
        }
        assertThat(receiver.posts())
                .extracting(Receiver.Post::authorization)
                .containsExactly("Basic YWxpOm9wZW4gc2VzYW1l", "Bearer open sesame");
    }

    @Test
    void an_alertmanager_whose_certificate_nobody_signed_gets_nothing() throws Exception {
        findings.write(Sick.hot("GPU-1", now));
        var authority = new OpenSsl(folder).certificate("alertmanager", "IP:127.0.0.1");
        try (var secure = SecureReceiver.start(new OpenSsl(folder).server("alertmanager"))) {
            for (var trusted : List.of(Optional.<Path>empty(), Optional.of(authority))) {
                var settings = settings(Duration.ofSeconds(20), Credentials.NONE, trusted);
                try (var rounds = findings.rounds(settings, secure.url(), PACE, () -> now)) {
                    rounds.round();
                }
                assertThat(secure.count()).isEqualTo(trusted.isPresent() ? 1 : 0);
            }
        }
    }
}
