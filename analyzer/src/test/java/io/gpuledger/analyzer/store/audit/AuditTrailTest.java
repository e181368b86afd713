package io.gpuledger.analyzer.store.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.access.Deed;
import io.gpuledger.analyzer.store.audit.AuditTables.Noted;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AuditTrailTest {
    private static final Instant NOW = Instant.parse("2026-11-23T09:30:00Z");

    private final TestDatabase test = TestDatabase.plain();
    private final Database database = test.migrated();
    private final AuditTables tables = new AuditTables(database);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AuditTrail trail = new AuditTrail(database, () -> NOW, registry);

    AuditTrailTest() throws Exception {}

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private static Deed deed(int second, String who, String outcome) {
        return new Deed(NOW.plusSeconds(second), who, "POST /api/v1/mutes", outcome, "10.0.0.7");
    }

    private List<Noted> all() {
        return tables.latest(Instant.EPOCH, NOW.plus(Duration.ofDays(1)), 0, 100)
                .deeds();
    }

    @Test
    void what_was_done_is_written_down_the_last_first() throws Exception {
        trail.note(deed(0, "anna <b>", "done"));
        trail.note(deed(1, "bob", "refused"));
        trail.write();
        assertThat(all())
                .containsExactly(
                        new Noted(deed(1, "bob", "refused"), NOW.plusSeconds(1), 1),
                        new Noted(deed(0, "anna <b>", "done"), NOW, 1));
        assertThat(tables.latest(NOW, NOW.plusSeconds(1), 0, 100).deeds()).hasSize(1);
        var last = tables.latest(Instant.EPOCH, NOW.plusSeconds(9), 0, 1);
        assertThat(last.deeds()).hasSize(1);
        assertThat(last.count()).isGreaterThan(1);
        assertThat(tables.latest(Instant.EPOCH, NOW.plusSeconds(9), 1, 1).deeds())
                .hasSize(1)
                .doesNotContainAnyElementsOf(last.deeds());
    }

    @Test
    void the_same_many_times_is_one_row() throws Exception {
        IntStream.range(0, 5_000).forEach(second -> trail.note(deed(second, "user anna", "refused")));
        trail.write();
        assertThat(all()).containsExactly(new Noted(deed(0, "user anna", "refused"), NOW.plusSeconds(4_999), 5_000));
    }

    @Test
    void what_cannot_be_written_now_is_written_later() throws Exception {
        trail.note(deed(0, "anna", "done"));
        test.execute("alter table gpu_ledger.audit rename to elsewhere");
        assertThatThrownBy(trail::write).isInstanceOf(DatabaseException.class);
        trail.note(deed(1, "anna", "done"));
        test.execute("alter table gpu_ledger.elsewhere rename to audit");
        trail.write();
        assertThat(all()).containsExactly(new Noted(deed(0, "anna", "done"), NOW.plusSeconds(1), 2));
    }

    @Test
    void while_the_database_is_away_no_more_than_so_many_wait_and_the_others_are_counted() {
        try (var away = FixedBooks.away()) {
            var waiting = new AuditTrail(away, () -> NOW, registry);
            IntStream.range(0, 1_010).forEach(i -> waiting.note(deed(0, "user " + i, "refused")));
            assertThat(registry.get("gpu.analyzer.audit.dropped").counters())
                    .anySatisfy(counter -> assertThat(counter.count()).isEqualTo(10));
            waiting.note(deed(0, "anna", "done"));
            assertThat(registry.get("gpu.analyzer.audit.dropped").counters())
                    .as("guesses take no room from what is done")
                    .anySatisfy(counter -> assertThat(counter.count()).isEqualTo(10));
        }
    }

    @Test
    void what_is_old_is_forgotten_and_guesses_drive_out_nothing_but_guesses() throws Exception {
        trail.note(new Deed(NOW.minus(Duration.ofDays(401)), "old", "x", "done", ""));
        trail.note(deed(0, "anna", "done"));
        trail.write();
        var guesses = IntStream.range(0, 20)
                .mapToObj(second -> deed(second, "guess " + second, "refused"))
                .map(one -> new Noted(one, one.at(), 1))
                .toList();
        tables.add(guesses);
        tables.forget(NOW.minus(Duration.ofDays(400)), 5);
        assertThat(all())
                .extracting(noted -> noted.deed().who())
                .containsExactly("guess 19", "guess 18", "guess 17", "guess 16", "guess 15", "anna");
    }
}
