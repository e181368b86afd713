package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Sum;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerRouteTest {
    private static final String PATH = "/api/v1/ledger";

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static JsonNode json(String query) throws IOException, InterruptedException {
        return SITE.data(PATH + query);
    }

    /// The file holds the answer word for word, decimals too, except that each row begins on a line of its own.
    @Test
    void what_is_not_said_is_the_last_seven_full_days_by_team_and_state() throws IOException, InterruptedException {
        Golden.file("golden/web/ledger.json").matches(SITE.get(PATH).body().replace("{\"team\"", "\n{\"team\"") + "\n");
    }

    @Test
    void what_is_being_filled_is_said_beside_what_is_settled() throws Exception {
        try (var filling = Site.ofFillingBooks()) {
            var data = filling.data(PATH + "?by=day");
            assertThat(data.path("filling"))
                    .hasToString("{\"gpus\":1,\"since\":\"2026-11-22T21:00:00Z\",\"told\":\"2026-11-23T09:29:48Z\"}");
            assertThat(data.path("total").path("filling_seconds").asDouble()).isEqualTo(28_800);
            assertThat(data.path("rows"))
                    .allSatisfy(day -> assertThat(day.path("settled").asBoolean())
                            .isEqualTo(day.path("filling_seconds").asDouble() == 0));
            assertThat(filling.data(PATH + "?by=pod")
                            .path("total")
                            .path("filling_seconds")
                            .asDouble())
                    .as("by entries too")
                    .isEqualTo(28_800);
            assertThat(filling.data(PATH + "?by=day&from=2026-11-16&to=2026-11-20")
                            .path("filling")
                            .isNull())
                    .as("of what was before")
                    .isTrue();
            assertThat(filling.get("/").body())
                    .contains("8.0 GPU-hours are provisional, 8.0 of them as their past is still coming in");
        }
    }

    @Test
    void csv_is_a_table_whose_texts_are_no_formulas() throws IOException, InterruptedException {
        var answer = SITE.get(PATH + "?by=team,workload,pod&format=csv");

        assertThat(answer.headers().firstValue("content-type")).hasValue("text/csv; charset=utf-8");
        Golden.file("golden/web/ledger.csv").matches(answer.body().replace("\r", ""));
        assertThat(SITE.get(PATH + "?by=team,workload,pod", "Accept", "text/csv")
                        .body())
                .isEqualTo(answer.body());
        assertThat(SITE.get(PATH + "?by=team,workload,pod&format=json", "Accept", "text/csv")
                        .body())
                .startsWith("{");
    }

    @Test
    void rows_add_up_to_capacity_to_the_millisecond() throws IOException, InterruptedException {
        var data = json("?by=cluster,sku,gpu,state,cause,day");

        var sum = BigDecimal.ZERO;
        for (var row : data.path("rows")) {
            sum = sum.add(row.path("gpu_seconds").decimalValue());
        }
        assertThat(sum).isEqualByComparingTo(String.valueOf(4 * 7 * 86_400));
        assertThat(data.path("capacity_seconds").decimalValue()).isEqualByComparingTo(sum);
        assertThat(data.path("total").path("gpu_seconds").decimalValue()).isEqualByComparingTo(sum);
    }

    @Test
    void pages_are_followed_until_there_is_none() throws IOException, InterruptedException {
        var all = json("?by=day,state").path("rows");
        var paged = new ArrayList<JsonNode>();
        var page = 1;
        while (page > 0) {
            var data = json("?by=day,state&limit=10&page=" + page);
            data.path("rows").forEach(paged::add);
            page = data.path("next_page").asInt(0);
        }

        assertThat(paged)
                .hasSize(all.size())
                .isEqualTo(List.copyOf(all.valueStream().toList()));
    }

    @Test
    void a_table_is_whole_unless_it_is_asked_for_in_pages() throws IOException, InterruptedException {
        var query = "?by=hour,gpu,state&format=csv";
        var table = SITE.get(PATH + query);

        assertThat(table.body().lines().count()).isGreaterThan(1_000 + 1);
        assertThat(table.headers().firstValue("link")).isEmpty();
        assertThat(followed(query + "&limit=400"))
                .isEqualTo(table.body().lines().toList());
    }

    /// The lines of all pages, without the heads of those after the first.
    private static List<String> followed(String query) throws IOException, InterruptedException {
        var lines = new ArrayList<String>();
        for (var next = Optional.of(query); next.isPresent(); ) {
            var answer = SITE.get(PATH + next.get());
            answer.body().lines().skip(lines.isEmpty() ? 0 : 1).forEach(lines::add);
            next = answer.headers().firstValue("link").map(link -> link.replaceFirst("^<(.*)>; rel=\"next\"$", "$1"));
        }
        return lines;
    }

    @Test
    void the_link_to_the_next_page_says_all_that_was_asked_and_all_that_was_not()
            throws IOException, InterruptedException {
        assertThat(SITE.get(PATH + "?by=day,team&team=speech&team=&team=a%20%26%20b&limit=3")
                        .headers()
                        .firstValue("link"))
                .hasValue("<?from=2026-11-16T00%3A00%3A00Z&to=2026-11-23T00%3A00%3A00Z&by=day%2Cteam"
                        + "&team=&team=a%20%26%20b&team=speech&format=json&limit=3&page=2>; rel=\"next\"");
    }

    @Test
    void no_page_is_offered_that_cannot_be_asked_for() throws IOException, InterruptedException {
        var asked = new LedgerParameters(
                new LedgerQuestion(FixedBooks.WEEK, List.of(Dimension.GPU), Map.of(), 10_000, 1_000_000),
                101,
                false,
                Sight.Whole.FLEET);
        var some = new Sum(0, 0, 0, 0, new TreeMap<>(), 0, 0, Optional.empty(), 0, true);

        assertThat(asked.nextPage(new LedgerAnswer(List.of(), some, 1_020_000, 0, Optional.empty())))
                .isEmpty();
        assertThat(SITE.get(PATH + "?limit=10000&page=101").statusCode()).isEqualTo(200);
        assertThat(SITE.get(PATH + "?limit=10000&page=102").statusCode()).isEqualTo(400);
    }

    @Test
    void filters_can_be_given_more_than_once_and_be_empty() throws IOException, InterruptedException {
        var rows = json("?by=team&team=speech&team=&cluster=west").path("rows");

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).path("team").asText()).isEqualTo("speech");
        assertThat(rows.get(1).path("team").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "?from=2026-11-16&to=2026-11-17, 2026-11-16T00:00:00Z, 2026-11-17T00:00:00Z",
        "?from=2026-11-16T05:00:00Z&to=1795413600, 2026-11-16T05:00:00Z, 2026-11-23T06:00:00Z",
        "?from=2026-11-16T05:30:00%2B05:30&to=2026-11-17, 2026-11-16T00:00:00Z, 2026-11-17T00:00:00Z",
        "?from=2026-11-09, 2026-11-09T00:00:00Z, 2026-11-16T00:00:00Z",
        "?to=2026-11-16, 2026-11-09T00:00:00Z, 2026-11-16T00:00:00Z",
    })
    void times_are_read_in_many_ways(String query, String from, String to) throws IOException, InterruptedException {
        var data = json(query);

        assertThat(data.path("from").asText()).isEqualTo(from);
        assertThat(data.path("to").asText()).isEqualTo(to);
    }

    @Test
    void all_that_is_wrong_is_listed() throws IOException, InterruptedException {
        var answer = SITE.get(PATH + "?from=2026-11-16T10:30:00Z&to=yesterday&by=teem,state&state=ide&limit=0"
                + "&page=x&format=xml&teem=a&hour=3");

        assertThat(answer.statusCode()).isEqualTo(400);
        Golden.file("golden/web/problems.json")
                .matches(new ObjectMapper().readTree(answer.body()).toPrettyString() + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?from=2026-11-17&to=2026-11-16",
                "?from=2020-01-01&to=2026-01-01",
                "?by=team,team",
                "?by=",
                "?by=cluster,team,namespace,workload,pod,node,sku",
                "?limit=10001",
                "?limit=1&limit=2",
                "?from=2026-13-40",
                "?from=99999999999999999999",
                "?from=%2B999999999-12-31",
                "?to=-999999999-01-01",
                "?from=-200000000-01-01&to=%2B200000000-01-01",
                "?to=999999996000",
                "?team=%00",
                "?by=pod&pod=a%00b",
                "?page=-1",
            })
    void what_makes_no_sense_is_refused(String query) throws IOException, InterruptedException {
        var answer = SITE.get(PATH + query);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(new ObjectMapper().readTree(answer.body()).path("errors")).isNotEmpty();
    }

    @Test
    void a_name_that_is_sql_is_a_name() throws IOException, InterruptedException {
        assertThat(json("?by=team&team=x%27%29%20or%20true%3B--").path("rows")).isEmpty();
    }

    @Test
    void a_database_that_is_away_is_said_to_be_and_when_to_ask_again() throws IOException, InterruptedException {
        try (var elsewhere = Site.away()) {
            var answer = elsewhere.get(PATH);

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("retry-after")).hasValue("10");
            assertThat(answer.body()).contains("\"title\":\"Service Unavailable\"", "it cannot be reached");
        }
    }
}
