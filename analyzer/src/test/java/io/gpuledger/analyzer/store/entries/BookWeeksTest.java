package io.gpuledger.analyzer.store.entries;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

class BookWeeksTest {
    private static final String PARTS = """
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('gpu_ledger.entry'::regclass, 'gpu_ledger.usage'::regclass) order by 1
        """;
    private static final String HOURS = "select count(*), count(distinct hour), sum(millis) from gpu_ledger.";
    private static final String BOOKS = """
        insert into gpu_ledger.cluster (name) values ('c');
        insert into gpu_ledger.sku (name) values ('s');
        insert into gpu_ledger.gpu (cluster_id, uuid, first_seen, last_seen) values (1, 'GPU-a', now(), now());
        insert into gpu_ledger.workload (cluster_id, namespace, kind, name) values (1, 'n', 'Job', 'j');
        insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod) values (1, 1, 'n', 'p');
        insert into gpu_ledger.entry (hour, gpu_id, sku_id, owner_id, millis, state, estimated, settled)
        select date_trunc('hour', now()) - n * interval '1 hour', 1, 1, 1, 3600000, 'used', false, true
        from generate_series(0, 999) n;
        insert into gpu_ledger.usage (hour, gpu_id, owner_id, millis, minutes, low_minutes, high_minutes, idle_runs)
        select hour, 1, 1, 3600000, 60, 0, 0, '{}' from gpu_ledger.entry;
        """;

    /// Returns a database as the version before the weeks made it, with books of the last six weeks.
    private static TestDatabase before() throws DatabaseException {
        var test = TestDatabase.plain();
        test.execute("create schema gpu_ledger");
        var settings = test.settings();
        Flyway.configure(BookWeeksTest.class.getClassLoader())
                .dataSource(
                        test.url(),
                        settings.userName(),
                        settings.password().orElseThrow().reveal())
                .locations("classpath:sql")
                .defaultSchema("gpu_ledger")
                .placeholders(Map.of("flavour", "plain", "by_day", "partition by range (ts)", "timescale", "public"))
                // Views are those of today, and show columns that were not there then.
                .repeatableSqlMigrationPrefix("none")
                .target("16")
                .load()
                .migrate();
        test.execute(BOOKS);
        return test;
    }

    /// Makes room for the hour that has this instant, which lies in one week, also where the next one is near.
    private static void ensure(Database database, Instant instant) throws DatabaseException {
        var hour = Hour.of(instant.toEpochMilli());
        try (var session = database.session()) {
            BookWeeks.ensure(session, new Span(hour, hour + Hour.MILLIS));
            session.commit();
        }
    }

    private static int drop(Database database, Instant before) throws DatabaseException {
        try (var session = database.session()) {
            return OldEntries.drop(session, before);
        }
    }

    private static int dropAll(Database database, Instant before) throws DatabaseException {
        var all = 0;
        for (var some = drop(database, before); some > 0; some = drop(database, before)) {
            all += some;
        }
        return all;
    }

    @Test
    void what_was_there_before_there_were_weeks_stays_and_goes_when_it_is_too_old() throws Exception {
        try (var test = before();
                var database = test.migrated()) {
            for (var table : List.of("entry", "usage")) {
                assertThat(test.rows(HOURS + table)).containsExactly("1000|1000|3600000000");
            }
            var now = Instant.now();
            ensure(database, now);
            assertThat(test.rows(PARTS)).as("now is in it").containsExactly("entry_past", "usage_past");

            ensure(database, now.plus(Duration.ofDays(15)));
            assertThat(test.rows(PARTS)).hasSize(4);
            var before = now.minus(Duration.ofHours(500));
            assertThat(drop(database, before)).as("a day at a time").isEqualTo(24);
            assertThat(dropAll(database, before)).isBetween(475, 477);
            assertThat(test.rows(HOURS + "usage").getFirst()).startsWith("50");

            assertThat(drop(database, now.plus(Duration.ofDays(15)))).isEqualTo(1);
            assertThat(test.rows(PARTS)).hasSize(2).noneMatch(part -> part.endsWith("_past"));
        }
    }

    @Test
    void the_weeks_have_the_indexes_that_the_whole_has() throws Exception {
        try (var test = before();
                var database = test.migrated()) {
            ensure(database, Instant.now().plus(Duration.ofDays(15)));
            assertThat(test.rows("""
                select p.relname, count(*) from pg_inherits i
                join pg_class p on p.oid = i.inhparent
                where p.relkind = 'I' and p.relname ~ '^(entry|usage)_' group by 1 order by 1
                """))
                    .containsExactly(
                            "entry_gpu|2",
                            "entry_hour|2",
                            "entry_owner|2",
                            "usage_gpu|2",
                            "usage_hour|2",
                            "usage_idle|2",
                            "usage_owner|2");
        }
    }

    @Test
    void a_question_looks_into_its_own_weeks_only_and_into_these_by_index() throws Exception {
        try (var books = FixedBooks.fresh()) {
            var plan = books.rows("""
                explain select sum(millis) from gpu_ledger.entry
                where gpu_id = 1 and hour >= to_timestamp(%1$d / 1000.0) and hour < to_timestamp(%2$d / 1000.0)
                """.formatted(FixedBooks.WEEK.from(), FixedBooks.WEEK.to()));
            assertThat(String.join("\n", plan))
                    .contains("entry_20261116")
                    .doesNotContain("entry_20261109")
                    .contains("Index");
        }
    }
}
