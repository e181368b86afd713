package io.gpuledger.analyzer.store.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/// Connections to a database that all end at once after so many commits, as they do when their program is killed.
final class EndingConnections extends PGSimpleDataSource implements AutoCloseable {
    private static final long serialVersionUID = 1;
    private static final String END = """
        select pg_terminate_backend(pid, 10000)
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
        """;

    private final transient TestDatabase database;
    private final transient List<Connection> open = new ArrayList<>();
    private int left;

    EndingConnections(TestDatabase database, int commits) {
        this.database = database;
        this.left = commits;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (left == 0) {
            throw new SQLException("the program has ended", "08006");
        }
        var connection = database.connect();
        open.add(connection);
        return (Connection) Proxy.newProxyInstance(
                EndingConnections.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (_, method, arguments) -> call(connection, method, arguments));
    }

    private Object call(Connection connection, Method method, Object[] arguments) throws Throwable {
        try {
            var answer = method.invoke(connection, arguments);
            if (method.getName().equals("commit") && left > 0 && --left == 0) {
                database.rows(END);
            }
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    @Override
    public void close() throws SQLException {
        for (var connection : open) {
            connection.close();
        }
    }
}
