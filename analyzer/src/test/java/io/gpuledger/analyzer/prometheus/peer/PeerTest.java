package io.gpuledger.analyzer.prometheus.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.RawServer;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeerTest {
    @TempDir
    private Path folder;

    private final Timekeeper clock = Timekeeper.system();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private Credentials credentials = Credentials.NONE;

    private String ask(String url) throws IOException, PeerException, InterruptedException {
        var settings = new PeerSettings(
                URI.create(url), Map.of("X-Scope-OrgID", "gpus"), Duration.ofMillis(700), credentials, TlsFiles.NONE);
        var read = new StringBuilder();
        try (var peer = new Peer(settings, clock)) {
            peer.post(
                    "/api/v1/query",
                    Map.of("query", "up[1m]"),
                    body -> read.append(new String(body.in().readAllBytes(), UTF_8)));
        }
        return read.toString();
    }

    private String answered(RawServer.Answer answer) throws IOException, PeerException, InterruptedException {
        try (var server = new RawServer((request, out) -> {
            heads.add(request.head());
            return answer.to(request, out);
        })) {
            return ask("http://127.0.0.1:" + server.port() + "/prometheus");
        }
    }

    private PeerException failure(RawServer.Answer answer) {
        return catchThrowableOfType(PeerException.class, () -> answered(answer));
    }

    @Test
    void an_answer_is_read_and_the_question_has_its_form_and_headers() throws Exception {
        assertThat(answered((_, out) -> RawServer.say(out, RawServer.page("all is well"))))
                .isEqualTo("all is well");

        assertThat(heads.getFirst())
                .startsWith("POST /prometheus/api/v1/query ")
                .containsIgnoringCase("X-Scope-OrgID: gpus")
                .containsIgnoringCase("Content-Type: application/x-www-form-urlencoded");
    }

    @Test
    void secrets_are_read_from_their_files() throws Exception {
        credentials = new Credentials.Bearer(Files.writeString(folder.resolve("token"), "secret\n"));

        answered((_, out) -> RawServer.say(out, RawServer.page("")));

        assertThat(heads.getFirst()).containsIgnoringCase("Authorization: Bearer secret");
    }

    @Test
    void a_secret_that_is_not_there_is_for_somebody_to_mend() {
        credentials = new Credentials.Bearer(folder.resolve("nothing"));

        var failure = failure((_, out) -> RawServer.say(out, RawServer.page("")));

        assertThat(failure.remedy()).isEqualTo(Remedy.CHANGE);
        assertThat(failure).hasMessageContaining("nothing");
    }

    @Test
    void its_date_bears_out_our_clock() throws Exception {
        answered((_, out) -> RawServer.say(
                out, "HTTP/1.1 200 OK\r\nDate: Sun, 29 Nov 2026 02:00:00 GMT\r\nContent-Length: 0\r\n\r\n"));

        assertThat(clock.passed()).isAfterOrEqualTo(Instant.parse("2026-11-29T02:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "413, LESS",
        "422, LESS",
        "504, LESS",
        "429, LATER",
        "500, LATER",
        "503, LATER",
        "401, CHANGE",
        "403, CHANGE",
        "404, CHANGE",
        "400, CHANGE",
        "302, CHANGE"
    })
    void what_helps_against_a_refusal_is_known_by_its_number_and_the_servers_words_are_said(int status, Remedy remedy) {
        var failure = failure((_, out) -> RawServer.say(
                out, "HTTP/1.1 %d Sorry\r\nContent-Length: 18\r\n\r\ntoo many samples\r\n".formatted(status)));

        assertThat(failure.remedy()).isEqualTo(remedy);
        assertThat(failure).hasMessageContainingAll(String.valueOf(status), "too many samples");
    }

    @Test
    void half_an_answer_is_none() {
        var failure = failure((_, out) -> {
            RawServer.say(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it");
            return false;
        });

        assertThat(failure.remedy()).isEqualTo(Remedy.LATER);
        assertThat(failure).hasMessageContaining("breaks off");
    }

    @Test
    void an_answer_that_trickles_is_cut_off_and_less_is_asked_for() {
        var failure = failure((request, out) -> {
            RawServer.say(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it");
            return request.hang();
        });

        assertThat(failure.remedy()).isEqualTo(Remedy.LESS);
        assertThat(failure).hasMessageContaining("does not end");
    }

    @Test
    void one_that_says_nothing_at_all_is_asked_for_less() {
        var failure = failure((request, _) -> request.hang());

        assertThat(failure.remedy()).isEqualTo(Remedy.LESS);
        assertThat(failure).hasMessageContaining("does not answer");
    }

    @Test
    void where_nobody_is_it_is_asked_again_later() {
        // No program but one of the system may listen there.
        var failure = catchThrowableOfType(PeerException.class, () -> ask("http://127.0.0.1:1"));

        assertThat(failure.remedy()).isEqualTo(Remedy.LATER);
        assertThat(failure).hasMessageContaining("nobody is there");
    }
}
