package io.gpuledger.analyzer.store.embedded;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A running server for all tests of this JVM, and a fresh database of it for each that asks.
///
/// It is an embedded PostgreSQL; or the one that GPU_LEDGER_TEST_DATABASE_URL names, as in
/// `jdbc:postgresql://127.0.0.1:5432/postgres?user=me&password=mine`, where that role may create databases (and, for
/// TimescaleDB, extensions). What was created is dropped when the JVM ends.
public final class TestPostgres {
    private static final String VARIABLE = "GPU_LEDGER_TEST_DATABASE_URL";
    private static final String PREFIX = "gpu_ledger_test_";
    private static final Pattern URL = Pattern.compile("(jdbc:postgresql://[^/]+/)([^?]*)\\?(.*)");

    /// The programs are unpacked once in the life of a target folder, and tests with servers of their own share them.
    static final Path FOLDER = Path.of("target", "test-postgres");

    static final int SHARED_BUFFERS_MEBIBYTES = 64;

    /// Where databases can be created.
    ///
    /// @param address ends before the name of a database
    /// @param parameters what follows that name in a URL
    record Host(String address, String maintenance, String parameters, String user, String password) {
        static Host parse(String url) {
            var match = URL.matcher(url);
            if (!match.matches()) {
                throw new IllegalArgumentException(
                        VARIABLE + " has to look like jdbc:postgresql://host:port/database?user=U&password=P");
            }
            var parameters = Arrays.stream(match.group(3).split("&", -1))
                    .map(parameter -> parameter.split("=", 2))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair.length > 1 ? pair[1] : ""));
            var rest = parameters.entrySet().stream()
                    .filter(parameter -> !Set.of("user", "password").contains(parameter.getKey()))
                    .map(Map.Entry::toString)
                    .sorted()
                    .collect(Collectors.joining("&"));
            return new Host(
                    match.group(1),
                    match.group(2),
                    rest.isEmpty() ? "" : "?" + rest,
                    decoded(parameters, "user"),
                    decoded(parameters, "password"));
        }

        private static String decoded(Map<String, String> parameters, String name) {
            return URLDecoder.decode(parameters.getOrDefault(name, ""), StandardCharsets.UTF_8);
        }

        static Host of(EmbeddedPostgres postgres) {
            return parse("%s&user=%s&password=%s".formatted(postgres.url(), postgres.user(), postgres.password()));
        }

        Database database(String name) {
            return new Database(name, address + name + parameters, user, password);
        }

        void execute(String command) throws SQLException {
            new Sql(address + maintenance + parameters, user, password).run(command);
        }
    }

    /// A database with nothing in it. Closing it drops it, and throws out who is connected.
    public record Database(String name, String url, String user, String password) implements AutoCloseable {
        @Override
        public void close() {
            Shared.drop(this);
        }
    }

    /// Begins when it is first used.
    private static final class Shared {
        private static final Set<String> CREATED = ConcurrentHashMap.newKeySet();
        private static final Host HOST = Optional.ofNullable(System.getenv(VARIABLE))
                .filter(url -> !url.isBlank())
                .map(Shared::given)
                .orElseGet(Shared::embedded);

        private Shared() {}

        private static Host given(String url) {
            var host = Host.parse(url);
            atTheEnd(Shared::dropAll);
            return host;
        }

        /// Starts a server in a folder that stays. A JVM that was killed left its server and databases there:
        /// the server is taken over, and the databases are dropped.
        private static Host embedded() {
            var postgres = EmbeddedPostgres.start(FOLDER, SHARED_BUFFERS_MEBIBYTES);
            var host = Host.of(postgres);
            atTheEnd(() -> {
                try (postgres) {
                    dropAll();
                }
            });
            try {
                leftovers(host).forEach(name -> dropQuietly(host, name));
            } catch (SQLException e) {
                throw new IllegalStateException("databases of earlier tests cannot be listed", e);
            }
            return host;
        }

        private static Set<String> leftovers(Host host) throws SQLException {
            var maintenance = host.database(host.maintenance());
            try (var connection =
                            DriverManager.getConnection(maintenance.url(), maintenance.user(), maintenance.password());
                    var statement = connection.createStatement();
                    var names = statement.executeQuery("SELECT coalesce(string_agg(datname, ','), '') FROM pg_database"
                            + " WHERE starts_with(datname, '" + PREFIX + "')")) {
                names.next();
                return Arrays.stream(names.getString(1).split(",", -1))
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toSet());
            }
        }

        private static void atTheEnd(Runnable action) {
            Runtime.getRuntime().addShutdownHook(new Thread(action));
        }

        private static void dropAll() {
            CREATED.forEach(name -> dropQuietly(HOST, name));
        }

        private static void dropQuietly(Host host, String name) {
            try {
                host.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
            } catch (SQLException e) {
                System.getLogger(TestPostgres.class.getName())
                        .log(System.Logger.Level.WARNING, name + " cannot be dropped", e);
            }
        }

        static void drop(Database database) {
            dropQuietly(HOST, database.name());
            CREATED.remove(database.name());
        }

        static Database create() throws SQLException {
            var name = PREFIX
                    + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
            HOST.execute("CREATE DATABASE " + name);
            CREATED.add(name);
            return HOST.database(name);
        }
    }

    private TestPostgres() {}

    public static Database freshDatabase() {
        try {
            return Shared.create();
        } catch (SQLException e) {
            throw new IllegalStateException("no database can be created for a test", e);
        }
    }
}
