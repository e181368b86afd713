package io.gpuledger.analyzer.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.gpuledger.service.settings.Secret;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/// A pool of connections, and the tables behind it. To make one asks nothing of the server, which may be away.
public final class Database implements AutoCloseable {
    /// How long to wait for a server before it counts as one that hangs, or that is gone without a word.
    ///
    /// @param statement how long a statement may take; a transaction in which nothing is said for twice as long is
    ///     ended, so that a program that stands still does not hold up others; there is no end where it is zero
    /// @param answer how long somebody waits who asks a question
    public record Limits(Duration connect, Duration statement, Duration silence, Duration answer) {
        public static final Limits USUAL =
                new Limits(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(75), ReadPool.PATIENCE);

        /// For statements that may have all the rows of a large database to look at.
        public static final Limits UNHURRIED =
                new Limits(Duration.ofSeconds(5), Duration.ZERO, Duration.ofHours(6), ReadPool.PATIENCE);
    }

    /// What goes wrong is said by whoever asked, once; the pool would say it for each try. The logger is held here,
    /// because the JDK keeps loggers only as long as somebody else does.
    private static final Logger POOL_LOGGER = Logger.getLogger("com.zaxxer.hikari");

    static {
        POOL_LOGGER.setLevel(Level.OFF);
    }

    /// Migrations may have much to do.
    private static final Duration MIGRATION_SILENCE = Duration.ofMinutes(30);

    /// Whoever looks at the tables, or makes them, holds up all others who want to. Between two of its statements
    /// nothing takes long, so one that says nothing for so long stands still, and the server ends its session.
    private static final Duration STANDSTILL_MAX = Duration.ofSeconds(15);

    private static final Duration SESSION_SILENCE = Duration.ofSeconds(10);
    /// How long a lasting connection waits for a lock. It has to be less than the silence after which it counts as
    /// gone.
    private static final Duration LOCK_WAIT = Duration.ofSeconds(3);

    private final DatabaseSettings settings;
    private final Limits limits;
    private final HikariDataSource pool;
    private final ReadPool readPool;

    public Database(DatabaseSettings settings, MeterRegistry metrics) {
        this(settings, Limits.USUAL, metrics);
    }

    public Database(DatabaseSettings settings, Limits limits, MeterRegistry metrics) {
        this.settings = settings;
        this.limits = limits;
        this.pool = new HikariDataSource(configuration(metrics));
        this.readPool = new ReadPool(this, settings.connections(), limits.answer());
    }

    private HikariConfig configuration(MeterRegistry metrics) {
        var config = new HikariConfig();
        config.setPoolName("database");
        config.setJdbcUrl(settings.url().jdbc());
        config.setDataSourceProperties(properties());
        config.setMaximumPoolSize(settings.connections());
        config.setMinimumIdle(1);
        config.setAutoCommit(false);
        config.setConnectionTimeout(limits.connect().toMillis());
        config.setValidationTimeout(Math.min(limits.connect().toMillis(), 3_000));
        config.setInitializationFailTimeout(-1);
        config.setMetricRegistry(metrics);
        return config;
    }

    private Properties properties() {
        var properties = new Properties();
        properties.setProperty("user", settings.userName());
        settings.password().map(Secret::reveal).ifPresent(password -> properties.setProperty("password", password));
        properties.setProperty("ApplicationName", "gpu-analyzer");
        properties.setProperty("connectTimeout", seconds(limits.connect()));
        properties.setProperty("socketTimeout", seconds(limits.silence()));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty(
                "options",
                "-c statement_timeout=%d -c timezone=UTC -c idle_in_transaction_session_timeout=%d"
                        .formatted(
                                limits.statement().toMillis(),
                                limits.statement().multipliedBy(2).toMillis()));
        return properties;
    }

    private static String seconds(Duration duration) {
        return String.valueOf(Math.max(1, duration.toSeconds()));
    }

    /// Makes the tables, or brings them up to date. It does nothing where they are.
    ///
    /// @throws DatabaseException when another try may go better
    /// @throws SchemaException when it will not
    public Flavour migrate() throws DatabaseException, SchemaException {
        try {
            return new Schema(patient(), settings.timescale()).migrate();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// The same in a database that another is being copied into, which [#migrate] refuses.
    public Flavour migrateForCopy() throws DatabaseException, SchemaException {
        try {
            return new Schema(patient(), settings.timescale()).migrateForCopy();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Throws [SchemaException] where the tables are not exactly those of this version, and changes nothing.
    public void refuseOtherVersions() throws DatabaseException, SchemaException {
        try {
            new Schema(source(), settings.timescale()).refuseOtherVersions();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Looks at the tables, and changes nothing.
    Schema.State schemaState() throws DatabaseException {
        try {
            return new Schema(source(), settings.timescale()).state();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    private DataSource patient() throws SQLException {
        var source = source();
        source.setProperty("socketTimeout", seconds(MIGRATION_SILENCE));
        source.setProperty(
                "options",
                "-c timezone=UTC -c idle_in_transaction_session_timeout=%d".formatted(STANDSTILL_MAX.toMillis()));
        return source;
    }

    private PGSimpleDataSource source() throws SQLException {
        var source = new PGSimpleDataSource();
        source.setURL(settings.url().jdbc());
        for (var property : properties().stringPropertyNames()) {
            source.setProperty(property, properties().getProperty(property));
        }
        return source;
    }

    /// Opens a connection that is not of the pool, and lasts: locks that belong to it are not handed on. Either side
    /// notices within seconds when the other is gone without a word. Locks are waited for a while only.
    ///
    /// @param silence the server ends it when nothing was said for so long
    Connection lasting(Duration silence) throws SQLException {
        var source = source();
        source.setProperty("socketTimeout", seconds(SESSION_SILENCE));
        source.setProperty(
                "options",
                ("-c timezone=UTC -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3"
                                + " -c idle_session_timeout=%d -c lock_timeout=%d")
                        .formatted(silence.toMillis(), LOCK_WAIT.toMillis()));
        return source.getConnection();
    }

    /// Whether a pooler stands between here and the server, which may give each transaction another session. It
    /// tells clients the number of no session of the server. A lock would stay with a session that is somebody
    /// else's next.
    static boolean isPooled(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var results = statement.executeQuery("select pg_backend_pid()")) {
            results.next();
            return connection.unwrap(PGConnection.class).getBackendPID() != results.getInt(1);
        }
    }

    /// The lock that decides which of several analyzers keeps the books of this database.
    public KeepersLock keepersLock() {
        return new KeepersLock(this);
    }

    /// The analyzers that have this database, and the same word for a group.
    ///
    /// @param own the number of this one
    /// @param changed is told who they are, whenever that has changed
    public Members members(String group, int own, Consumer<SortedSet<Integer>> changed) {
        return new Members(this, group, own, changed);
    }

    /// Takes a connection from the pool. Whoever does so closes it soon.
    public Session session() throws DatabaseException {
        try {
            return new Session(pool.getConnection());
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Takes a connection for a change that somebody waits for: each of its statements has no more time than an answer
    /// has.
    public Session sessionOfSomebody() throws DatabaseException {
        var session = session();
        try {
            session.execute("set local statement_timeout = " + limits.answer().toMillis());
            return session;
        } catch (DatabaseException e) {
            session.close();
            throw e;
        }
    }

    /// All who only read ask here, so that together they leave connections for those who write.
    public ReadPool readPool() {
        return readPool;
    }

    /// Ends a connection that is not to be used again by anybody.
    public void discard(Session session) {
        pool.evictConnection(session.connection());
    }

    /// Says where it is, without secrets.
    public String place() {
        return settings.url().toString();
    }

    @Override
    public void close() {
        pool.close();
    }
}
