package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadsRouteTest {
    private static final String PATH = "/api/v1/workloads";
    private static final String WEEK = "from=2026-11-16&to=2026-11-23";

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static JsonNode json(String query) throws IOException, InterruptedException {
        return SITE.data(PATH + query);
    }

    @Test
    void a_team_has_its_workloads_with_what_they_held_first() throws IOException, InterruptedException {
        var body = SITE.get(PATH + "?team=speech&" + WEEK).body();
        Golden.file("golden/web/workloads.json").matches(body.replace("{\"id\"", "\n{\"id\"") + "\n");
        assertThat(json("?team=nobody&" + WEEK).path("count").asInt()).isZero();
    }

    @Test
    void who_asks_for_fewer_is_told_how_many_there_are() throws IOException, InterruptedException {
        var fewer = json("?team=speech&limit=1&" + WEEK);
        assertThat(fewer.path("workloads")).hasSize(1);
        assertThat(fewer.path("count").asInt()).isEqualTo(2);
    }

    @Test
    void each_of_them_has_a_number() throws IOException, InterruptedException {
        for (var workload : json("?team=speech&" + WEEK).path("workloads")) {
            var one = json("/" + workload.path("id").asInt() + "?" + WEEK);
            workload.propertyStream()
                    .forEach(field -> assertThat(one.get(field.getKey())).isEqualTo(field.getValue()));
        }
    }

    @Test
    void idle_hours_that_follow_each_other_are_one_run() throws IOException, InterruptedException {
        var train = json("?team=speech&" + WEEK).path("workloads").get(1);
        assertThat(train.path("workload").asText()).isEqualTo("Job/train");
        assertThat(train.path("usage").path("idle_runs").asInt()).isEqualTo(1);
        var run = train.path("usage").path("longest_idle_runs").get(0);
        assertThat(run.path("seconds").asInt()).isEqualTo(100 * 3600);
        assertThat(run.path("from").asText()).isEqualTo("2026-11-16T00:00:00Z");
    }

    @Test
    void one_that_held_nothing_then_is_there_and_has_nothing() throws IOException, InterruptedException {
        var id =
                json("?team=speech&" + WEEK).path("workloads").get(0).path("id").asInt();
        var then = json("/" + id + "?from=2026-01-01&to=2026-01-02");
        assertThat(then.path("workload").asText()).isEqualTo("Notebook/nb");
        assertThat(then.path("gpu_seconds").decimalValue()).isZero();
        assertThat(then.path("grade").isNull()).isTrue();
        assertThat(then.path("usage").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/999999?from=2026-11-16                | 404 | no workload has the number 999999",
                "/x'y                                   | 404 | no workload has the number x'y",
                "/1?from=2026-11-16&team=speech         | 400 | unknown parameter team",
                "?from=2026-11-16                       | 400 | team: must be given",
                "?team=%00                              | 400 | team: must not contain a NUL",
                "?team=speech&limit=0&from=yesterday    | 400 | from: yesterday must be a date",
            })
    void what_is_asked_wrongly_is_said(String query, int status, String what) throws IOException, InterruptedException {
        var answer = SITE.get(PATH + query);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(new ObjectMapper().readTree(answer.body()).path("detail").asText())
                .contains(what);
    }
}
