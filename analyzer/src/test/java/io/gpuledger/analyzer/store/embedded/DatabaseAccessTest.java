package io.gpuledger.analyzer.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseAccessTest {
    private static final int BUFFERS = TestPostgres.SHARED_BUFFERS_MEBIBYTES;

    @TempDir
    Path temporary;

    private Path folder() {
        return temporary.resolve("postgres");
    }

    private DatabaseAccess access() {
        return DatabaseAccess.to(folder(), TestPostgres.FOLDER, BUFFERS);
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(folder(), TestPostgres.FOLDER, BUFFERS);
    }

    private static String ask(DatabaseAccess access, String question) throws SQLException {
        return new Sql(access.url(), access.user(), access.password()).ask(question);
    }

    @Test
    void a_running_server_is_used_and_goes_on() throws SQLException {
        try (var postgres = start()) {
            Sql.to(postgres).run("CREATE TABLE kept AS SELECT 42 AS x");
            try (var access = access()) {
                assertThat(access.url()).isEqualTo(postgres.url());
                assertThat(ask(access, "SELECT x FROM kept")).isEqualTo("42");
            }
            assertThat(Sql.to(postgres).ask("SELECT x FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void where_none_runs_one_runs_for_as_long_as_the_visit() throws SQLException, IOException {
        try (var postgres = start()) {
            Sql.to(postgres).run("CREATE TABLE kept AS SELECT 42 AS x");
        }
        try (var access = access()) {
            assertThat(ask(access, "SELECT x FROM kept")).isEqualTo("42");
        }
        assertThat(ServerProcess.all(folder().toRealPath().resolve(DataFolder.NAME)))
                .isEmpty();
    }

    @Test
    void where_there_is_no_database_none_is_made() {
        assertThatExceptionOfType(CannotStartPostgresException.class)
                .isThrownBy(this::access)
                .withMessageContaining("there is no database in " + folder())
                .withMessageContaining("--data-dir");
        assertThat(Files.exists(folder())).isFalse();
    }
}
