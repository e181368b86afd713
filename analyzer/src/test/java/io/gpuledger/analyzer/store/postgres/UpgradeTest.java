package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.copying.EveryTable;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Takes a database through every version that its tables ever had, with rows in each of them.
class UpgradeTest {
    private static final String COLUMNS = """
        select c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum)
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'gpu_ledger'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
            and c.relname <> 'flyway_schema_history' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        group by c.oid, c.relname
        """;
    private static final int ROWS_OF_A_VERSION = 3;

    @TempDir
    private Path steps;

    @ParameterizedTest
    @EnumSource
    void no_row_is_lost_or_changed_on_the_way_from_any_version_to_this_one(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.open()) {
            test.execute("create schema gpu_ledger");
            if (flavour == Flavour.TIMESCALE) {
                test.execute("create extension if not exists timescaledb schema public");
            }
            var rows = 0;
            for (var version : versions()) {
                var before = rows(test, columns(test));
                Files.copy(Repository.root().resolve("sql").resolve(version), steps.resolve(version));
                migrate(test, flavour);
                assertKept(before, test, version);
                rows += ROWS_OF_A_VERSION;
                EveryTable.fill(database, rows);
            }
            var before = rows(test, columns(test));

            assertThat(database.migrate()).isEqualTo(flavour);

            assertKept(before, test, "the views");
            assertThat(before.values()).allSatisfy(table -> assertThat(table).isNotEmpty());
            assertThat(database.schemaState().pending()).isZero();
        }
    }

    private static List<String> versions() throws IOException {
        try (var files = Files.list(Repository.root().resolve("sql"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("V"))
                    .sorted()
                    .toList();
        }
    }

    /// Takes the steps that are in the folder by now, as a program of that version would have.
    private void migrate(TestDatabase test, Flavour flavour) throws SQLException {
        try (var connection = test.connect()) {
            Schema.flyway(new OneConnection(connection), flavour, "public", "filesystem:" + steps)
                    .migrate();
        }
    }

    /// Returns the columns of each table as they are now.
    private static Map<String, String> columns(TestDatabase test) throws DatabaseException {
        var columns = new TreeMap<String, String>();
        for (var row : test.rows(COLUMNS)) {
            var at = row.indexOf('|');
            columns.put(row.substring(0, at), row.substring(at + 1));
        }
        return columns;
    }

    /// Returns what stands in these columns of each table.
    private static Map<Table, List<String>> rows(TestDatabase test, Map<String, String> columns)
            throws DatabaseException {
        var rows = new LinkedHashMap<Table, List<String>>();
        try (var session = test.session()) {
            for (var table : columns.entrySet()) {
                var one = new Table(table.getKey(), table.getValue());
                rows.put(one, one.rows(session));
            }
        }
        return rows;
    }

    private static void assertKept(Map<Table, List<String>> before, TestDatabase test, String version)
            throws DatabaseException {
        try (var session = test.session()) {
            for (var table : before.entrySet()) {
                assertThat(table.getKey().rows(session))
                        .as("rows of %s, by %s", table.getKey().name(), version)
                        .containsAll(table.getValue());
            }
        }
    }

    private record Table(String name, String columns) {
        List<String> rows(Session session) throws DatabaseException {
            return new Query<>(session)
                    .list(
                            "select one::text from (select %s from gpu_ledger.%s) one".formatted(columns, name),
                            row -> row.text(1));
        }
    }
}
