package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Somebody else has locked all tables, so that no question about them has an answer before its time is over.
class SlowDatabaseTest {
    private static final Database.Limits HASTY = new Database.Limits(
            Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofMillis(300));

    private static final String LOCK = """
        do $$ declare t regclass; begin
            for t in select oid from pg_class where relnamespace = 'gpu_ledger'::regnamespace and relkind in ('r', 'p')
            loop execute format('lock table %s in access exclusive mode', t); end loop;
        end $$
        """;

    /// These do not ask the database, or not before they are asked for something.
    private static final List<String> OTHERS = List.of(
            "/api/v1/now", "/api/v1/targets", "/targets", "/api/v1/doctor", "/doctor", "/search", ApiDescription.PATH);

    private static TestDatabase test;
    private static Database database;
    private static Connection locker;
    private static Site site;

    @BeforeAll
    static void lock() throws Exception {
        test = TestDatabase.plain();
        database = new Database(test.settings(), HASTY, new SimpleMeterRegistry());
        database.migrate();
        site = Site.of(database);
        locker = test.connect();
        locker.setAutoCommit(false);
        try (var statement = locker.createStatement()) {
            statement.execute(LOCK);
        }
    }

    @AfterAll
    static void close() throws SQLException {
        locker.close();
        site.close();
        database.close();
        test.close();
    }

    static Stream<String> paths() {
        return site.endpoints.all().stream()
                .filter(Endpoint::isPlain)
                .map(Endpoint::path)
                .filter(path -> !OTHERS.contains(path));
    }

    @ParameterizedTest
    @MethodSource("paths")
    void each_question_is_ended_after_its_time_in_the_database_too(String path) throws Exception {
        var answer = site.get(path);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.headers().firstValue("retry-after")).hasValue("10");
        assertThat(waiting()).isZero();
    }

    @Test
    void a_program_is_told_that_it_is_the_question_which_is_too_much() throws Exception {
        var answer = site.get("/api/v1/ledger");

        assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
        var problem = new ObjectMapper().readTree(answer.body());
        assertThat(problem.path("type").asText()).isEqualTo("tag:gpu-ledger.io,2026:too-much");
        assertThat(problem.path("detail").asText()).contains("ask for fewer hours, or by less");
    }

    @Test
    void who_changes_something_does_not_wait_for_longer() throws Exception {
        var mute = "{\"kind\": \"hot\", \"minutes\": 5, \"who\": \"ann\", \"reason\": \"it is seen to\"}";

        assertThat(site.post("/api/v1/mutes", mute).statusCode()).isEqualTo(503);
        assertThat(site.send("DELETE", "/api/v1/mutes/1", "", "Sec-Fetch-Site", "none")
                        .statusCode())
                .isEqualTo(503);
        assertThat(waiting()).isZero();
    }

    /// How many sessions wait for the one that has locked the tables.
    private static long waiting() throws SQLException {
        try (var connection = test.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from pg_locks where not granted and database ="
                        + " (select oid from pg_database where datname = current_database())")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
