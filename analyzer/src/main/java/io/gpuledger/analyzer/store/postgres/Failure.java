package io.gpuledger.analyzer.store.postgres;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/// What went wrong. Failures that are mended in the same way are the same
/// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
public enum Failure {
    /// The server is not there, is not reached, or is gone.
    UNREACHABLE("it cannot be reached"),
    REFUSED("it refuses the user or the password (see --database-user and --database-password-file)"),
    READ_ONLY("it is read-only (a standby is, and --database-url is to name the primary)"),
    DISK_FULL("its disk is full"),
    TOO_MANY_CONNECTIONS("it has no connection left (raise its max_connections, or end others)"),
    NO_CONNECTION("all connections of this program are in use"),
    TIMEOUT("it took too long"),
    /// Of two who waited for each other one was sent away.
    CONFLICT("others write the same"),
    /// A row is there already.
    DUPLICATE("a row is there already"),
    /// A day has no partition, since somebody dropped it.
    DAY_MISSING("a day's partition is missing"),
    /// A row is of a kind that the database will never take.
    CONTENT("it refuses a row"),
    OTHER("it answers with an error");

    private final String meaning;

    Failure(String meaning) {
        this.meaning = meaning;
    }

    static Failure of(SQLException thrown) {
        return state(thrown).map(Failure::ofState).orElse(NO_CONNECTION);
    }

    private static Failure ofState(String state) {
        return switch (state) {
            case "23505" -> DUPLICATE;
            case "23514" -> DAY_MISSING;
            case "25006" -> READ_ONLY;
            case "53100" -> DISK_FULL;
            case "53300" -> TOO_MANY_CONNECTIONS;
            case "57014", "55P03" -> TIMEOUT;
            case "40001", "40P01" -> CONFLICT;
            default -> ofClass(state.substring(0, Math.min(2, state.length())));
        };
    }

    private static Failure ofClass(String sqlClass) {
        return switch (sqlClass) {
            case "08", "57" -> UNREACHABLE;
            case "28" -> REFUSED;
            case "22", "23", "54" -> CONTENT;
            default -> OTHER;
        };
    }

    /// The pool wraps why it has no connection.
    static Optional<String> state(SQLException thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof SQLException sql && sql.getSQLState() != null) {
                return Optional.of(sql.getSQLState());
            }
        }
        return Optional.empty();
    }

    /// Returns what the database said itself, and not the pool.
    static String words(SQLException thrown) {
        Throwable deepest = thrown;
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof SQLException) {
                deepest = at;
            }
        }
        return String.valueOf(deepest.getMessage()).replaceAll("\\s+", " ").replaceFirst("\\.+$", "");
    }

    public String meaning() {
        return meaning;
    }

    /// Returns its name in metrics.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether another connection may do better, one to another server perhaps.
    public boolean endsConnection() {
        return switch (this) {
            case UNREACHABLE, REFUSED, READ_ONLY, TOO_MANY_CONNECTIONS, NO_CONNECTION, OTHER -> true;
            case DISK_FULL, TIMEOUT, CONFLICT, DUPLICATE, DAY_MISSING, CONTENT -> false;
        };
    }

    /// Whether it may go right another time, with nothing changed here.
    boolean isPassing() {
        return switch (this) {
            case UNREACHABLE, REFUSED, READ_ONLY, DISK_FULL, TOO_MANY_CONNECTIONS, NO_CONNECTION, TIMEOUT, CONFLICT ->
                true;
            case DUPLICATE, DAY_MISSING, CONTENT, OTHER -> false;
        };
    }
}
