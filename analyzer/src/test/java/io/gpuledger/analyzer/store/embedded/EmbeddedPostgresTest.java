package io.gpuledger.analyzer.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that runs undisturbed.
class EmbeddedPostgresTest {
    @TempDir
    static Path temporary;

    static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = EmbeddedPostgres.start(folder(), TestPostgres.FOLDER, TestPostgres.SHARED_BUFFERS_MEBIBYTES);
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    private static Path folder() {
        return temporary.resolve("postgres");
    }

    @Test
    void it_lets_in_whoever_has_the_password() throws SQLException {
        assertThat(Sql.to(postgres).ask("SELECT version()")).startsWith("PostgreSQL " + Programs.VERSION + " ");
        assertThat(Sql.to(postgres).ask("SELECT current_database()")).isEqualTo("gpu_ledger");
    }

    @Test
    void it_refuses_everybody_else() {
        for (var password : new String[] {"wrong", ""}) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> new Sql(postgres.url(), postgres.user(), password).ask("SELECT 1"))
                    .withMessageContaining("password");
        }
    }

    @Test
    void nobody_gets_in_without_scram() throws SQLException {
        assertThat(Sql.to(postgres)
                        .ask("SELECT string_agg(concat_ws(' ', type, address, auth_method, error), ',')"
                                + " FROM pg_hba_file_rules"))
                .isEqualTo("host 127.0.0.1 scram-sha-256");
        assertThat(Sql.to(postgres).ask("SELECT rolpassword FROM pg_authid WHERE rolname = current_user"))
                .startsWith("SCRAM-SHA-256$");
    }

    @Test
    void it_listens_on_loopback_only() throws IOException, SQLException {
        var port = Integer.parseInt(Sql.to(postgres).ask("SHOW port"));
        assertThat(listening(port)).containsExactly("0100007F:%04X".formatted(port));
        assertThat(Sql.to(postgres).ask("SHOW unix_socket_directories")).isEmpty();
    }

    /// Returns the addresses at which somebody listens on a port, as Linux lists them: in hexadecimal, with the
    /// bytes in reverse order. So 0100007F is 127.0.0.1.
    private static Stream<String> listening(int port) throws IOException {
        return Stream.concat(
                        Files.readAllLines(Path.of("/proc/net/tcp")).stream(),
                        Files.readAllLines(Path.of("/proc/net/tcp6")).stream())
                .map(line -> line.strip().split("\\s+", -1))
                .filter(columns -> columns[3].equals("0A"))
                .map(columns -> columns[1])
                .filter(address -> address.endsWith(":%04X".formatted(port)));
    }

    @Test
    void nothing_that_was_committed_is_at_risk() throws SQLException {
        assertThat(Sql.to(postgres)
                        .ask("SELECT string_agg(setting, ' ') FROM pg_settings WHERE name IN"
                                + " ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')"))
                .isEqualTo("on on on on");
    }

    @Test
    void its_settings_are_those_of_its_file_without_exception() throws SQLException {
        assertThat(Sql.to(postgres).ask("SELECT count(*) FROM pg_file_settings WHERE NOT applied OR error IS NOT NULL"))
                .isEqualTo("0");
        assertThat(Sql.to(postgres).ask("SHOW shared_buffers")).isEqualTo(TestPostgres.SHARED_BUFFERS_MEBIBYTES + "MB");
    }

    @Test
    void texts_are_utf_8_and_in_the_order_of_their_characters() throws SQLException {
        assertThat(Sql.to(postgres).ask("SHOW server_encoding")).isEqualTo("UTF8");
        assertThat(Sql.to(postgres).ask("SELECT string_agg(x, '' ORDER BY x) FROM unnest('{b,ä,B,a}'::text[]) x"))
                .isEqualTo("Babä");
        assertThat(Sql.to(postgres).ask("SELECT upper('ä')")).isEqualTo("Ä");
    }

    @Test
    void its_files_are_their_owners_alone() throws IOException {
        var own = Set.of(
                PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
        for (var root : new Path[] {folder(), TestPostgres.FOLDER.resolve("server-" + Programs.VERSION)}) {
            try (var files = Files.walk(root)) {
                assertThat(files.filter(Files::isRegularFile))
                        .allSatisfy(file ->
                                assertThat(Files.getPosixFilePermissions(file)).isSubsetOf(own));
            }
        }
        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(own);
    }

    @Test
    void a_second_analyzer_in_its_folder_is_refused() throws InterruptedException {
        var refusal = "another gpu-analyzer has %s in use".formatted(folder());
        assertThatExceptionOfType(CannotStartPostgresException.class)
                .isThrownBy(() -> EmbeddedPostgres.start(folder()))
                .withMessageContaining(refusal)
                .withMessageContaining("--data-dir");
        try (var second = RunningAnalyzer.start(folder(), TestPostgres.FOLDER)) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.output()).contains(refusal);
        }
        assertThat(Sql.to(postgres).answers()).isTrue();
    }

    @Test
    void it_does_not_hear_the_keyboard() throws IOException {
        var itsSession = session(postgres.pid());
        assertThat(itsSession).isEqualTo(postgres.pid());
    }

    /// Returns the session of a process, which is the sixth column: the third after the name in brackets.
    private static long session(long pid) throws IOException {
        var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[3]);
    }
}
