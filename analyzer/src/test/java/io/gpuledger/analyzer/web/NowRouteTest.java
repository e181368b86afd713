package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NowRouteTest {
    private final Site site = Site.away();

    @BeforeEach
    void know() {
        site.present = FixedPresent.at(FixedBooks.NOW.minusSeconds(12));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private JsonNode json(String query) throws IOException, InterruptedException {
        return site.data("/api/v1/now" + query);
    }

    @Test
    void each_unit_is_told_with_its_accounts() throws IOException, InterruptedException {
        Golden.file("golden/web/now.json").matches(json("").toPrettyString() + "\n");
    }

    @Test
    void a_filter_leaves_the_accounts_that_it_names() throws IOException, InterruptedException {
        var idle = json("?state=idle&state=free&cluster=east");

        assertThat(idle.path("count").asInt()).isEqualTo(1);
        assertThat(idle.path("units").get(0).path("gpu").asText()).isEqualTo("GPU-b");
        assertThat(idle.path("gpus").path("idle").decimalValue()).isEqualByComparingTo("0.5");
        assertThat(json("?team=speech").path("count").asInt()).isEqualTo(1);
        assertThat(json("?team=").path("count").asInt()).isEqualTo(1);
        assertThat(json("?node=n2").path("count").asInt()).isEqualTo(1);
        assertThat(json("?node=n3").path("count").asInt()).isZero();
    }

    @Test
    void units_come_in_pages() throws IOException, InterruptedException {
        var first = json("?limit=2");
        var second = json("?limit=2&page=2");

        assertThat(first.path("units")).hasSize(2);
        assertThat(first.path("next_page").asInt()).isEqualTo(2);
        assertThat(second.path("units")).hasSize(1);
        assertThat(second.has("next_page")).isFalse();
        assertThat(json("?page=1001").path("units")).isEmpty();
    }

    @Test
    void the_next_page_is_asked_for_with_the_same_filters() throws Exception {
        assertThat(site.get("/api/v1/now?limit=1&cluster=west&cluster=east")
                        .headers()
                        .firstValue("link"))
                .hasValue("<?cluster=west&cluster=east&limit=1&page=2>; rel=\"next\"");
        site.present = FixedPresent.ofMany(FixedBooks.NOW, 40);
        assertThat(Walk.ofPages(site::get, "/api/v1/now", "")).isEqualTo(40);
    }

    @Test
    void before_the_first_books_nothing_is_known_which_is_not_that_there_is_nothing()
            throws IOException, InterruptedException {
        site.present = FixedPresent.unknown();
        var answer = site.get("/api/v1/now");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("not known yet");
    }

    @Test
    void what_makes_no_sense_is_refused() throws IOException, InterruptedException {
        var answer = site.get("/api/v1/now?state=busy&by=team");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("no state is called busy", "unknown parameter by");
    }
}
