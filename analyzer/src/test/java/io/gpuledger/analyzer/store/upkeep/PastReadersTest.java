package io.gpuledger.analyzer.store.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two analyzers share a database.
class PastReadersTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Instant USUAL = NOW.minus(Duration.ofDays(14));
    private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(28));

    private final Retention here = retention();
    private final Retention there = retention();
    private TestDatabase test;
    private Database database;
    private PastReaders ofHere;
    private PastReaders ofThere;

    private static Retention retention() {
        return new Retention(Duration.ofDays(14), Timekeeper.trusting(InstantSource.fixed(NOW)));
    }

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.open();
        ofHere = new PastReaders(database, here, "shard 1/2 of http://prometheus:9090");
        ofThere = new PastReaders(database, there, "shard 2/2 of http://prometheus:9090");
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private void look() throws Exception {
        ofHere.look();
        ofThere.look();
        ofHere.look();
    }

    @Test
    void where_nobody_reads_a_past_samples_are_kept_as_usual() throws Exception {
        look();

        assertThat(here.isFilling()).isFalse();
        assertThat(here.from()).isEqualTo(USUAL);
    }

    @Test
    void samples_are_kept_until_the_last_of_all_has_read_its_past() throws Exception {
        here.keepLonger(Duration.ofDays(20));
        there.keepLonger(Duration.ofDays(28));
        look();
        assertThat(here.from()).isEqualTo(there.from()).isEqualTo(LONG_AGO);

        here.keepAsUsual();
        look();
        assertThat(here.from()).isEqualTo(LONG_AGO);
        assertThat(here.reach()).isEqualTo(Duration.ofDays(28));
        assertThat(here.isFilling()).isTrue();

        there.keepAsUsual();
        look();
        assertThat(here.from()).isEqualTo(there.from()).isEqualTo(USUAL);
        assertThat(here.isFilling()).isFalse();
    }

    @Test
    void who_has_said_nothing_for_a_day_is_not_waited_for() throws Exception {
        there.keepLonger(Duration.ofDays(28));
        ofThere.look();
        test.execute("update gpu_ledger.past_reader set told = now() - interval '25 hours'");

        ofHere.look();

        assertThat(here.from()).isEqualTo(USUAL);
        assertThat(test.rows("select source from gpu_ledger.past_reader")).isEmpty();
    }

    @Test
    void who_starts_anew_is_known_by_what_it_reads() throws Exception {
        there.keepLonger(Duration.ofDays(28));
        ofThere.look();
        var again = retention();
        again.keepLonger(Duration.ofDays(20));

        new PastReaders(database, again, "shard 2/2 of http://prometheus:9090").look();
        ofHere.look();

        assertThat(here.from()).isEqualTo(NOW.minus(Duration.ofDays(20)));
    }
}
