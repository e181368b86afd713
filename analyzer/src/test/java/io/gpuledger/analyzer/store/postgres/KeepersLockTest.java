package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.store.postgres.KeepersLock.Answer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class KeepersLockTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String END_KEEPER = """
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and objid = hashtext('keeper')::oid and granted
            and database = (select oid from pg_database where datname = current_database())
        """;
    private static final String SAID = """
        select a.state_change from pg_stat_activity a join pg_locks l on l.pid = a.pid
        where l.locktype = 'advisory' and l.objid = hashtext('keeper')::oid
            and l.database = (select oid from pg_database where datname = current_database())
        """;
    private static final String HELD = """
        select count(*) from pg_locks where locktype = 'advisory' and objid = hashtext('keeper')::oid
            and database = (select oid from pg_database where datname = current_database())
        """;

    @Test
    void one_has_it_until_it_gives_it_back() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.open();
                var other = test.open();
                var second = other.keepersLock()) {
            try (var first = database.keepersLock()) {
                assertThat(List.of(first.ask(), second.ask(), first.ask(), second.ask()))
                        .containsExactly(Answer.OURS, Answer.ANOTHER_S, Answer.OURS, Answer.ANOTHER_S);
            }
            assertThat(second.ask()).isEqualTo(Answer.OURS);
        }
    }

    @Test
    void behind_a_pooler_none_is_taken_that_would_stay_there() throws Exception {
        try (var test = TestDatabase.plain()) {
            try (var pooler = new PidHidingPooler(test.settings());
                    var database = new Database(pooler.settings(), new SimpleMeterRegistry());
                    var lock = database.keepersLock()) {
                assertThat(lock.ask()).isEqualTo(Answer.NOBODY_S);
                assertThat(test.rows(HELD)).containsExactly("0");
            }
        }
    }

    @Test
    void who_stood_still_writes_nothing_more_and_what_it_had_open_is_ended() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.open();
                var other = test.open();
                var first = database.keepersLock();
                var second = other.keepersLock()) {
            test.execute("create table books (line text)");
            assertThat(first.ask()).isEqualTo(Answer.OURS);
            var term = first.term();
            try (var open = term.begin(database)) {
                open.execute("insert into books values ('half')");
                test.rows(END_KEEPER);

                assertThat(second.ask()).isEqualTo(Answer.OURS);
                assertThatThrownBy(open::commit).isInstanceOf(DatabaseException.class);
            } catch (DatabaseException _) {
                // What was open is ended, so it cannot be closed in peace either.
            }
            assertThat(term.goesOn(database)).isFalse();
            assertThatThrownBy(() -> term.begin(database)).hasMessageContaining("another analyzer");
            try (var session = second.term().begin(other)) {
                session.execute("insert into books values ('whole')");
                session.commit();
                assertThatThrownBy(() -> term.hold(session)).isInstanceOf(DatabaseException.class);
            }
            assertThat(test.rows("select line from books")).containsExactly("whole");
            assertThat(askedTwice(first)).isEqualTo(Answer.ANOTHER_S);
            assertThat(first.isOurs()).isFalse();
        }
    }

    /// Whoever asks first may be the one who comes upon the end of its session.
    private static Answer askedTwice(KeepersLock lock) throws DatabaseException {
        try {
            return lock.ask();
        } catch (DatabaseException _) {
            return lock.ask();
        }
    }

    @Test
    void who_has_it_is_heard_of_while_it_does_something_else() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.open();
                var lock = database.keepersLock()) {
            lock.ask();
            var since = test.rows(SAID);
            var until = System.nanoTime() + PATIENCE.toNanos();
            while (test.rows(SAID).equals(since)) {
                assertThat(System.nanoTime()).as("in time").isLessThan(until);
                LockSupport.parkNanos(100_000_000);
            }
            assertThat(lock.isOurs()).isTrue();
        }
    }
}
