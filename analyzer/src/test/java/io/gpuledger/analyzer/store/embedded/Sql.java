package io.gpuledger.analyzer.store.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// Sends a question or a command to a database, over a connection of its own.
record Sql(String url, String user, String password) {
    static Sql to(EmbeddedPostgres postgres) {
        return new Sql(postgres.url(), postgres.user(), postgres.password());
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    void run(String command) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    String ask(String question) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement();
                var answer = statement.executeQuery(question)) {
            answer.next();
            return String.valueOf(answer.getString(1));
        }
    }

    boolean answers() {
        try {
            return ask("SELECT 1").equals("1");
        } catch (SQLException _) {
            return false;
        }
    }
}
