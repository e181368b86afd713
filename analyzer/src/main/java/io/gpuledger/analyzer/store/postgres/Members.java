package io.gpuledger.analyzer.store.postgres;

import io.gpuledger.service.life.Lifelong;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Which analyzers of a group there are. Each has a number that it draws when it starts, and a session that holds
/// a lock of that number for as long as it is heard of: so the list of these locks is the list of the members, and
/// nobody has to be struck off it who died. Each asks for the list every few seconds.
///
/// Who is on the list for the first time is a member at once. Who is not on it any more is one for three looks more, as
/// after a start of the database the first who is back would take all others for dead. While the database is away,
/// whoever was a member is one.
public final class Members implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Members.class.getName());
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final int LOOKS_MISSED = 3;
    /// The server ends a session that says nothing for so long.
    private static final Duration SILENCE_MAX = Duration.ofSeconds(15);

    private static final Duration FAREWELL = Duration.ofSeconds(2);
    private static final String ENTER = "select pg_advisory_lock_shared(hashtext(?), ?)";
    private static final String LIST = """
        select objid::int8::bit(32)::int4
        from pg_locks
        where locktype = 'advisory' and granted and objsubid = 2 and classid::int8::bit(32)::int4 = hashtext(?)
            and database = (select oid from pg_database where datname = current_database())
        """;

    private final Database database;
    private final String group;
    private final Consumer<SortedSet<Integer>> changed;
    private final int own;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = Lifelong.platform("members", this::run);
    /// How many looks ago each was last on the list.
    private final Map<Integer, Integer> missed = new HashMap<>();

    private Optional<Connection> session = Optional.empty();
    /// The members that [#changed] was told of last.
    private SortedSet<Integer> told = new TreeSet<>();
    private String trouble = "";

    Members(Database database, String group, int own, Consumer<SortedSet<Integer>> changed) {
        this.database = database;
        this.own = own;
        this.group = "%s members %s".formatted(Schema.NAME, group);
        this.changed = changed;
    }

    /// Draws a number for one that is to be a member.
    public static int number() {
        return ThreadLocalRandom.current().nextInt();
    }

    /// Begins to be a member, and to tell who is one whenever that has changed: first once it is one itself.
    public Members start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            do {
                lookOrSay();
            } while (!end.await(LOOK.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            leave();
        }
    }

    /// Nothing may leave the thread. The same trouble is said once.
    private void lookOrSay() {
        try {
            note(list(entered()));
            trouble = "";
        } catch (SQLException | RuntimeException e) {
            leave();
            if (told.isEmpty()) {
                tell(new TreeSet<>(Set.of(own)));
            }
            var words = String.valueOf(e.getMessage());
            if (end.getCount() > 0 && !words.equals(trouble)) {
                LOG.log(
                        Level.WARNING,
                        "The database does not say who else shares the targets. Until it does, this analyzer scrapes"
                                + " those that it had, or all of them where it has only begun: {0}",
                        words);
            }
            trouble = words;
        }
    }

    private Connection entered() throws SQLException {
        if (session.isEmpty()) {
            var connection = database.lasting(SILENCE_MAX);
            session = Optional.of(connection);
            if (Database.isPooled(connection)) {
                throw new SQLException("between here and the database is a pooler, which gives sessions to others: name"
                        + " the database itself in --database-url, or leave --share-targets out");
            }
            try (var statement = connection.prepareStatement(ENTER)) {
                statement.setString(1, group);
                statement.setInt(2, own);
                statement.execute();
            }
        }
        return session.get();
    }

    private SortedSet<Integer> list(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(LIST)) {
            statement.setString(1, group);
            try (var results = statement.executeQuery()) {
                var list = new TreeSet<Integer>();
                while (results.next()) {
                    list.add(results.getInt(1));
                }
                return list;
            }
        }
    }

    private void note(SortedSet<Integer> list) {
        missed.replaceAll((_, times) -> times + 1);
        list.forEach(member -> missed.put(member, 0));
        missed.values().removeIf(times -> times >= LOOKS_MISSED);
        tell(new TreeSet<>(missed.keySet()));
    }

    private void tell(SortedSet<Integer> now) {
        if (!now.equals(told)) {
            LOG.log(Level.INFO, "targets are shared out among {0} analyzers", now.size());
            changed.accept(now);
            told = now;
        }
    }

    private void leave() {
        var ended = session;
        session = Optional.empty();
        if (ended.isPresent()) {
            try {
                ended.get().close();
            } catch (SQLException e) {
                LOG.log(Level.DEBUG, "the session of a member has ended by itself", e);
            }
        }
    }

    /// Is no member any more.
    @Override
    public void close() {
        end.countDown();
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
