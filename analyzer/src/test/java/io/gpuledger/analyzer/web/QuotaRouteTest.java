package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
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

class QuotaRouteTest {
    private static final Instant NOW = FixedBooks.NOW;
    private static final Instant EARLY = NOW.minus(Duration.ofHours(9));
    private static final String PATH = "/api/v1/quota";
    private static final String GPU = "nvidia.com/gpu";

    private static Site site;

    @BeforeAll
    static void tell() throws Exception {
        site = Site.ofFixedBooks();
        var queue = ObjectId.named("west", Kind.CLUSTER_QUEUE, "research");
        try (var session = site.database().session()) {
            new StatementWriter(session)
                    .write(List.of(
                            told(queue, 0, "hard.h100/" + GPU, "8", "reserved.h100/" + GPU, "10", "cohort", "all"),
                            told(queue, 0, "borrowing_limit.h100/" + GPU, "4"),
                            told(ObjectId.named("west", Kind.LOCAL_QUEUE, "vision", "gpus"), 0, "queue", "research"),
                            told(
                                    ObjectId.named("west", Kind.WORKLOAD, "vision", "job-train"),
                                    30,
                                    "queue",
                                    "gpus",
                                    "pods.main",
                                    "2",
                                    "request.main." + GPU,
                                    "4"),
                            told(
                                    ObjectId.named("west", Kind.RESOURCE_QUOTA, "speech", "gpus"),
                                    0,
                                    "hard.requests." + GPU,
                                    "16",
                                    "used.requests." + GPU,
                                    "9",
                                    "scopes",
                                    "NotTerminating")));
        }
    }

    @AfterAll
    static void close() {
        site.close();
    }

    private static Statement told(ObjectId object, int minute, String... namesAndValues) {
        return Told.part(object, EARLY.plus(Duration.ofMinutes(minute)).toEpochMilli(), namesAndValues);
    }

    private static List<String> names(JsonNode answer) {
        return answer.path("quotas").findValuesAsText("name");
    }

    @Test
    void a_queue_is_told_with_who_waits_for_it() throws IOException, InterruptedException {
        var quota = site.data(PATH + "?namespace=vision").path("quotas").get(0);

        assertThat(quota.toString()).isEqualTo("""
            {"cluster":"west","kind":"clusterqueue","namespace":null,"cohort":"all","name":"research",
            "resource":"nvidia.com/gpu","flavor":"h100","hard":8,"used":10,"borrowed":2,"borrowing_limit":4,
            "lending_limit":null,"lent_unused":0,"cohort_unused":0,"available":0,"scopes":null,
            "namespaces":["vision"],"told":"%s","waiting_pods":2,"waiting_gpus":8}\
            """.replace("\n", "").formatted(EARLY));
    }

    @Test
    void a_quota_of_kubernetes_has_nobody_who_waits() throws IOException, InterruptedException {
        var quota = site.data(PATH + "?cluster=west&namespace=speech")
                .path("quotas")
                .get(0);

        assertThat(quota.path("kind").asText()).isEqualTo("resourcequota");
        assertThat(quota.path("available").asLong()).isEqualTo(7);
        assertThat(quota.path("scopes").toString()).isEqualTo("[\"pods without a deadline\"]");
        assertThat(quota.path("waiting_pods").isNull()).isTrue();
        assertThat(quota.has("blocked_gpu_hours")).isFalse();
    }

    @Test
    void it_can_be_asked_what_stood_then_and_of_whom() throws IOException, InterruptedException {
        assertThat(names(site.data(PATH))).containsExactly("gpus", "research");
        assertThat(names(site.data(PATH + "?at=" + EARLY.minusSeconds(1)))).isEmpty();
        assertThat(names(site.data(PATH + "?cluster=east"))).isEmpty();
        var few = site.data(PATH + "?limit=1");
        assertThat(names(few)).containsExactly("gpus");
        assertThat(few.path("count").asInt()).isEqualTo(2);
    }

    /// The last word on a workload came when it was made, so that no hour is known in which it waited.
    @Test
    void hours_are_told_where_they_are_asked_for_and_as_far_as_they_are_known() throws Exception {
        var asked = PATH + "?from=" + EARLY + "&to=" + NOW;
        assertThat(blocked(asked)).isEqualTo(0);
        try (var session = site.database().session()) {
            new StatementWriter(session)
                    .write(List.of(told(ObjectId.named("west", Kind.WORKLOAD, "vision", "job-train"), 90)));
        }
        assertThat(blocked(asked)).isEqualTo(8);
        assertThat(blocked(PATH + "?from=" + EARLY + "&to=" + EARLY.plusSeconds(3600)))
                .isEqualTo(4);
    }

    private static double blocked(String path) throws IOException, InterruptedException {
        return site.data(path).path("quotas").get(1).path("blocked_gpu_hours").asDouble();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = '|', textBlock = """
        ?at=2126-01-01 | at: must not lie in the future
        ?from=1970-01-02 | from: must not be before
        ?from=2026-01-02&to=2026-01-01 | from: must be before to
        ?kind=x | unknown parameter kind
        """)
    void what_cannot_be_answered_is_refused(String query, String words) throws IOException, InterruptedException {
        var answer = site.get(PATH + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(words);
    }

    @Test
    void pages_of_one_are_the_whole() throws Exception {
        assertThat(Walk.ofPages(site::get, PATH, "")).isGreaterThan(1);
    }
}
