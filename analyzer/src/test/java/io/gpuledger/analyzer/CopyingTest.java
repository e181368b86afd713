package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.store.copying.EveryTable;
import io.gpuledger.analyzer.store.embedded.EmbeddedPostgres;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.postgres.KeepersLock;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Invocation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CopyingTest {
    private static final String ROWS = "select count(*) from gpu_ledger.sample";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int copy(List<String> flags) {
        var words = new ArrayList<>(List.of("copy-database"));
        words.addAll(flags);
        var run = (Invocation.Run)
                Invocation.of(Program.complete(Main.DECLARATION), Map.of(), words.toArray(String[]::new));
        return Copying.run(run.settings(), new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    /// @param side what the names of the flags begin with
    private List<String> flags(String side, TestDatabase database) throws IOException {
        var settings = database.settings();
        var password = Files.writeString(
                folder.resolve(side + "password"),
                settings.password().orElseThrow().reveal());
        return List.of(
                "--%sdatabase-url=%s".formatted(side, database.url().replaceFirst("\\?.*", "")),
                "--%sdatabase-user=%s".formatted(side, settings.userName()),
                "--%sdatabase-password-file=%s".formatted(side, password));
    }

    private List<String> flags(TestDatabase from, TestDatabase into, String... more) throws IOException {
        return Stream.of(flags("from-", from), flags("", into), List.of("--timescaledb=never"), Arrays.asList(more))
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void one_database_is_copied_into_another_and_both_are_compared_again_when_that_is_wanted() throws Exception {
        try (var from = TestDatabase.plain();
                var into = TestDatabase.plain();
                var database = from.migrated()) {
            EveryTable.fill(database, 10);

            assertThat(copy(flags(from, into))).isZero();
            assertThat(into.rows(ROWS)).containsExactly("10");
            assertThat(copy(flags(from, into, "--verify"))).isZero();
            into.execute("delete from gpu_ledger.sample where unit_id = 3");
            assertThat(copy(flags(from, into, "--verify"))).isEqualTo(1);
            assertThat(said.toString(StandardCharsets.UTF_8))
                    .containsPattern("sample of 2026-09-0\\d: \\d rows, and \\d in the copy\\nthe two are not equal");
        }
    }

    @Test
    void an_embedded_database_is_copied_when_no_analyzer_has_it() throws Exception {
        try (var into = TestDatabase.plain()) {
            var flags = Stream.concat(
                            Stream.of("--from-data-dir=" + folder, "--timescaledb=never"), flags("", into).stream())
                    .toList();
            assertThatThrownBy(() -> copy(flags))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessageContaining("there is no database in");
            try (var postgres = EmbeddedPostgres.start(folder.resolve("postgres"))) {
                fill(postgres);
                assertThatThrownBy(() -> copy(flags))
                        .isInstanceOf(CannotStartException.class)
                        .hasMessageContaining("another gpu-analyzer has");
            }

            assertThat(copy(flags)).isZero();

            assertThat(into.rows(ROWS)).containsExactly("10");
        }
    }

    private static void fill(EmbeddedPostgres postgres) throws Exception {
        var settings = DatabaseSettings.embedded(postgres.url(), postgres.user(), postgres.password());
        try (var database = new Database(settings, new SimpleMeterRegistry())) {
            database.migrate();
            EveryTable.fill(database, 10);
        }
    }

    @Test
    void a_database_that_an_analyzer_keeps_the_books_of_is_neither_copied_nor_copied_into() throws Exception {
        try (var from = TestDatabase.plain();
                var into = TestDatabase.plain();
                var database = from.migrated();
                var keeper = database.keepersLock()) {
            assertThat(keeper.ask()).isEqualTo(KeepersLock.Answer.OURS);

            for (var flags : List.of(flags(from, into), flags(into, from))) {
                assertThatThrownBy(() -> copy(flags))
                        .isInstanceOf(CannotStartException.class)
                        .hasMessageContaining("has " + database.place() + " in use: end it first");
            }
        }
    }

    @Test
    void a_copy_that_is_not_whole_is_a_fault_to_the_doctor() throws Exception {
        try (var into = TestDatabase.plain()) {
            into.migrated().close();
            into.execute("create table gpu_ledger.copied_part (name text)");

            new DoctorRun(folder)
                    .complains("fault", flags("", into), "not all of it is there yet", "gpu-analyzer copy-database");
        }
    }

    @Test
    void a_server_that_is_away_is_named() throws Exception {
        try (var into = TestDatabase.plain()) {
            assertThatThrownBy(() -> copy(Stream.concat(
                                    Stream.of("--from-database-url=postgres://x@127.0.0.1:1/ledger"),
                                    flags("", into).stream())
                            .toList()))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessageContaining("//127.0.0.1:1/ledger: it cannot be reached");
        }
    }

    @Test
    void settings_that_do_not_go_together_are_told_all_at_once() {
        assertThatThrownBy(() -> copy(List.of("--from-database-user=me")))
                .isInstanceOfSatisfying(
                        BadSettingsException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        "either from-data-dir or from-database-url has to say which database is copied",
                                        "from-database-user and from-database-password-file need from-database-url",
                                        "database-url has to name the database that is copied into"));
        var same = "postgres://me@db/ledger";
        assertThatThrownBy(() -> copy(List.of("--from-database-url=" + same, "--database-url=" + same)))
                .isInstanceOfSatisfying(
                        BadSettingsException.class,
                        e -> assertThat(e.problems())
                                .containsExactly("from-database-url and database-url are the same"));
    }
}
