package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExtensionTest {
    private static final String OWNER = "gpu_ledger_test_owner";

    @Test
    void one_that_is_refused_is_done_without_and_the_transaction_goes_on() throws Exception {
        try (var test = TestDatabase.plain();
                var connection = test.connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("create table before (it int)");

            assertThat(new Extension("no_such_extension").install(connection)).isFalse();

            statement.execute("create table after (it int)");
            connection.commit();
            assertThat(test.rows("select count(*) from pg_tables where tablename in ('before', 'after')"))
                    .containsExactly("2");
        }
    }

    @Test
    void one_that_is_there_has_its_schema_and_others_have_none() throws Exception {
        try (var test = TestDatabase.plain();
                var connection = test.connect()) {
            assertThat(new Extension("plpgsql").schema(connection)).isEqualTo(Optional.of("pg_catalog"));
            assertThat(new Extension("no_such_extension").schema(connection)).isEmpty();
        }
    }

    /// Somebody else made the schema for him, and he may create nothing else in the database.
    @Test
    void without_the_right_to_install_timescale_days_are_native_partitions() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.TIMESCALE)) {
            test.execute("create role " + OWNER + " login password '" + test.password() + "'");
            try (var database = test.openAs(OWNER)) {
                test.execute("create schema gpu_ledger authorization " + OWNER);

                assertThat(database.migrate()).isEqualTo(Flavour.PLAIN);
                assertThat(database.migrate()).isEqualTo(Flavour.PLAIN);
            } finally {
                forget(test);
            }
        }
    }

    @Test
    void without_a_way_into_the_schema_of_timescale_days_are_native_partitions() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.TIMESCALE)) {
            test.execute("create schema hidden; create extension timescaledb schema hidden");
            test.execute("create role " + OWNER + " login password '" + test.password() + "'");
            try (var database = test.openAs(OWNER)) {
                test.execute("create schema gpu_ledger authorization " + OWNER);

                assertThat(database.migrate()).isEqualTo(Flavour.PLAIN);
            } finally {
                forget(test);
            }
        }
    }

    private static void forget(TestDatabase test) throws DatabaseException {
        test.execute("drop owned by " + OWNER + "; drop role " + OWNER);
    }
}
