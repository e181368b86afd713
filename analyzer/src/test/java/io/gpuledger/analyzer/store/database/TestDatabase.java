package io.gpuledger.analyzer.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// A database of its own on a real server, which GPU_LEDGER_TEST_DATABASE_URL names; it goes when this is closed.
final class TestDatabase implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String server;
    private final String name;
    private final Flavour flavour;

    private TestDatabase(String server, Flavour flavour) throws SQLException {
        this.server = server;
        this.flavour = flavour;
        this.name = "test_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
        onServer("create database " + name);
    }

    static TestDatabase fresh(Flavour flavour) throws SQLException {
        var server = Optional.ofNullable(System.getenv("GPU_LEDGER_TEST_DATABASE_URL"));
        assumeTrue(server.isPresent(), "GPU_LEDGER_TEST_DATABASE_URL names no server");
        var fresh = new TestDatabase(server.orElseThrow(), flavour);
        assumeTrue(flavour == Flavour.PLAIN || fresh.hasTimescale(), "the server has no TimescaleDB");
        return fresh;
    }

    private boolean hasTimescale() throws SQLException {
        return rows("select current_setting('timescaledb.max_background_workers', true) is not null")
                .equals(List.of("t"));
    }

    private void onServer(String sql) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(DatabaseUrl.parse(server).jdbc(), user(), "");
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String user() {
        return DatabaseUrl.parse(server).user();
    }

    DatabaseSettings settings() {
        var url = DatabaseUrl.parse(server.replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1"));
        var wish = flavour == Flavour.PLAIN ? Flavour.Wish.NEVER : Flavour.Wish.AUTO;
        return new DatabaseSettings(url, Optional.empty(), Optional.empty(), wish, 3);
    }

    Database open() {
        return open(new SimpleMeterRegistry());
    }

    Database open(MeterRegistry metrics) {
        return new Database(settings(), metrics);
    }

    /// With its tables.
    Database migrated() throws SQLException, SchemaException {
        var database = open();
        assertThat(database.migrate()).isEqualTo(flavour);
        return database;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(settings().url().jdbc(), user(), "");
    }

    /// What psql would say, columns apart by a bar.
    List<String> rows(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            return rows(statement.executeQuery(sql));
        }
    }

    private static List<String> rows(java.sql.ResultSet results) throws SQLException {
        var rows = new ArrayList<String>();
        while (results.next()) {
            var row = new ArrayList<String>();
            for (var i = 1; i <= results.getMetaData().getColumnCount(); i++) {
                row.add(String.valueOf(results.getString(i)));
            }
            rows.add(String.join("|", row));
        }
        return rows;
    }

    void execute(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        onServer("drop database " + name + " with (force)");
    }
}
