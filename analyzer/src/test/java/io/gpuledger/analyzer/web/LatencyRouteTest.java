package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyRouteTest {
    private static final String PATH = "/api/v1/latency";
    private static final String TUESDAY = "?from=2026-11-17&to=2026-11-18";
    private static final Instant TEN = Instant.parse("2026-11-17T10:00:00Z");

    private Site site;

    @BeforeEach
    void open() throws Exception {
        site = Site.ofEmptyBooks();
        var told = new ArrayList<Statement>();
        made("quick", "speech", 1, TEN, told);
        told.add(scheduled("quick", Duration.ofMillis(2_500)));
        made("slow", "speech", 8, TEN, told);
        told.add(scheduled("slow", Duration.ofMinutes(10)));
        made("waits", "vision", 8, Instant.parse("2026-11-17T23:00:00Z"), told);
        try (var session = site.database().session()) {
            new StatementWriter(session).write(told);
        }
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static Part part(String name, Instant since, Map<String, String> attributes) {
        var id = ObjectId.pod("c", "research", name, "uid-of-" + name);
        return new Part(id, since.toEpochMilli(), new TreeMap<>(attributes), new TreeSet<>());
    }

    private static void made(String name, String team, int gpus, Instant at, List<Statement> told) {
        told.add(part(
                name,
                at,
                Map.of(
                        "created",
                        at.toString(),
                        "labels",
                        Pairs.text(Map.of("team", team)),
                        "request.main.nvidia.com/gpu",
                        String.valueOf(gpus))));
    }

    private static Part scheduled(String name, Duration wait) {
        return part(name, TEN.plus(wait), Map.of("condition.PodScheduled", "true"));
    }

    @Test
    void who_waits_still_is_counted_in() throws Exception {
        var data = site.data(PATH + TUESDAY + "&by=team,size");

        assertThat(data.path("count").asInt()).isEqualTo(3);
        var total = data.path("total");
        assertThat(total.path("scheduled_pods").asInt()).isEqualTo(3);
        assertThat(total.path("scheduled_waiting").asInt()).isEqualTo(1);
        assertThat(total.path("scheduled_p50_seconds").decimalValue()).isEqualByComparingTo("600");
        assertThat(total.path("scheduled_p90_seconds").isNull()).isTrue();
        assertThat(total.path("scheduled_more_than_seconds").decimalValue()).isEqualByComparingTo("3600");
        var first = data.path("rows").get(0);
        assertThat(first.path("team").asText()).isEqualTo("speech");
        assertThat(first.path("size").asText()).isEqualTo("1");
    }

    @Test
    void the_same_can_be_had_as_a_table() throws Exception {
        var lines = site.get(PATH + TUESDAY + "&format=csv&team=speech")
                .body()
                .lines()
                .toList();

        assertThat(lines.getFirst()).startsWith("team,pods,waiting,opened_pods,");
        assertThat(lines).hasSize(2);
        assertThat(lines.getLast()).startsWith("speech,2,2,0,0,0,,,,,2,0,0,2.500,600.000,600.000,,2,2,0,");
    }

    @Test
    void what_is_not_given_is_the_last_week_by_team() throws Exception {
        var rows = site.data(PATH).path("rows");
        assertThat(rows).extracting(row -> row.path("team").asText()).containsExactly("speech", "vision");
    }

    @Test
    void nobody_has_waited_yet_for_what_lies_ahead() throws Exception {
        var ahead = site.data(PATH + "?from=2026-11-17&to=2026-12-17");
        assertThat(ahead.path("to").asText()).isEqualTo(FixedBooks.NOW.toString());
        assertThat(ahead.path("total").path("scheduled_more_than_seconds").asDouble())
                .isEqualTo(Duration.between(Instant.parse("2026-11-17T23:00:00Z"), FixedBooks.NOW)
                                .toMillis()
                        / 1e3);
        assertThat(site.data(PATH + "?from=2026-12-17&to=2026-12-18")
                        .path("count")
                        .asInt())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?by=teem                  | no dimension is called teem; did you mean team?",
                "?by=team,team             | by: must name up to 5 dimensions, each once",
                "?from=2026-11-17T10:30:00Z | from: ",
            })
    void what_is_asked_wrongly_is_said(String query, String what) throws Exception {
        var answer = site.get(PATH + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(what);
    }

    @Test
    void pages_of_one_are_the_whole() throws Exception {
        assertThat(Walk.ofPages(site::get, PATH, TUESDAY + "&by=team,size")).isGreaterThan(1);
    }
}
