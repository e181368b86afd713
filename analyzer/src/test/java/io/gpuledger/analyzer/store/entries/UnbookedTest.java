package io.gpuledger.analyzer.store.entries;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.entries.EntryTables.Late;
import io.gpuledger.analyzer.store.entries.EntryTables.Stretch;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Hours of a GPU of which something is told, also while they are booked.
class UnbookedTest {
    private static final int GPU = 1;
    private static final long DAY = FixedBooks.WEEK.from();

    private static FixedBooks books;

    @BeforeAll
    static void write() throws Exception {
        books = FixedBooks.fresh();
    }

    @AfterAll
    static void close() {
        books.close();
    }

    private static Stretch hours(int from, int to) {
        return new Stretch(GPU, DAY + from * Hour.MILLIS, DAY + to * Hour.MILLIS);
    }

    private static void told(Stretch late) throws DatabaseException {
        try (var session = books.database().session()) {
            new EntryTables().unsettled(session, List.of(late));
            session.commit();
        }
    }

    private static List<Late> begun() throws DatabaseException {
        try (var session = books.database().session()) {
            var late = new FleetTables(session).beginUnbooked();
            session.commit();
            return late;
        }
    }

    private static void booked(List<Late> late) throws DatabaseException {
        try (var session = books.database().session()) {
            new EntryTables().caughtUp(session, late);
            session.commit();
        }
    }

    private static List<Stretch> waiting() throws DatabaseException {
        try (var session = books.database().session()) {
            var waiting = new Query<>(session)
                    .list("""
                        select gpu_id, (extract(epoch from since) * 1000)::bigint, (extract(epoch from until) * 1000)::bigint
                        from gpu_ledger.unbooked
                        """, row -> new Stretch(row.number(1), row.longNumber(2), row.longNumber(3)));
            session.rollback();
            return waiting;
        }
    }

    @Test
    void what_is_told_while_hours_are_booked_waits_for_the_next_time_and_nothing_else_does() throws Exception {
        told(hours(0, 10));
        var late = begun();
        told(hours(20, 21));
        told(hours(22, 23));
        assertThat(waiting()).as("as long as it is not booked").containsExactly(hours(0, 23));

        booked(late);
        assertThat(waiting()).containsExactly(hours(20, 23));

        booked(begun());
        assertThat(waiting()).isEmpty();
    }

    @Test
    void where_booking_comes_to_no_end_all_of_it_is_booked_the_next_time() throws Exception {
        told(hours(0, 10));
        var lost = begun();
        assertThat(lost).hasSize(1);
        told(hours(20, 21));

        var late = begun();
        assertThat(late.getFirst().stretch().since()).isEqualTo(hours(0, 1).since());
        booked(late);
        assertThat(waiting()).isEmpty();
    }

    /// Of two versions that keep one database, the older one does not tell this apart.
    @Test
    void where_it_is_not_known_what_was_told_meanwhile_all_stays() throws Exception {
        told(hours(0, 10));
        var late = begun();
        books.execute("update gpu_ledger.unbooked set told = told + 1");

        booked(late);
        assertThat(waiting()).containsExactly(hours(0, 10));
        booked(begun());
        assertThat(waiting()).isEmpty();
    }
}
