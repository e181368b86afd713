package io.gpuledger.analyzer.report.letter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.advice.Advice.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChoiceTest {
    @Test
    void what_saves_money_and_no_time_is_among_the_biggest_fixes_and_says_how_much() {
        var cheaper = FixedAdvice.advice(FixedAdvice.TRAIN, Kind.SMALLER_GPU, 0, Map.of("EUR", 120_000_000L));
        var shorter = FixedAdvice.advice(FixedAdvice.NOTEBOOK, Kind.STOP, 10, Map.of("EUR", 20_000_000L));

        var choice = Choice.of(List.of(shorter, cheaper));

        assertThat(choice.biggest()).containsExactly(cheaper, shorter);
        assertThat(Words.saving(cheaper.saving())).isEqualTo("Saves EUR 120.00 a week.");
    }

    @Test
    void what_saves_nothing_that_is_known_comes_further_down() {
        var tune = FixedAdvice.advice(FixedAdvice.TRAIN, Kind.TUNE, 0, Map.of());

        assertThat(Choice.of(List.of(tune)).biggest()).isEmpty();
        assertThat(Choice.of(List.of(tune)).others()).containsExactly(tune);
        assertThat(Words.saving(tune.saving())).isEmpty();
    }

    @Test
    void of_a_workload_only_the_best_is_among_the_biggest() {
        var best = FixedAdvice.advice(FixedAdvice.TRAIN, Kind.STOP, 10, Map.of());
        var other = FixedAdvice.advice(FixedAdvice.TRAIN, Kind.SHARE, 5, Map.of());

        assertThat(Choice.of(List.of(other, best)).biggest()).containsExactly(best);
        assertThat(Choice.of(List.of(other, best)).others()).containsExactly(other);
    }
}
