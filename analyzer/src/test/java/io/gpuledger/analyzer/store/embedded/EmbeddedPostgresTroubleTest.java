package io.gpuledger.analyzer.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each refusal names what mends it.
class EmbeddedPostgresTroubleTest {
    @TempDir
    Path temporary;

    private Path folder() {
        return temporary.resolve("postgres");
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(folder(), TestPostgres.FOLDER, TestPostgres.SHARED_BUFFERS_MEBIBYTES);
    }

    private ThrowableAssertAlternative<CannotStartPostgresException> refusal() {
        return assertThatExceptionOfType(CannotStartPostgresException.class).isThrownBy(this::start);
    }

    @Test
    void a_folder_that_cannot_be_made() throws IOException {
        Files.writeString(folder(), "a file");
        refusal().withMessageContaining(folder() + " cannot be used").withMessageContaining("--database-url");
    }

    @Test
    void a_folder_in_which_nothing_can_be_written() {
        var kernels = Path.of("/proc/self/attr");
        assertThatExceptionOfType(CannotStartPostgresException.class)
                .isThrownBy(() -> EmbeddedPostgres.start(kernels))
                .withMessageContaining(kernels + " cannot be used")
                .withMessageContaining("--database-url");
    }

    @Test
    void data_of_another_version() throws IOException {
        var data = Files.createDirectories(folder().resolve("data"));
        Files.writeString(data.resolve("PG_VERSION"), "16\n");
        Files.writeString(folder().resolve("password"), "kept");
        refusal()
                .withMessageContaining("holds data of PostgreSQL 16, and this program brings " + Programs.VERSION)
                .withMessageContaining("serve it with PostgreSQL 16 and name that with --database-url");
    }

    @Test
    void a_folder_that_holds_something_else() throws IOException {
        Files.createDirectories(folder().resolve("data"));
        Files.writeString(folder().resolve("password"), "kept");
        refusal().withMessageContaining("has no PG_VERSION").withMessageContaining("move it away");
    }

    @Test
    void a_password_that_is_lost() throws IOException {
        start().close();
        Files.delete(folder().resolve("password"));
        refusal().withMessageContaining("password is missing").withMessageContaining("put it back");
        assertThat(folder().resolve("password")).doesNotExist();
    }

    @Test
    void a_password_that_is_another() throws IOException {
        start().close();
        Files.writeString(folder().resolve("password"), "another");
        refusal()
                .withMessageContaining("refuses the password in " + folder().resolve("password"))
                .withMessageContaining("put the password file back");
        assertThat(ServerProcess.all(folder().resolve("data"))).isEmpty();
    }

    @Test
    void data_that_is_damaged() throws IOException {
        start().close();
        Files.delete(folder().resolve("data/global/pg_control"));
        refusal()
                .withMessageContaining("its last words in " + folder().resolve("log"))
                .withMessageContaining("pg_control")
                .withMessageContaining("--database-url");
    }

    @Test
    void a_machine_without_binaries() {
        for (var machine : List.of("Linux on riscv64", "Mac OS X on aarch64")) {
            var words = machine.split(" on ", 2);
            assertThatExceptionOfType(CannotStartPostgresException.class)
                    .isThrownBy(() ->
                            Programs.unpack(words[0], words[1], temporary.resolve("server"), new Launcher(List.of())))
                    .withMessageContaining("brings none for " + machine)
                    .withMessageContaining("--database-url");
        }
    }

    @Test
    void root_without_user_namespaces() {
        for (var namespace : List.of("false", "no-such-program")) {
            assertThatExceptionOfType(CannotStartPostgresException.class)
                    .isThrownBy(() -> Launcher.in(List.of(namespace)))
                    .withMessageContaining("it does not run as root")
                    .withMessageContaining("run this program as another user")
                    .withMessageContaining("--database-url");
        }
    }

    @Test
    void the_words_of_the_server_lead_to_what_mends_it() {
        assertThat(Remedy.of("FATAL:  could not write lock file: No space left on device"))
                .startsWith("free some space on its disk");
        assertThat(Remedy.of("FATAL:  data directory \"x\" has wrong ownership"))
                .startsWith("the folder has to belong");
        assertThat(Remedy.of("FATAL:  database files are incompatible with server"))
                .contains("move it away");
        assertThat(Remedy.of("initdb: error: could not look up effective user ID 1000: user does not exist"))
                .startsWith("run as a user that /etc/passwd knows");
        assertThat(Remedy.of("who knows")).isEqualTo("see its log, or name another PostgreSQL with --database-url");
    }
}
