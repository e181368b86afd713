package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.FreeWhileWaiting.Part;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.pods.WaitingHour;
import io.gpuledger.analyzer.store.pods.WaitingHours;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreeWhileWaitingRouteTest {
    private static final String PATH = "/api/v1/free-while-waiting";
    private static final String TUESDAY = "?from=2026-11-17&to=2026-11-18";
    private static final long TEN = Instant.parse("2026-11-17T10:00:00Z").toEpochMilli();
    private static final long ELEVEN = Instant.parse("2026-11-17T11:00:00Z").toEpochMilli();
    private static final Optional<String> A100 = Optional.of("A100");
    private static final Optional<String> H100 = Optional.of("H100");

    private Site site;

    @BeforeEach
    void open() throws Exception {
        site = Site.ofEmptyBooks();
        try (var session = site.database().session()) {
            for (var cluster : List.of("c", "d")) {
                new StatementWriter(session)
                        .write(List.of(Told.part(
                                ObjectId.named(cluster, Kind.NODE, "n1"), TEN, "allocatable.nvidia.com/gpu", "8")));
            }
            var hours = new WaitingHours(session, 1);
            hours.begin(new Span(TEN, ELEVEN));
            hours.write(new WaitingHour(
                    "c",
                    TEN,
                    10,
                    20,
                    List.of(
                            new Part(A100, H100, "vision", Blocker.SKU, 6),
                            new Part(H100, H100, "speech", Blocker.FRAGMENTATION, 2.5))));
            hours.write(new WaitingHour(
                    "d", TEN, 4, 1, List.of(new Part(A100, Optional.empty(), "vision", Blocker.TAINT, 1))));
        }
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void the_kinds_and_what_stands_between_them_are_told_the_largest_first() throws Exception {
        var data = site.data(PATH + TUESDAY);

        var total = data.path("total");
        assertThat(total.path("gpu_hours").decimalValue()).isEqualByComparingTo("9.5");
        assertThat(total.path("free_gpu_hours").decimalValue()).isEqualByComparingTo("14");
        assertThat(total.path("wanted_gpu_hours").decimalValue()).isEqualByComparingTo("21");
        assertThat(total.path("cluster_hours").asInt()).isEqualTo(2);
        assertThat(data.path("rows"))
                .extracting(row -> row.path("free_sku").asText()
                        + " > " + row.path("wanted_sku").asText()
                        + ": " + row.path("reason").asText())
                .containsExactly("A100 > H100: sku", "H100 > H100: fragmentation", "A100 > null: taint");
    }

    @Test
    void it_can_be_asked_of_a_team_and_a_cluster() throws Exception {
        assertThat(site.data(PATH + TUESDAY + "&by=cluster&team=vision").path("rows"))
                .extracting(row -> row.path("cluster").asText() + " "
                        + row.path("gpu_hours").asText())
                .containsExactly("c 6.0", "d 1.0");
        var ofD = site.data(PATH + TUESDAY + "&cluster=d").path("total");
        assertThat(ofD.path("free_gpu_hours").asText()).isEqualTo("4.0");
        assertThat(ofD.path("cluster_hours").asInt()).isEqualTo(1);
    }

    @Test
    void pods_that_take_any_kind_are_asked_for_by_the_empty_text() throws Exception {
        assertThat(site.data(PATH + TUESDAY + "&wanted_sku=").path("rows"))
                .extracting(row -> row.path("reason").asText())
                .containsExactly("taint");
    }

    @Test
    void the_same_can_be_had_as_a_table() throws Exception {
        assertThat(site.get(PATH + TUESDAY + "&by=reason,team&format=csv").body())
                .isEqualToNormalizingNewlines("""
                    reason,team,gpu_hours
                    sku,vision,6.000
                    fragmentation,speech,2.500
                    taint,vision,1.000
                    """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?by=fre_sku                | no dimension is called fre_sku; did you mean free_sku?",
                "?by=team,team              | by: must name up to 5 dimensions, each once",
                "?reason=tint               | did you mean taint?",
                "?from=2026-11-17T10:30:00Z | from: ",
            })
    void what_is_asked_wrongly_is_said(String query, String what) throws Exception {
        var answer = site.get(PATH + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(what);
    }

    @Test
    void pages_of_one_are_the_whole() throws Exception {
        assertThat(Walk.ofPages(site::get, PATH, TUESDAY)).isGreaterThan(1);
    }
}
