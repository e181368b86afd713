package io.gpuledger.analyzer.store.preference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PreferenceTest {
    private static final String SCRAPE = "scrape";
    private static final String SENDER = "sender";

    /// Holds what came through, as `origin second`.
    private final List<String> taken = new ArrayList<>();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private Instant now = Instant.ofEpochSecond(1_700_000_000);
    private final Preference preference = new Preference(this::keep, () -> now, registry);

    private void keep(Batch batch) {
        batch.rows().forEach(row -> taken.add(batch.origin() + " " + row.millis() / 1000));
    }

    private static Row row(String gpu, long second) {
        var unit = Unit.of(new UnitId("c", gpu, Optional.empty()), "node");
        return new Row(unit, second * 1000, Values.of(Field.LOST.bit(), new double[] {0}), List.of(), List.of());
    }

    private void tell(String origin, long... seconds) {
        for (var second : seconds) {
            tell(preference, origin, second);
        }
    }

    private static void tell(Intake intake, String origin, long second) {
        tell(intake, origin, row("GPU-1", second));
    }

    /// That the unit is there, and nothing that was read of it.
    private void name(String origin, long... seconds) {
        for (var second : seconds) {
            var row = row("GPU-1", second);
            tell(preference, origin, new Row(row.unit(), row.millis(), Values.NONE, List.of(), List.of()));
        }
    }

    private static void tell(Intake intake, String origin, Row row) {
        try {
            intake.take(new Batch(origin, List.of(row)));
        } catch (NotTakenException e) {
            throw new AssertionError(e);
        }
    }

    private double notPreferred() {
        return registry.get("gpu.analyzer.rows")
                .tag("result", "not_preferred")
                .counter()
                .count();
    }

    private double takeovers() {
        return registry.get("gpu.analyzer.takeovers").counter().count();
    }

    private static String[] of(String origin, long... seconds) {
        return Arrays.stream(seconds).mapToObj(second -> origin + " " + second).toArray(String[]::new);
    }

    @Test
    void who_tells_of_a_unit_first_is_preferred() {
        tell(SCRAPE, 0);
        tell(SENDER, 5);
        tell(SCRAPE, 15);
        tell(SENDER, 20);

        assertThat(taken).containsExactly(of(SCRAPE, 0, 15));
        assertThat(notPreferred()).isEqualTo(2);
    }

    @Test
    void another_takes_over_after_three_silent_intervals() {
        tell(SCRAPE, 0, 10, 20);
        tell(SENDER, 25, 35, 45, 50, 51);

        assertThat(taken).containsExactly("scrape 0", "scrape 10", "scrape 20", "sender 51");
        assertThat(takeovers()).isEqualTo(1);
    }

    @Test
    void who_reads_nothing_is_heard_while_nobody_else_is_and_keeps_nobody_from_being_heard() {
        name(SCRAPE, 0, 10, 20);
        tell(SENDER, 25, 35);
        name(SCRAPE, 30, 40);
        tell(SENDER, 45);
        name(SENDER, 55);

        assertThat(taken)
                .containsExactly(
                        "scrape 0", "scrape 10", "scrape 20", "sender 25", "sender 35", "sender 45", "sender 55");
        assertThat(takeovers()).isZero();
    }

    @Test
    void who_came_back_waits_until_the_other_is_silent() {
        tell(SCRAPE, 0, 10, 20);
        tell(SENDER, 60, 70, 80);
        tell(SCRAPE, 75, 85, 95, 105, 115);

        assertThat(taken)
                .containsExactly(
                        "scrape 0", "scrape 10", "scrape 20", "sender 60", "sender 70", "sender 80", "scrape 115");
    }

    @Test
    void until_an_interval_is_known_it_is_taken_for_half_a_minute() {
        tell(SCRAPE, 0);
        tell(SENDER, 90, 91);

        assertThat(taken).containsExactly("scrape 0", "sender 91");
    }

    @Test
    void an_interval_of_less_than_a_second_counts_as_one() {
        for (var i = 0; i < 20; i++) {
            preferenceTakesMillis(SCRAPE, i * 100L);
        }
        preferenceTakesMillis(SENDER, 1900 + 3000);
        assertThat(notPreferred()).isEqualTo(1);
        preferenceTakesMillis(SENDER, 1900 + 3001);
        assertThat(takeovers()).isEqualTo(1);
    }

    private void preferenceTakesMillis(String origin, long millis) {
        try {
            var row = row("GPU-1", 0);
            preference.take(
                    new Batch(origin, List.of(new Row(row.unit(), millis, row.values(), List.of(), List.of()))));
        } catch (NotTakenException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void two_that_tell_every_five_minutes_take_turns_once_at_most() {
        for (var second = 0L; second < 6000; second += 300) {
            tell(SCRAPE, second);
            tell(SENDER, second + 150);
        }

        assertThat(taken).filteredOn(row -> row.startsWith(SENDER)).hasSizeLessThanOrEqualTo(1);
        assertThat(taken).filteredOn(row -> row.startsWith(SCRAPE)).hasSizeGreaterThanOrEqualTo(19);
    }

    @Test
    void pieces_of_an_instant_are_kept_together() {
        tell(SCRAPE, 0, 0, 0);
        tell(SENDER, 0);

        assertThat(taken).containsExactly(of(SCRAPE, 0, 0, 0));
    }

    @Test
    void late_rows_of_the_preferred_one_are_kept() {
        tell(SCRAPE, 100, 130, 115, 90);
        tell(SENDER, 110);

        assertThat(taken).containsExactly(of(SCRAPE, 100, 130, 115, 90));
    }

    @Test
    void a_past_that_nobody_told_is_kept_though_another_tells_of_the_present() {
        tell(SCRAPE, 100_000);
        tell(SENDER, LongStream.iterate(0, second -> second + 60).limit(500).toArray());
        tell(SCRAPE, 100_030);

        assertThat(taken).hasSize(502);
        assertThat(takeovers()).isZero();
    }

    @Test
    void weeks_that_come_from_the_newest_back_are_kept_with_all_their_gaps() {
        var week = LongStream.iterate(0, second -> second + 30)
                .limit(600)
                .filter(second -> second % 1_000 > 300)
                .toArray();
        for (var begin : List.of(60_000L, 40_000L, 20_000L, 0L)) {
            tell(SENDER, Arrays.stream(week).map(second -> begin + second).toArray());
        }

        assertThat(taken).hasSize(4 * week.length);
    }

    @Test
    void a_past_that_was_told_is_not_taken_again_from_another() {
        tell(SCRAPE, LongStream.iterate(0, second -> second + 60).limit(500).toArray());
        tell(SENDER, LongStream.iterate(20, second -> second + 60).limit(500).toArray());

        assertThat(taken).hasSize(500);
    }

    @Test
    void an_outage_of_the_preferred_one_can_be_filled_later() {
        tell(SCRAPE, 0, 30, 60);
        tell(SCRAPE, 3600, 3630);
        tell(SENDER, 100, 160, 1000, 1030, 3590, 3610);

        assertThat(taken).containsAll(List.of("sender 160", "sender 1000", "sender 1030", "sender 3590"));
        assertThat(taken).doesNotContain("sender 100", "sender 3610");
    }

    @Test
    void units_are_judged_each_by_itself() throws NotTakenException {
        preference.take(new Batch(SCRAPE, List.of(row("GPU-1", 0))));
        preference.take(new Batch(SENDER, List.of(row("GPU-1", 1), row("GPU-2", 2))));

        assertThat(taken).containsExactly("scrape 0", "sender 2");
    }

    @Test
    void units_that_nobody_tells_of_for_a_day_are_forgotten() {
        tell(SCRAPE, 0);
        now = now.plus(Duration.ofHours(25));
        tell(SENDER, 10);
        assertThat(units()).isEqualTo(1);
        now = now.plus(Duration.ofHours(23));
        preferenceTakesAnother();
        assertThat(units()).isEqualTo(2);
        now = now.plus(Duration.ofHours(2));
        preferenceTakesAnother();

        assertThat(units()).isEqualTo(1);
    }

    private double units() {
        return registry.get("gpu.analyzer.units").gauge().value();
    }

    private void preferenceTakesAnother() {
        try {
            preference.take(new Batch(SCRAPE, List.of(row("GPU-2", 0))));
        } catch (NotTakenException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void what_is_not_taken_behind_it_may_be_told_again() {
        var full = new Preference(
                _ -> {
                    throw new NotTakenException("full");
                },
                () -> now,
                new SimpleMeterRegistry());
        assertThatThrownBy(() -> full.take(new Batch(SCRAPE, List.of(row("GPU-1", 0)))))
                .hasMessage("full");
    }
}
