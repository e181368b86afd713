package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MembersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String END_ALL = """
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and classid::int8::bit(32)::int4 = hashtext('gpu_ledger members fleet')
            and database = (select oid from pg_database where datname = current_database())
        """;

    private final TestDatabase test = TestDatabase.plain();
    private final List<AutoCloseable> open = new ArrayList<>(List.of(test));

    MembersTest() throws DatabaseException {}

    @AfterEach
    void close() throws Exception {
        for (var one : open.reversed()) {
            one.close();
        }
    }

    /// One of a group, and all that it was told of who else is.
    private static final class One implements AutoCloseable {
        private final int own = Members.number();
        private final List<SortedSet<Integer>> told = new CopyOnWriteArrayList<>();
        private final Members members;

        One(Database database, String group) {
            members = database.members(group, own, told::add).start();
        }

        boolean knows(Integer... numbers) {
            return !told.isEmpty() && told.getLast().equals(new TreeSet<>(Set.of(numbers)));
        }

        @Override
        public void close() {
            members.close();
        }
    }

    private One one(String group) throws Exception {
        var database = test.open();
        open.add(database);
        var one = new One(database, group);
        open.add(one);
        return one;
    }

    private static void await(BooleanSupplier condition) {
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(until);
            LockSupport.parkNanos(20_000_000);
        }
    }

    @Test
    void all_of_a_group_are_known_to_each_other_until_they_leave() throws Exception {
        var first = one("fleet");
        await(() -> first.knows(first.own));
        var second = one("fleet");
        var stranger = one("another fleet");
        await(() -> first.knows(first.own, second.own) && second.knows(first.own, second.own));
        await(() -> stranger.knows(stranger.own));

        second.close();

        await(() -> first.knows(first.own));
        assertThat(first.told).hasSize(3);
    }

    @Test
    void whose_sessions_are_all_ended_at_once_takes_nobody_for_dead() throws Exception {
        var first = one("fleet");
        var second = one("fleet");
        await(() -> first.knows(first.own, second.own) && second.knows(first.own, second.own));
        var told = first.told.size();

        test.rows(END_ALL);
        var third = one("fleet");

        await(() -> first.knows(first.own, second.own, third.own));
        assertThat(first.told).hasSize(told + 1);
    }

    @Test
    void who_cannot_ask_the_database_is_alone_until_it_can() throws Exception {
        try (var pooler = new PidHidingPooler(test.settings());
                var database = new Database(pooler.settings(), new SimpleMeterRegistry());
                var one = new One(database, "fleet")) {
            await(() -> one.knows(one.own));
            var other = one("fleet");
            await(() -> other.knows(other.own));
            assertThat(test.rows(END_ALL)).as("the sessions that have a lock").hasSize(1);
        }
    }
}
