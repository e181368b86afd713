package io.gpuledger.analyzer.store.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/// Gives Flyway the same connection whenever it asks for one, and keeps it open.
///
/// Flyway runs a migration on one connection and notes that it was run on another. When the program or the server ends
/// between their two commits, the step is there and its note is not, and no later start gets past that. On one
/// connection both are one transaction. Flyway's own way to have this (`transactional.lock=false`) takes a lock of the
/// session, which stays where it is behind a pooler.
final class OneConnection extends PGSimpleDataSource {
    private static final long serialVersionUID = 1;

    private final transient Connection kept;

    OneConnection(Connection connection) {
        this.kept = (Connection) Proxy.newProxyInstance(
                OneConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (_, method, arguments) -> call(connection, method, arguments));
    }

    private static @Nullable Object call(Connection connection, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("close")) {
            return null;
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    @Override
    public Connection getConnection() {
        return kept;
    }
}
