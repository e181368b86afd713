package io.gpuledger.analyzer.store.copying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DatabaseCopyTest {
    private static final int ROWS = 40;

    private final List<String> said = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private final TestDatabase theirs = TestDatabase.plain();
    private final TestDatabase ours = TestDatabase.plain();

    DatabaseCopyTest() throws Exception {
        fill(theirs);
    }

    @AfterEach
    void close() {
        theirs.close();
        ours.close();
    }

    private static void fill(TestDatabase test) throws Exception {
        try (var database = test.migrated()) {
            EveryTable.fill(database, ROWS);
        }
    }

    private boolean copy() throws Exception {
        return copy(theirs, ours, said::add);
    }

    private boolean copy(TestDatabase from, TestDatabase into, Consumer<String> out) throws Exception {
        try (var reading = from.open();
                var writing = into.open()) {
            return copy(reading, writing, out).run();
        }
    }

    /// The clock of the copy goes on by ten seconds each time that it is read, so that progress is told at each look.
    private DatabaseCopy copy(Database from, Database into, Consumer<String> out) {
        return new DatabaseCopy(from, into, out, () -> nanos.addAndGet(10_000_000_000L));
    }

    private boolean verify() throws Exception {
        try (var reading = theirs.open();
                var writing = ours.open()) {
            return copy(reading, writing, said::add).verify();
        }
    }

    @Test
    void every_table_of_the_schema_has_rows_here_so_that_none_is_forgotten() throws Exception {
        var tables = theirs.rows("""
            select table_name from information_schema.tables
            where table_schema = 'gpu_ledger' and table_type = 'BASE TABLE' and table_name !~ '_(\\d{8}|past)$'
                and table_name <> 'flyway_schema_history'
            """);

        assertThat(tables).hasSizeGreaterThan(40);
        for (var table : tables) {
            assertThat(theirs.rows("select count(*) from gpu_ledger." + table))
                    .as(table)
                    .isIn(List.of(String.valueOf(ROWS)), List.of("1"));
        }
    }

    @Test
    void a_copy_has_every_row_of_every_table_and_is_not_marked() throws Exception {
        assertThat(copy()).isTrue();

        assertThat(EveryTable.rows(ours)).isEqualTo(EveryTable.rows(theirs));
        assertThat(said).last().asString().endsWith("are equal");
        ours.migrated().close();
        assertThat(verify()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void a_copy_may_keep_its_samples_in_another_way(Flavour flavour) throws Exception {
        try (var middle = TestDatabase.fresh(flavour)) {
            assertThat(copy(theirs, middle, said::add)).isTrue();
            assertThat(copy(middle, ours, said::add)).isTrue();
        }
        assertThat(EveryTable.rows(ours)).isEqualTo(EveryTable.rows(theirs));
    }

    @Test
    void what_a_role_has_on_its_search_path_and_how_it_likes_times_and_numbers_makes_no_difference() throws Exception {
        for (var setting : List.of("search_path = public", "timezone = 'Asia/Kolkata'", "extra_float_digits = -3")) {
            ours.execute("""
                do $$ begin execute format('alter database %%I set %s', current_database()); end $$
                """.formatted(setting.replace("'", "''")));
        }

        assertThat(copy()).isTrue();
    }

    @Test
    void new_rows_of_a_copy_get_numbers_that_no_row_had() throws Exception {
        copy();

        var another = "insert into gpu_ledger.%s returning id";
        assertThat(ours.rows(another.formatted("cluster (name) values ('another')")))
                .containsExactly(String.valueOf(ROWS + 1));
        assertThat(ours.rows(another.formatted(
                        "gpu (cluster_id, uuid, first_seen, last_seen) values (1, 'another', now(), now())")))
                .containsExactly(String.valueOf(2 * ROWS + 1));
    }

    @Test
    void a_copy_that_was_stopped_goes_on_part_by_part_until_all_is_there() throws Exception {
        var stops = 0;
        while (isStoppedAfter(7)) {
            stops++;
            assertThatThrownBy(() -> ours.open().migrate())
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("gpu-analyzer copy-database");
        }

        assertThat(stops).isGreaterThan(5);
        assertThat(EveryTable.rows(ours)).isEqualTo(EveryTable.rows(theirs));
        ours.migrated().close();
    }

    private static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private boolean isStoppedAfter(int parts) throws Exception {
        var heard = new ArrayList<String>();
        try {
            assertThat(copy(theirs, ours, line -> {
                        heard.add(line);
                        if (heard.stream()
                                        .filter(word -> word.contains(" in all"))
                                        .count()
                                == parts) {
                            throw new StoppedException();
                        }
                    }))
                    .isTrue();
            return false;
        } catch (StoppedException _) {
            return true;
        }
    }

    @Test
    void a_connection_that_is_cut_within_a_part_leaves_nothing_of_it_and_the_next_try_goes_on() throws Exception {
        theirs.execute("""
            insert into gpu_ledger.sample (ts, unit_id, busy_ms)
            select '%s'::timestamptz + i * interval '1 millisecond', 1000, i from generate_series(1, 50000) i
            """.formatted(EveryTable.FIRST.plusDays(1) + "Z"));

        assertThatThrownBy(() -> copy(theirs, ours, line -> cutOff(line, "sample of 2026-09-03")))
                .isInstanceOf(DatabaseException.class);
        var ofTheDay = "select count(*) from gpu_ledger.sample where ts >= '2026-09-03Z' and ts < '2026-09-04Z'";
        assertThat(ours.rows(ofTheDay)).containsExactly("0");

        assertThat(copy()).isTrue();
        assertThat(ours.rows(ofTheDay)).isEqualTo(theirs.rows(ofTheDay));
        assertThat(said).noneMatch(line -> line.startsWith("cluster: 40 rows;"));
    }

    /// The first word of the day comes when not all of it is there.
    private void cutOff(String line, String part) {
        if (line.startsWith(part)) {
            try {
                ours.execute("""
                    select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid()
                    """);
            } catch (DatabaseException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void a_database_with_rows_of_its_own_is_not_copied_into() throws Exception {
        fill(ours);
        var before = EveryTable.rows(ours);

        assertThatThrownBy(this::copy)
                .isInstanceOf(CannotCopyException.class)
                .hasMessageContaining("has rows of its own, in the table");
        assertThat(EveryTable.rows(ours)).isEqualTo(before);
        ours.migrated().close();
    }

    @Test
    void a_copy_of_another_database_does_not_go_on_with_this_one() throws Exception {
        assertThat(isStoppedAfter(3)).isTrue();
        try (var third = TestDatabase.plain()) {
            fill(third);

            assertThatThrownBy(() -> copy(third, ours, said::add))
                    .isInstanceOf(CannotCopyException.class)
                    .hasMessageContaining("a copy of another database was begun into this one");
        }
    }

    @Test
    void an_older_database_is_left_as_it_is_and_it_is_said_what_brings_it_up_to_date() throws Exception {
        theirs.execute("""
            delete from gpu_ledger.flyway_schema_history
            where version = (select max(version) from gpu_ledger.flyway_schema_history)
            """);

        assertThatThrownBy(this::copy)
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("older version")
                .hasMessageContaining("start the analyzer of this version on it once");
        assertThat(ours.rows("select count(*) from pg_namespace where nspname = 'gpu_ledger'"))
                .containsExactly("0");
    }

    @Test
    void a_newer_database_and_one_without_books_are_not_copied() throws Exception {
        theirs.execute("""
            insert into gpu_ledger.flyway_schema_history
                (installed_rank, version, description, type, script, installed_by, execution_time, success)
            values (9999, '9999', 'later', 'SQL', 'V9999__later.sql', 'somebody', 1, true)
            """);
        assertThatThrownBy(this::copy)
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("newer version of this program, by [V9999__later.sql]");

        assertThatThrownBy(() -> copy(ours, theirs, said::add))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("It has no books");
    }

    @Test
    void a_copy_that_is_not_whole_is_not_copied_on() throws Exception {
        assertThat(isStoppedAfter(3)).isTrue();
        try (var third = TestDatabase.plain()) {
            assertThatThrownBy(() -> copy(ours, third, said::add))
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("not all of it is there yet");
        }
    }

    @Test
    void a_row_that_is_another_in_the_copy_is_found_and_its_part_is_named() throws Exception {
        copy();
        ours.execute("update gpu_ledger.sample set power_watts = 1 where unit_id = 7");
        ours.execute(
                "delete from gpu_ledger.team where id = 40 and false; update gpu_ledger.audit set who = '' where id"
                        + " = 9");
        said.clear();

        assertThat(verify()).isFalse();
        assertThat(said)
                .anyMatch(line -> line.matches("sample of 2026-09-0\\d: of \\d+ rows at least one is another"))
                .contains("audit: of 40 rows at least one is another")
                .last()
                .isEqualTo("the two are not equal");
    }

    @Test
    void rows_that_are_written_while_it_copies_are_noticed_and_the_copy_stays_marked() throws Exception {
        assertThat(copy(theirs, ours, line -> {
                    said.add(line);
                    if (line.startsWith("all is copied")) {
                        write(theirs);
                    }
                }))
                .isFalse();

        assertThat(said).contains("team: 41 rows, and 40 in the copy", "hour_sum: of 40 rows at least one is another");
        assertThatThrownBy(() -> ours.open().migrate()).isInstanceOf(SchemaException.class);
    }

    private static void write(TestDatabase test) {
        try {
            test.execute("insert into gpu_ledger.team (name) values ('late')");
            test.execute("update gpu_ledger.hour_sum set millis = -1 where millis = 8");
        } catch (DatabaseException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoever_watches_hears_how_many_rows_are_left() throws Exception {
        theirs.execute("analyze");

        copy();

        assertThat(said.getFirst())
                .contains(
                        "tables in ",
                        " parts are copied from postgresql://",
                        " into postgresql://",
                        "; 0 parts are there");
        assertThat(said)
                .anyMatch(line -> line.matches(
                        "cluster: 40 rows; \\d+ of about 1,\\d+ in all, \\d+ a second, some \\d+ (s|min|h) left"));
    }
}
