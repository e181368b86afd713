package io.gpuledger.analyzer.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that end, one way or another.
class EmbeddedPostgresLifeTest {
    private static final int BUFFERS = TestPostgres.SHARED_BUFFERS_MEBIBYTES;

    @TempDir
    Path temporary;

    private Path folder() {
        return temporary.resolve("postgres");
    }

    private Path data() {
        return folder().resolve("data");
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(folder(), TestPostgres.FOLDER, BUFFERS);
    }

    private static void kill(long pid) {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }

    @AfterEach
    void nothing_is_left_behind() throws IOException {
        var left = ServerProcess.all(temporary.toRealPath().resolve("postgres/data"))
                .toList();
        left.forEach(process -> process.handle().destroyForcibly());
        assertThat(left).isEmpty();
    }

    @Test
    void what_was_committed_is_there_after_a_restart_on_the_same_port() throws SQLException {
        String url;
        try (var postgres = start()) {
            url = postgres.url();
            Sql.to(postgres).run("CREATE TABLE kept AS SELECT 42 AS x");
        }
        try (var postgres = start()) {
            assertThat(postgres.url()).isEqualTo(url);
            assertThat(Sql.to(postgres).ask("SELECT x FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void closing_throws_out_who_is_connected_and_leaves_no_process() throws SQLException {
        Connection connection;
        try (var postgres = start()) {
            connection = Sql.to(postgres).connect();
        }
        assertThat(connection.isValid(5)).isFalse();
        assertThat(ServerProcess.all(data())).isEmpty();
        assertThat(PidFile.of(data())).doesNotExist();
    }

    @Test
    void killed_it_comes_back_by_itself_with_what_was_committed() throws SQLException {
        try (var postgres = start()) {
            var sql = Sql.to(postgres);
            sql.run("CREATE TABLE kept AS SELECT 42 AS x");
            kill(postgres.pid());
            Await.until("it is back", () -> postgres.restarts() == 1 && sql.answers());
            assertThat(sql.ask("SELECT x FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void a_child_that_does_not_see_its_server_die_is_ended() throws SQLException {
        try (var postgres = start();
                var busy = Sql.to(postgres).connect();
                var statement = busy.createStatement()) {
            var counting = Thread.ofVirtual().unstarted(() -> {
                try {
                    statement.execute("DO 'BEGIN LOOP PERFORM 1; END LOOP; END'");
                } catch (SQLException _) {
                    // Its server has gone.
                }
            });
            counting.start();
            Await.until("it is busy", () -> active(postgres));
            kill(postgres.pid());
            Await.until(
                    "it is back",
                    () -> postgres.restarts() == 1 && Sql.to(postgres).answers());
            assertThat(active(postgres)).isFalse();
        }
    }

    private static boolean active(EmbeddedPostgres postgres) {
        try {
            return !Sql.to(postgres)
                    .ask("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'DO %' AND state = 'active'")
                    .equals("0");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void the_next_analyzer_takes_over_what_a_killed_one_left_running() throws InterruptedException, SQLException {
        var pid = abandoned();
        try (var postgres = start()) {
            assertThat(postgres.pid()).isEqualTo(pid);
            var sql = Sql.to(postgres);
            assertThat(sql.answers()).isTrue();

            kill(pid);
            Await.until("it is back", () -> postgres.restarts() == 1 && sql.answers());
            assertThat(postgres.pid()).isNotEqualTo(pid);
        }
    }

    @Test
    void a_server_that_was_taken_over_is_stopped_like_any_other() throws InterruptedException {
        abandoned();
        start().close();
        assertThat(ServerProcess.all(data())).isEmpty();
    }

    @Test
    void a_server_with_other_settings_is_not_taken_over() throws InterruptedException, SQLException {
        var pid = abandoned();
        try (var postgres = EmbeddedPostgres.start(folder(), TestPostgres.FOLDER, BUFFERS + 1)) {
            assertThat(postgres.pid()).isNotEqualTo(pid);
            assertThat(Sql.to(postgres).ask("SHOW shared_buffers")).isEqualTo((BUFFERS + 1) + "MB");
        }
    }

    /// The server of an analyzer that was killed.
    private long abandoned() throws InterruptedException {
        try (var analyzer = RunningAnalyzer.start(folder(), TestPostgres.FOLDER)) {
            var pid = Long.parseLong(analyzer.await("serving as (\\d+)"));
            kill(analyzer.pid());
            analyzer.exitCode();
            return pid;
        }
    }

    @Test
    void an_analyzer_that_is_told_to_end_ends_its_server() throws InterruptedException {
        try (RunningProgram analyzer = RunningAnalyzer.start(folder(), TestPostgres.FOLDER)) {
            var pid = Long.parseLong(analyzer.await("serving as (\\d+)"));
            analyzer.terminate().exitCode();
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        }
    }

    @Test
    void a_pid_file_of_a_dead_or_a_foreign_process_is_no_obstacle() throws IOException {
        start().close();
        var dead = 4_194_303L;
        for (var first : new String[] {"" + dead, "" + ProcessHandle.current().pid(), "1", "", "nonsense"}) {
            Files.writeString(
                    PidFile.of(data()), first + "\n" + data() + "\n1700000000\n20000\n\n127.0.0.1\n\nready\n");
            try (var postgres = start()) {
                assertThat(Sql.to(postgres).answers()).as(first).isTrue();
            }
        }
    }

    @Test
    void a_port_that_is_taken_meanwhile_is_given_up() throws IOException {
        String url;
        try (var postgres = start()) {
            url = postgres.url();
        }
        var port = URI.create(url.substring("jdbc:".length())).getPort();
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                var postgres = start()) {
            assertThat(postgres.url()).isNotEqualTo(url);
            assertThat(Sql.to(postgres).answers()).isTrue();
        }
    }

    @Test
    void half_made_data_is_made_again() throws IOException {
        var half = Files.createDirectories(folder().resolve("data.new/base"));
        Files.writeString(half.resolve("1"), "half");
        try (var postgres = start()) {
            assertThat(Sql.to(postgres).answers()).isTrue();
        }
    }
}
