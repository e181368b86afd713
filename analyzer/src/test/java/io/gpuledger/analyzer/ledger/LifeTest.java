package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Life;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.Values;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LifeTest {
    private static final double START = 1_790_000_000;

    /// Read so many seconds after the first start.
    private static Row row(long second, Map<Field, Double> values) {
        var sorted = new TreeMap<>(values);
        var said = sorted.keySet().stream().mapToLong(Field::bit).reduce(0, (one, other) -> one | other);
        var packed = sorted.values().stream().mapToDouble(value -> value).toArray();
        var millis = 1000 * (Math.round(START) + second);
        return new Row(Unit.of(Tale.GPU, "node"), millis, Values.of(said, packed), List.of(), List.of());
    }

    private static Row row(long second, double observed) {
        return row(second, Map.of(Field.OBSERVED_SECONDS, observed));
    }

    /// @param start after the first
    private static Row row(long second, double observed, double start) {
        return row(second, Map.of(Field.OBSERVED_SECONDS, observed, Field.STARTED_SECONDS, START + start));
    }

    @Test
    void who_started_meanwhile_is_another_however_far_it_has_counted() {
        assertThat(Life.isNew(row(60, 60, 0), row(600, 500, 100))).isTrue();
        assertThat(Life.isNew(row(60, 60, 0), row(600, 600, 0))).isFalse();
    }

    @Test
    void a_start_that_wobbles_is_the_same() {
        assertThat(Life.isNew(row(60, 60, -1), row(90, 90, 1))).isFalse();
        assertThat(Life.isNew(row(60, 60, 1), row(90, 90, -1))).isFalse();
    }

    @Test
    void counters_that_went_back_are_those_of_another_life_whatever_it_says_of_its_start() {
        assertThat(Life.isNew(row(60, 60), row(90, 20))).isTrue();
        assertThat(Life.isNew(row(60, 60, 0), row(90, 20, 0))).isTrue();
        assertThat(Life.isNew(row(60, 60), row(90, 90))).isFalse();
    }

    @Test
    void where_only_one_of_them_tells_its_start_nothing_is_known() {
        assertThat(Life.isNew(row(60, 60), row(600, 500, 100))).isFalse();
        assertThat(Life.isNew(row(60, 60, 0), row(600, 500))).isFalse();
    }

    @Test
    void who_has_seen_more_than_the_time_since_has_but_set_its_clock() {
        assertThat(Life.isNew(row(3600, 3600, 0), row(3630, 3630, -120))).isFalse();
        assertThat(Life.isNew(row(3600, 3600, 0), row(3630, 3630, 3625))).isFalse();
    }

    /// Where the scraper's clock is another than the exporter's, a start lies before the reading before it.
    @Test
    void clocks_need_not_agree() {
        assertThat(Life.isNew(row(60, 60, -300), row(600, 500, -200))).isTrue();
    }

    @Test
    void who_does_not_tell_what_it_observed_ends_no_life() {
        assertThat(Life.isNew(row(60, 60, 0), row(600, Map.of(Field.STARTED_SECONDS, START + 100))))
                .isFalse();
    }
}
