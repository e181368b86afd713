package io.gpuledger.analyzer.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;

/// Makes the tables and views that this program needs, or brings them up to date. Two programs that do so at once take
/// turns.
final class Schema {
    /// The advisory lock that whoever changes tables takes. Any number would do; this one is "gpu-ledg".
    private static final long LOCK = 0x6770752d6c656467L;

    private static final String LOCK_SQL = "select pg_advisory_xact_lock(" + LOCK + ")";

    static final String NAME = "gpu_ledger";

    private static final String STEPS = "classpath:sql";

    /// A rollback that fails because the connection is gone tells nothing new, and Flyway would tell it with a stack
    /// trace. The logger is held here, because the JDK keeps loggers only as long as somebody else does.
    private static final Logger ROLLBACK_LOGGER =
            Logger.getLogger("org.flywaydb.core.internal.jdbc.TransactionalExecutionTemplate");

    static {
        ROLLBACK_LOGGER.setLevel(Level.OFF);
    }

    private final DataSource source;
    private final Flavour.Wish wish;

    Schema(DataSource source, Flavour.Wish wish) {
        this.source = source;
        this.wish = wish;
    }

    /// Whoever makes or drops a table waits here for others who do, until the transaction ends.
    static void lock(Session session) throws DatabaseException {
        session.execute(LOCK_SQL);
    }

    /// Returns how samples are kept by day.
    Flavour migrate() throws SQLException, SchemaException {
        try (var connection = source.getConnection()) {
            refuseUnfinished(connection);
            return migrate(connection);
        }
    }

    /// The same in a database that another is being copied into.
    Flavour migrateForCopy() throws SQLException, SchemaException {
        try (var connection = source.getConnection()) {
            return migrate(connection);
        }
    }

    private Flavour migrate(Connection connection) throws SQLException, SchemaException {
        var flavour = inTurn(connection);
        var timescale = Extension.TIMESCALE.schema(connection).orElse("public");
        apply(flyway(new OneConnection(connection), flavour, timescale, STEPS));
        return flavour;
    }

    /// Others who come now wait in Flyway's own lock; this one only keeps two from creating schema and extension at
    /// once, which PostgreSQL answers with an error.
    private Flavour inTurn(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute(LOCK_SQL);
            var flavour = Flavour.choose(connection, wish);
            createSchema(connection);
            connection.commit();
            return flavour;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /// The schema is only made where it is missing: whoever may not make one may have been given this one.
    private static void createSchema(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var present = statement.executeQuery("select from pg_namespace where nspname = '" + NAME + "'")) {
            if (!present.next()) {
                statement.execute("create schema " + NAME);
            }
        }
    }

    /// @param steps where Flyway finds the steps to the tables
    static Flyway flyway(DataSource source, Flavour flavour, String extensionSchema, String steps) {
        return Flyway.configure(Schema.class.getClassLoader())
                .dataSource(source)
                .locations(steps)
                .defaultSchema(NAME)
                .createSchemas(false)
                .placeholders(Map.of(
                        "flavour",
                        flavour.word(),
                        "by_day",
                        flavour == Flavour.PLAIN ? "partition by range (ts)" : "",
                        "timescale",
                        extensionSchema))
                .load();
    }

    private static void apply(Flyway flyway) throws SQLException, SchemaException {
        try {
            refuseNewer(flyway);
            flyway.migrate();
        } catch (FlywayException e) {
            var passing = passing(e);
            if (passing.isPresent()) {
                throw passing.get();
            }
            throw new SchemaException(
                    "The tables could not be made or brought up to date. What the failed step did was taken back, the"
                            + " steps before it stand: mend what follows and start again. " + e.getMessage(),
                    e);
        }
    }

    private static void refuseUnfinished(Connection connection) throws SQLException, SchemaException {
        if (CopyMark.isSet(connection)) {
            throw new SchemaException("Another database is being copied into this one, and not all of it is there yet:"
                    + " gpu-analyzer copy-database goes on, with the settings that it was begun with. To give the copy"
                    + " up, drop the schema " + NAME + " of this database.");
        }
    }

    /// Throws where the tables are not exactly those of this version, and changes nothing.
    void refuseOtherVersions() throws SQLException, SchemaException {
        var state = state();
        if (state.isEmpty()) {
            throw new SchemaException("It has no books: there is nothing to copy.");
        }
        if (!state.newer().isEmpty()) {
            throw new SchemaException("It was made by a newer version of this program, by " + state.newer()
                    + ", which this one does not know: copy it with that version.");
        }
        if (state.pending() > 0) {
            throw new SchemaException(("It was made by an older version of this program, and is %d steps behind this"
                            + " one: start the analyzer of this version on it once, and end it; or copy it with the"
                            + " version that made it.")
                    .formatted(state.pending()));
        }
        try (var connection = source.getConnection()) {
            refuseUnfinished(connection);
        }
    }

    /// Says how far the tables of a database are from those that this version of the program makes.
    ///
    /// @param isEmpty whether there are none yet
    /// @param newer what was done to them that this program does not know
    /// @param pending how many steps of this program are still to be taken
    record State(boolean isEmpty, List<String> newer, int pending) {
        State {
            newer = List.copyOf(newer);
        }

        private static State of(Flyway flyway) {
            var info = flyway.info();
            var newer = Arrays.stream(info.applied())
                    .filter(migration -> migration.getState().isApplied()
                            && !migration.getState().isResolved())
                    .map(MigrationInfo::getScript)
                    .toList();
            return new State(info.applied().length == 0, newer, info.pending().length);
        }
    }

    /// Looks at the tables, and changes nothing.
    State state() throws SQLException {
        try (var connection = source.getConnection()) {
            return State.of(flyway(new OneConnection(connection), Flavour.PLAIN, "public", STEPS));
        } catch (FlywayException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private static void refuseNewer(Flyway flyway) throws SchemaException {
        var newer = State.of(flyway).newer();
        if (!newer.isEmpty()) {
            throw new SchemaException("The database was made by a newer version of this program, by " + newer
                    + ", which this one does not know. Start that version, or give this one another database.");
        }
    }

    /// Returns the failure of the database behind that of a migration, if another try may not run into it. A migration
    /// is one transaction: of one that failed nothing is left.
    private static Optional<SQLException> passing(FlywayException failed) {
        return Stream.iterate((Throwable) failed, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .filter(sql -> Failure.of(sql).isPassing())
                .findFirst();
    }
}
