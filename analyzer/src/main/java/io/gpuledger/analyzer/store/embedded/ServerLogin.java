package io.gpuledger.analyzer.store.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// Holds what a client needs to get into the server.
record ServerLogin(int port, Password password) {
    private static final int SECONDS = 10;

    String url() {
        return url(Configuration.DATABASE);
    }

    private String url(String database) {
        return "jdbc:postgresql://%s:%d/%s?sslmode=disable".formatted(Configuration.ADDRESS, port, database);
    }

    /// Whether the server at the port is ours and lets us in: it serves this data, and has our database when this
    /// returns true.
    boolean opens(Path data) throws SQLException {
        try (var connection = connect()) {
            if (!ask(connection, "SHOW data_directory").equals(data.toString())) {
                return false;
            }
            if (ask(
                            connection,
                            "SELECT count(*) FROM pg_database WHERE datname = '%s'".formatted(Configuration.DATABASE))
                    .equals("0")) {
                execute(connection, "CREATE DATABASE " + Configuration.DATABASE);
            }
            return true;
        }
    }

    /// The server is there and does not know the password.
    static boolean refused(SQLException e) {
        return String.valueOf(e.getSQLState()).startsWith("28");
    }

    private Connection connect() throws SQLException {
        var limits = "&connectTimeout=%1$d&socketTimeout=%1$d&loginTimeout=%1$d".formatted(SECONDS);
        return DriverManager.getConnection(url("postgres") + limits, Configuration.ROLE, password.text());
    }

    private static String ask(Connection connection, String question) throws SQLException {
        try (var statement = connection.createStatement();
                var answer = statement.executeQuery(question)) {
            answer.next();
            return String.valueOf(answer.getString(1));
        }
    }

    private static void execute(Connection connection, String command) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(command);
        }
    }
}
