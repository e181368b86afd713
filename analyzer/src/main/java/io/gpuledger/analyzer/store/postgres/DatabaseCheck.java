package io.gpuledger.analyzer.store.postgres;

import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Looks whether a database can be used: its version, what the user may do in it, its tables, TimescaleDB, its clock
/// and its connections. Nothing is changed in it.
public final class DatabaseCheck {
    public static final String SUBJECT = "database";
    private static final String SCHEMA = "database schema";
    private static final String CLOCK = "database clock";

    private static final int OLDEST = 150_000;
    private static final Duration SKEW_MAX = Duration.ofSeconds(2);

    /// The connections that are free are those that nobody has, or this program itself. `numbackends` counts them,
    /// as it leaves out the processes of the server's own, which pg_stat_activity has too. The table of a copy is
    /// sought in pg_class, as to_regclass is refused to a user who may not look into the schema.
    private static final String FACTS = """
        select current_setting('server_version_num')::int, current_setting('server_version'), current_user::text,
            pg_is_in_recovery(), (extract(epoch from clock_timestamp()) * 1000)::bigint,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                - (select sum(numbackends) from pg_stat_database)::int
                + (select count(*) from pg_stat_activity
                    where usename = current_user and application_name = 'gpu-analyzer')::int,
            exists (select from pg_namespace where nspname = 'gpu_ledger'),
            has_database_privilege(current_database(), 'create'),
            coalesce((select has_schema_privilege(oid, 'create') from pg_namespace where nspname = 'gpu_ledger'), false),
            (select min(pg_get_userbyid(relowner)::text) from pg_class
                where relnamespace = (select oid from pg_namespace where nspname = 'gpu_ledger')
                    and relkind in ('r', 'p') and not pg_has_role(relowner, 'member')),
            (select extversion from pg_extension where extname = 'timescaledb'),
            (select default_version from pg_available_extensions where name = 'timescaledb'),
            exists (select from pg_class
                where relnamespace = (select oid from pg_namespace where nspname = 'gpu_ledger')
                    and relname = 'copied_part')
        """;

    /// @param millis what the server's clock says
    /// @param connectionsFree for this program
    /// @param owner of tables that the user may not change
    /// @param offered the version of TimescaleDB that the server could install
    /// @param isBeingCopiedInto whether `copy-database` copies another database into it, and has not ended
    private record Facts(
            int number,
            String version,
            String user,
            boolean isStandby,
            long millis,
            int connectionsFree,
            boolean hasSchema,
            boolean mayMakeSchema,
            boolean mayMakeTables,
            Optional<String> owner,
            Optional<String> timescale,
            Optional<String> offered,
            boolean isBeingCopiedInto) {
        static Facts of(ResultRow row) throws DatabaseException {
            return new Facts(
                    row.number(1),
                    row.text(2),
                    row.text(3),
                    row.isTrue(4),
                    row.longNumber(5),
                    row.number(6),
                    row.isTrue(7),
                    row.isTrue(8),
                    row.isTrue(9),
                    row.optionalText(10),
                    row.optionalText(11),
                    row.optionalText(12),
                    row.isTrue(13));
        }
    }

    private final Database database;
    private final InstantSource clock;
    private final int connections;

    /// @param connections how many the analyzer may open
    public DatabaseCheck(Database database, InstantSource clock, int connections) {
        this.database = database;
        this.clock = clock;
        this.connections = connections;
    }

    public List<Line> lines() {
        try (var session = database.session()) {
            var before = clock.millis();
            var facts = new Query<>(session).one(FACTS, Facts::of);
            // The server said it somewhere between.
            return lines(facts, facts.millis - (before + clock.millis()) / 2);
        } catch (DatabaseException e) {
            return List.of(new Fault(
                    SUBJECT,
                    "%s: %s: %s".formatted(database.place(), e.failure().meaning(), e.words()),
                    fix(e.failure())));
        }
    }

    private static String fix(Failure failure) {
        return switch (failure) {
            case UNREACHABLE, NO_CONNECTION ->
                "look whether it runs, whether --database-url has its address, and whether a network policy or a"
                        + " firewall is between";
            case REFUSED ->
                "give --database-user and --database-password-file as the database has them, and look at its"
                        + " pg_hba.conf";
            case TOO_MANY_CONNECTIONS -> "raise its max_connections, or end others";
            case READ_ONLY -> "let --database-url name the primary";
            case DISK_FULL -> "make room on its disk";
            case TIMEOUT -> "look at what it is busy with: select state, wait_event, query from pg_stat_activity";
            case CONFLICT, DUPLICATE, DAY_MISSING, CONTENT, OTHER -> "look at the database's own log";
        };
    }

    private List<Line> lines(Facts facts, long skew) {
        var lines = new ArrayList<Line>();
        lines.add(server(facts));
        lines.add(schema(facts));
        lines.add(clock(skew));
        timescale(facts).ifPresent(lines::add);
        return lines;
    }

    private Line server(Facts facts) {
        var words = "PostgreSQL %s at %s, as %s".formatted(facts.version, database.place(), facts.user);
        if (facts.number < OLDEST) {
            return new Fault(SUBJECT, words + ", which is older than 15", "use PostgreSQL 15 or newer");
        }
        if (facts.isStandby) {
            return new Fault(SUBJECT, words + ", which is a standby, and read-only", fix(Failure.READ_ONLY));
        }
        if (facts.connectionsFree < connections) {
            return new Warning(
                    SUBJECT,
                    "%s: %d connections are free, and this program opens up to %d"
                            .formatted(words, facts.connectionsFree, connections),
                    fix(Failure.TOO_MANY_CONNECTIONS));
        }
        return new Ok(SUBJECT, words);
    }

    private Line schema(Facts facts) {
        if (!facts.hasSchema) {
            return facts.mayMakeSchema
                    ? new Ok(SCHEMA, "gpu_ledger is not there yet, and is made by the first start")
                    : new Fault(
                            SCHEMA,
                            "gpu_ledger is not there, and %s may not make it".formatted(facts.user),
                            "have the database's owner say: create schema gpu_ledger authorization \"%s\""
                                    .formatted(facts.user));
        }
        if (!facts.mayMakeTables) {
            return new Fault(
                    SCHEMA,
                    "%s may not make tables in gpu_ledger".formatted(facts.user),
                    "have its owner say: grant all on schema gpu_ledger to \"%s\", or be its owner by --database-user"
                            .formatted(facts.user));
        }
        if (facts.owner.isPresent()) {
            return new Fault(
                    SCHEMA,
                    "its tables are those of %s, and %s may not change them"
                            .formatted(facts.owner.orElseThrow(), facts.user),
                    "be that user by --database-user, or have it say: grant \"%s\" to \"%s\""
                            .formatted(facts.owner.orElseThrow(), facts.user));
        }
        return facts.isBeingCopiedInto ? unfinished() : tables();
    }

    private static Line unfinished() {
        return new Fault(
                SCHEMA,
                "another database is being copied into it, and not all of it is there yet",
                "gpu-analyzer copy-database goes on, with the settings that it was begun with");
    }

    private Line tables() {
        try {
            var state = database.schemaState();
            if (!state.newer().isEmpty()) {
                return new Fault(
                        SCHEMA,
                        "it was made by a newer version of this program, by " + state.newer(),
                        "start that version, or name another database");
            }
            return new Ok(
                    SCHEMA,
                    state.pending() == 0
                            ? "its tables are those of this version"
                            : "the next start takes %d steps to the tables of this version".formatted(state.pending()));
        } catch (DatabaseException e) {
            return new Fault(
                    SCHEMA,
                    "it does not say what tables it has: "
                            + e.words().lines().findFirst().orElse(""),
                    "look at the database's own log");
        }
    }

    private static Line clock(long skew) {
        var words = String.format(Locale.ROOT, "it is %.1f s off ours", Math.abs(skew) / 1e3);
        return Math.abs(skew) > SKEW_MAX.toMillis()
                ? new Warning(
                        CLOCK, words + (skew > 0 ? ", ahead" : ", behind"), "let chrony or the like set both clocks")
                : new Ok(CLOCK, words);
    }

    /// What the server offers is installed by the first start, where the user may, and tables that are there stay as
    /// they are.
    private static Optional<Line> timescale(Facts facts) {
        return facts.timescale
                .map(version -> "version %s is installed".formatted(version))
                .or(() -> facts.offered
                        .filter(_ -> !facts.hasSchema)
                        .map(version -> "version %s is offered, and the first start installs it where it may"
                                .formatted(version)))
                .map(words -> new Ok("TimescaleDB", words));
    }
}
