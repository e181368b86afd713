package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.gate.Repository;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaTest {
    @ParameterizedTest
    @EnumSource(Flavour.class)
    void the_view_names_fields_as_they_are_named_everywhere(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            assertThat(database.place()).isNotEmpty();
            assertThat(test.columns("v_sample"))
                    .map(column -> column.replaceFirst("\\|.*", ""))
                    .containsSubsequence(Field.ALL.stream().map(Field::column).toList());
        }
    }

    @Test
    void columns_stand_widest_first_but_for_what_came_later() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.PLAIN);
                var database = test.migrated()) {
            assertThat(database.place()).isNotEmpty();
            assertThat(test.rows("""
                select typlen
                from pg_attribute a
                join pg_type t on t.oid = a.atttypid
                where attrelid = 'gpu_ledger.sample'::regclass and attnum > 0 and attname not in ('started_ms',
                    'sm_clock_max_hertz', 'temperature_margin_celsius', 'pcie_link_width')
                order by attnum
                """))
                    .isSortedAccordingTo((one, other) -> Integer.parseInt(other) - Integer.parseInt(one));
        }
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void a_second_migration_changes_nothing(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            var before = test.rows("select version, checksum, installed_rank from gpu_ledger.flyway_schema_history");

            assertThat(database.migrate()).isEqualTo(flavour);

            assertThat(test.rows("select version, checksum, installed_rank from gpu_ledger.flyway_schema_history"))
                    .isEqualTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void two_programs_that_start_at_once_take_turns(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var threads = Executors.newFixedThreadPool(2)) {
            var start = new CyclicBarrier(2);
            Callable<Flavour> migration = () -> {
                try (var database = test.open()) {
                    start.await();
                    return database.migrate();
                }
            };
            for (var answer : threads.invokeAll(List.of(migration, migration))) {
                assertThat(answer.get()).isEqualTo(flavour);
            }
            var migrations = List.of(Objects.requireNonNull(
                    Repository.root().resolve("sql").toFile().list()));
            assertThat(test.rows("select count(*) from gpu_ledger.flyway_schema_history where success"))
                    .containsExactly(Integer.toString(migrations.size()));
        }
    }

    @Test
    void a_program_that_ends_after_any_commit_of_a_migration_goes_on_at_its_next_start() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.PLAIN)) {
            var starts = 0;
            while (migrateOnce(test, 1 + starts % 12) && starts < 400) {
                starts++;
            }

            var migrations = Repository.root().resolve("sql").toFile().list();
            assertThat(starts).isBetween(migrations.length / 6, 399);
            assertThat(test.rows("select count(*) from gpu_ledger.flyway_schema_history where success"))
                    .containsExactly(Integer.toString(migrations.length));
        }
    }

    /// Returns whether it ended before all was done.
    private static boolean migrateOnce(TestDatabase test, int commits) throws SchemaException {
        try (var source = new EndingConnections(test, commits)) {
            new Schema(source, Flavour.Wish.NEVER).migrate();
            return false;
        } catch (SQLException e) {
            return true;
        }
    }

    @Test
    void a_newer_schema_is_refused() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.PLAIN);
                var database = test.migrated()) {
            test.execute("""
                insert into gpu_ledger.flyway_schema_history
                    (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
                values (99, '9999', 'of the future', 'SQL', 'V9999__of_the_future.sql', 1, 'somebody', 1, true)
                """);

            assertThatThrownBy(database::migrate)
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("newer version")
                    .hasMessageContaining("V9999__of_the_future.sql");
        }
    }

    @Test
    void a_migration_that_fails_leaves_nothing_and_says_what_to_do() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.PLAIN);
                var database = test.open()) {
            test.execute("create schema gpu_ledger");
            test.execute("create view gpu_ledger.v_xid_count as select 1 as of_somebody_else");
            test.execute("create view gpu_ledger.depends as select * from gpu_ledger.v_xid_count");

            assertThatThrownBy(database::migrate)
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("mend what follows and start again");
        }
    }

    @Test
    void tables_that_are_there_keep_their_flavour() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.PLAIN);
                var database = test.migrated()) {
            var settings = database.place();
            assertThat(settings).isNotEmpty();
            try (var connection = test.connect()) {
                assertThat(Flavour.choose(connection, Flavour.Wish.AUTO)).isEqualTo(Flavour.PLAIN);
            }
        }
    }

    @Test
    void an_upgrade_removes_annotations_that_nobody_reads() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.PLAIN);
                var database = test.migrated()) {
            assertThat(database.place()).isNotEmpty();
            test.execute("""
                insert into gpu_ledger.cluster (name) values ('c');
                insert into gpu_ledger.object (cluster_id, kind, namespace, name, uid, first_seen, last_seen)
                select id, kind, '', kind, '', now(), now()
                from gpu_ledger.cluster, (values ('pod'), ('namespace')) as kinds (kind)
                """);
            var ours = Map.of("gpu_ledger_io_idle_after", "60m");
            var team = Map.of("cost_center", "7 \"\\,\":\n");
            var manifest = Map.of("kubectl_kubernetes_io_last_applied_configuration", "{\"env\":\"a, \\\"b\":\\n\"}");
            annotate(test, "pod", "2026-11-01", List.of(ours, team, manifest));
            annotate(test, "pod", "2026-11-02", List.of(manifest));
            annotate(test, "namespace", "2026-11-01", List.of(ours, team, manifest));

            test.execute(Files.readString(Repository.root().resolve("sql/V0015__annotations.sql")));

            assertThat(annotations(test))
                    .containsExactly("namespace|" + text(List.of(ours, team)), "pod|" + text(List.of(ours)), "pod|{}");
        }
    }

    private static void annotate(TestDatabase test, String object, String since, List<Map<String, String>> pairs)
            throws DatabaseException {
        test.execute("""
            insert into gpu_ledger.attribute (object_id, name, since, value)
            select id, 'annotations', '%s', $text$%s$text$ from gpu_ledger.object where name = '%s'
            """.formatted(since, text(pairs), object));
    }

    private static String text(List<Map<String, String>> pairs) {
        var all = new TreeMap<String, String>();
        pairs.forEach(all::putAll);
        return Pairs.text(all);
    }

    private static List<String> annotations(TestDatabase test) throws DatabaseException {
        return test.rows("""
            select o.name, a.value
            from gpu_ledger.attribute a
            join gpu_ledger.object o on o.id = a.object_id
            order by o.name, a.since
            """);
    }
}
