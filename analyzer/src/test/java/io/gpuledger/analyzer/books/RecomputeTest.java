package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.booking.Prices;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class RecomputeTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final Prices PRICES =
            PriceFile.parse("prices", "h100 2.499999 USD gpu-hour").prices();
    private static final String SOME = """
        (select ctid from gpu_ledger.entry where settled and owner_id is not null and millis > 100000
        order by hour, gpu_id, millis limit 1 offset %d)
        """;

    private final Past past = Past.of(37, 1, 12, 60);
    private final Instant later = past.end().plus(Duration.ofHours(3));
    private Kept kept;
    private List<String> right;

    @BeforeAll
    void books_are_kept() throws Exception {
        kept = new Kept(BEGIN, past.end(), PRICES);
        kept.tell(past.rows(), past.statements());
        kept.passAt(later);
        right = kept.settled();
        assertThat(right).filteredOn(row -> row.contains("|used|")).hasSizeGreaterThan(10);
    }

    @AfterAll
    void close() {
        kept.close();
    }

    private static Settings settings(String from, String to) {
        var program = new Declaration("gpu-analyzer", "", List.of(), RecomputeSettings.ALL);
        return ((Invocation.Run) Invocation.of(program, Map.of(), "--from", from, "--to", to)).settings();
    }

    private List<String> recompute() throws Exception {
        var differences = new ArrayList<String>();
        var settings = kept.settings();
        var recompute = new Recompute(
                kept.database(), settings, () -> later, difference -> differences.add(difference.toString()));
        var outcome = recompute.run(Recompute.possible(settings, () -> later));
        assertThat(outcome.differences()).isEqualTo(differences.size());
        assertThat(outcome.entries()).isEqualTo(right.size());
        return differences;
    }

    @Test
    void books_that_are_right_stay_as_they_are() throws Exception {
        assertThat(recompute()).isEmpty();
        assertThat(kept.settled()).isEqualTo(right);
        assertThat(kept.sumsThatAreOff()).isEmpty();
    }

    @Test
    void each_entry_that_is_wrong_is_said_and_mended() throws Exception {
        kept.execute("update gpu_ledger.entry set millis = millis - 1 where ctid = " + SOME.formatted(0));
        kept.execute(
                "update gpu_ledger.entry set state = 'unhealthy', cause = 'rumour' where ctid = " + SOME.formatted(7));
        kept.execute("update gpu_ledger.entry set cost_micros = cost_micros + 1 where ctid = " + SOME.formatted(20));
        kept.execute("delete from gpu_ledger.entry where ctid = " + SOME.formatted(30));
        kept.execute("insert into gpu_ledger.entry select * from gpu_ledger.entry where ctid = " + SOME.formatted(40));
        assertThat(kept.settled()).isNotEqualTo(right);

        var differences = recompute();
        assertThat(differences).as("the one with another state is two").hasSize(6);
        assertThat(differences)
                .filteredOn(line -> line.endsWith("stands nothing"))
                .singleElement()
                .asString()
                .contains("unhealthy rumour");
        assertThat(differences)
                .filteredOn(line -> line.contains("stood nothing"))
                .hasSize(2);
        assertThat(differences).filteredOn(line -> line.contains(" and ")).hasSize(1);
        assertThat(kept.settled()).isEqualTo(right);
        assertThat(kept.sumsThatAreOff()).isEmpty();
        assertThat(recompute()).isEmpty();
    }

    @Test
    void who_keeps_the_books_meanwhile_and_who_books_again_write_each_row_once() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var round = 0; round < 5; round++) {
                kept.execute("update gpu_ledger.entry set millis = millis - 1 where settled and millis > 1");
                kept.execute("""
                    insert into gpu_ledger.unbooked select since, until, 1, gpu_id from gpu_ledger.booked
                    on conflict do nothing
                    """);
                var again = threads.submit(this::recompute);
                kept.passAt(later.plusSeconds(round));
                again.get();
                assertThat(kept.settled()).isEqualTo(right);
                assertThat(kept.sumsThatAreOff()).isEmpty();
            }
        }
    }

    @Test
    void hours_whose_samples_are_gone_and_hours_that_are_open_are_refused() {
        var possible = new Span(BEGIN.toEpochMilli(), BEGIN.toEpochMilli() + 9 * Hour.MILLIS);
        assertThat(RecomputeSettings.from(settings("2026-09-22T03:00:00Z", "2026-09-22T05:00:00Z"), possible)
                        .window())
                .isEqualTo(new Span(possible.from() + 3 * Hour.MILLIS, possible.from() + 5 * Hour.MILLIS));
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> RecomputeSettings.from(settings("2026-09-21", "2026-09-23"), possible))
                .satisfies(refused -> assertThat(refused.problems())
                        .containsExactly(
                                "from must be 2026-09-22T00:00:00Z or later: samples are not kept for longer, and what"
                                        + " was booked before stays",
                                "to must be 2026-09-22T09:00:00Z or earlier: hours after that are not settled, and are"
                                        + " booked again anyway"));
    }
}
