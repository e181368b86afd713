package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Told;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PendingRouteTest {
    private static final Instant NOW = FixedBooks.NOW;
    private static final Instant NINE = NOW.minus(Duration.ofHours(9));
    private static final String PATH = "/api/v1/pending";

    private static Site site;

    @BeforeAll
    static void tell() throws Exception {
        site = Site.ofFixedBooks();
        try (var session = site.database().session()) {
            new StatementWriter(session)
                    .write(List.of(
                            told("old", 0, "created", NINE.minusSeconds(60).toString(), "phase", "Pending"),
                            told("old", 0, "request.main.nvidia.com/gpu", "8", "request.main.cpu", "4"),
                            told("old", 0, "request.proxy.cpu", "0.5", "extra.cpu", "1.75", "owner", "Job/train"),
                            told("old", 0, "gates", "a.org/x,b.org/y", "priority", "1000", "priority_class", "high"),
                            told("old", 5, "condition.PodScheduled", "false", "reason.PodScheduled", "Unschedulable"),
                            told("old", 5, "message.PodScheduled", "0/4 nodes are available."),
                            told("placed", 10, "phase", "Pending", "request.main.nvidia.com/gpu", "1"),
                            told("placed", 30, "node", "n1", "condition.PodScheduled", "true"),
                            told("refused", 10, "phase", "Pending"),
                            told("refused", 20, "phase", "Failed"),
                            told("given-up", 10, "phase", "Pending"),
                            new Gone(
                                    pod("given-up"),
                                    NINE.plus(Duration.ofMinutes(40)).toEpochMilli())));
        }
    }

    @AfterAll
    static void close() {
        site.close();
    }

    private static ObjectId pod(String name) {
        return ObjectId.pod("west", name.equals("old") ? "vision" : "speech", name, "uid-of-" + name);
    }

    private static Statement told(String pod, int minute, String... namesAndValues) {
        return Told.part(pod(pod), NINE.plus(Duration.ofMinutes(minute)).toEpochMilli(), namesAndValues);
    }

    private static JsonNode at(int minute) throws IOException, InterruptedException {
        return site.data(PATH + "?at=" + NINE.plus(Duration.ofMinutes(minute)));
    }

    private static List<String> names(JsonNode answer) {
        return answer.path("pods").findValuesAsText("pod");
    }

    @Test
    void a_pod_that_waits_is_told_with_what_it_needs_and_what_keeps_it() throws IOException, InterruptedException {
        var pod = site.data(PATH + "?namespace=vision").path("pods").get(0);

        assertThat(pod.path("pod").asText()).isEqualTo("old");
        assertThat(pod.path("owner").asText()).isEqualTo("Job/train");
        assertThat(pod.path("waiting_seconds").asLong()).isEqualTo(9 * 3600 + 60);
        assertThat(pod.path("requests").toString()).isEqualTo("{\"cpu\":6.25,\"nvidia.com/gpu\":8}");
        assertThat(pod.path("priority").asInt()).isEqualTo(1000);
        assertThat(pod.path("gates").toString()).isEqualTo("[\"a.org/x\",\"b.org/y\"]");
        assertThat(pod.path("reason").asText()).isEqualTo("Unschedulable");
        assertThat(pod.path("message").asText()).isEqualTo("0/4 nodes are available.");
        assertThat(pod.path("since").asText())
                .isEqualTo(NINE.plus(Duration.ofMinutes(5)).toString());
        assertThat(pod.path("nominated").isNull()).isTrue();
    }

    @Test
    void it_can_be_asked_who_waited_then_and_what_was_known_by_then() throws IOException, InterruptedException {
        assertThat(names(at(-1))).isEmpty();
        assertThat(names(at(0))).containsExactly("old");
        assertThat(at(4).path("pods").get(0).path("reason").isNull()).isTrue();
        assertThat(names(at(15))).containsExactly("old", "given-up", "placed", "refused");
        assertThat(names(at(25))).containsExactly("old", "given-up", "placed");
        assertThat(names(at(35))).containsExactly("old", "given-up");
        assertThat(names(at(45))).containsExactly("old");
    }

    /// The last word on any of its pods that are there came half an hour after nine.
    @Test
    void an_answer_says_until_when_each_cluster_was_told_of() throws IOException, InterruptedException {
        assertThat(at(15).path("told").path("west").asText())
                .isEqualTo(NINE.plus(Duration.ofMinutes(15)).toString());
        assertThat(site.data(PATH).path("told").path("west").asText())
                .isEqualTo(NINE.plus(Duration.ofMinutes(30)).toString());
        assertThat(site.data(PATH).path("at").asText()).isEqualTo(NOW.toString());
    }

    @Test
    void who_asks_for_fewer_is_told_how_many_there_are() throws IOException, InterruptedException {
        var fewer = site.data(PATH + "?limit=2&at=" + NINE.plus(Duration.ofMinutes(15)));
        assertThat(names(fewer)).containsExactly("old", "given-up");
        assertThat(fewer.path("count").asInt()).isEqualTo(4);
        assertThat(site.data(PATH + "?namespace=speech").path("count").asInt()).isZero();
        assertThat(site.data(PATH + "?cluster=north").path("count").asInt()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?at=yesterday             | at: yesterday must be a date",
                "?at=2999-01-01            | at: must not lie in the future",
                "?limit=0                  | limit: 0 must be a whole number",
                "?state=idle               | unknown parameter state",
            })
    void what_is_asked_wrongly_is_said(String query, String what) throws IOException, InterruptedException {
        var answer = site.get(PATH + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(what);
    }

    @Test
    void a_database_that_is_away_is_said_to_be() throws IOException, InterruptedException {
        try (var away = Site.away()) {
            assertThat(away.get(PATH).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void pages_of_one_are_the_whole() throws Exception {
        assertThat(Walk.ofPages(site::get, PATH, "?at=" + NINE.plus(Duration.ofMinutes(15))))
                .isGreaterThan(1);
    }
}
