package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.embedded.TestPostgres;
import io.gpuledger.service.settings.Secret;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/// A database of its own on a real server: an embedded one, or that which GPU_LEDGER_TEST_DATABASE_URL names. It goes
/// when this is closed.
public final class TestDatabase implements AutoCloseable {
    /// It stands apart, as programs that are run by hand are without JUnit.
    private static final class Skipped {
        private Skipped() {}

        static RuntimeException because(String why) {
            return new TestAbortedException(why);
        }
    }

    private final TestPostgres.Database database;
    private final Flavour flavour;

    private TestDatabase(Flavour flavour) {
        this.database = TestPostgres.freshDatabase();
        this.flavour = flavour;
    }

    /// Makes one with native partitions.
    public static TestDatabase plain() throws DatabaseException {
        return fresh(Flavour.PLAIN);
    }

    public static TestDatabase fresh(Flavour flavour) throws DatabaseException {
        var fresh = new TestDatabase(flavour);
        if (flavour == Flavour.TIMESCALE && !fresh.hasTimescale()) {
            fresh.close();
            throw Skipped.because("the server has no TimescaleDB: GPU_LEDGER_TEST_DATABASE_URL names one");
        }
        return fresh;
    }

    private boolean hasTimescale() throws DatabaseException {
        return rows("select current_setting('timescaledb.max_background_workers', true) is not null")
                .equals(List.of("t"));
    }

    /// Returns the name and the type of each column of a table or view of ours, in their order.
    public List<String> columns(String table) throws DatabaseException {
        return rows("""
            select column_name, data_type
            from information_schema.columns
            where table_schema = 'gpu_ledger' and table_name = '%s'
            order by ordinal_position
            """.formatted(table));
    }

    public DatabaseSettings settings() {
        return settings(database.user());
    }

    private DatabaseSettings settings(String role) {
        var wish = flavour == Flavour.PLAIN ? Flavour.Wish.NEVER : Flavour.Wish.AUTO;
        return new DatabaseSettings(
                new DatabaseUrl(database.url(), role),
                Optional.empty(),
                Optional.of(Secret.of(database.password())),
                wish,
                3);
    }

    public Database open() {
        return open(new SimpleMeterRegistry());
    }

    public Database open(MeterRegistry metrics) {
        return new Database(settings(), metrics);
    }

    /// Opens it as somebody who has the same password.
    Database openAs(String role) {
        return new Database(settings(role), new SimpleMeterRegistry());
    }

    /// Returns where it is, as JDBC has it.
    public String url() {
        return database.url();
    }

    String password() {
        return database.password();
    }

    /// Opens it with its tables made.
    public Database migrated() throws DatabaseException, SchemaException {
        var database = open();
        assertThat(database.migrate()).isEqualTo(flavour);
        return database;
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(database.url(), database.user(), database.password());
    }

    /// Opens a session that is not of any pool.
    public Session session() throws DatabaseException {
        try {
            var connection = connect();
            connection.setAutoCommit(false);
            return new Session(connection);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Keeps everybody else from making or dropping tables until the transaction ends.
    public static void lockTables(Session session) throws DatabaseException {
        Schema.lock(session);
    }

    /// Returns what psql would say, with a bar between columns.
    public List<String> rows(String sql) throws DatabaseException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            return Rows.of(statement.executeQuery(sql));
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    public void execute(String sql) throws DatabaseException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
