package io.gpuledger.analyzer.store.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.samples.UnitDraft.Held;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.gpuledger.analyzer.time.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class UnitDraftTest {
    private static final Holder TRAIN = new Holder("team", "train", "main", Optional.empty());
    private static final Holder SERVE = new Holder("team", "serve", "main", Optional.empty());
    private static final Values BUSY = Values.of(Field.UTILIZATION_RATIO.bit(), new double[] {0.5});

    private final UnitDraft draft = new UnitDraft();

    @Test
    void what_three_tables_say_of_an_instant_is_one_row() {
        draft.sampled(1_000, BUSY);
        draft.held(1_000, held(1));
        draft.held(1_000, held(2));
        draft.counted(1_000, new XidCount(31, 2));

        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.values()).isEqualTo(BUSY);
            assertThat(row.holdings()).extracting(Holding::holder).containsExactly(TRAIN, SERVE);
            assertThat(row.xids()).containsExactly(new XidCount(31, 2));
        });
    }

    @Test
    void an_instant_of_which_only_a_holder_or_an_xid_was_told_is_a_row_without_values() {
        draft.held(2_000, held(1));
        draft.sampled(1_000, BUSY);
        draft.counted(3_000, new XidCount(31, 2));

        assertThat(rows()).extracting(Row::millis).containsExactly(1_000L, 2_000L, 3_000L);
        assertThat(rows()).extracting(Row::values).containsExactly(BUSY, Values.NONE, Values.NONE);
        assertThat(rows()).extracting(row -> row.holdings().size()).containsExactly(0, 1, 0);
    }

    @Test
    void who_holds_it_is_told_anew_of_each_instant() {
        for (var millis = 1_000; millis <= 5_000; millis += 1_000) {
            draft.sampled(millis, BUSY);
        }
        draft.held(1_000, held(1));
        draft.held(2_000, held(1));
        draft.held(4_000, held(2));
        draft.held(5_000, held(1));

        assertThat(rows())
                .extracting(row -> row.holdings().stream().map(Holding::holder).toList())
                .containsExactly(List.of(TRAIN), List.of(TRAIN), List.of(), List.of(SERVE), List.of(TRAIN));
    }

    private List<Row> rows() {
        var unit = Timeline.always(Unit.of(new UnitId("here", "GPU-1", Optional.empty()), "node-1"));
        return draft.rows(unit, Map.of(1, TRAIN, 2, SERVE));
    }

    private static Held held(int holder) {
        return new Held(holder, Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    }
}
