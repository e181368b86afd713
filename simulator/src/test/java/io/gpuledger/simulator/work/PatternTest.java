package io.gpuledger.simulator.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.simulator.story.Activity;
import io.gpuledger.simulator.story.Load;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PatternTest {
    private static final long BEGIN = 1_800_000L * 3600;
    private static final long DAY = 86_400;

    @ParameterizedTest
    @EnumSource
    void nobody_works_more_than_there_is_and_the_same_second_is_always_the_same(Pattern pattern) {
        var one = pattern.from(BEGIN, 5, 1);
        var same = pattern.from(BEGIN, 5, 1);
        LongStream.range(BEGIN, BEGIN + DAY).forEach(second -> {
            var load = one.at(second);
            assertThat(Stream.of(
                            load.engine(),
                            load.sm(),
                            load.tensor(),
                            load.dram(),
                            load.memory(),
                            load.pcie(),
                            load.nvlink()))
                    .allSatisfy(part -> assertThat(part).isBetween(0, Load.ALL));
            assertThat(load.sm()).isLessThanOrEqualTo(load.engine());
            assertThat(same.at(second)).isEqualTo(load);
        });
        assertThat(sum(one, 0, 24)).isNotEqualTo(sum(pattern.from(BEGIN, 6, 1), 0, 24));
    }

    @ParameterizedTest
    @EnumSource
    void those_who_share_a_unit_never_work_more_than_it_has(Pattern pattern) {
        var quarter = pattern.from(BEGIN, 5, 4);
        LongStream.range(BEGIN, BEGIN + DAY)
                .forEach(second -> assertThat(quarter.at(second).sm()).isLessThanOrEqualTo(Load.ALL / 4));
    }

    @Test
    void serving_has_more_to_do_in_the_afternoon_than_at_night() {
        var serving = Pattern.SERVING.from(BEGIN, 1, 1);
        assertThat(sum(serving, 13, 15)).isGreaterThan(4 * sum(serving, 1, 3));
    }

    @Test
    void what_hangs_looks_busy_and_does_nothing() {
        var hung = Pattern.HUNG.from(BEGIN, 1, 1).at(BEGIN + 7_000);
        assertThat(hung.engine()).isEqualTo(Load.ALL);
        assertThat(hung.sm()).isLessThan(10);
    }

    @Test
    void a_notebook_is_quiet_for_hours_and_works_now_and_then() {
        var notebook = Pattern.NOTEBOOK.from(BEGIN, 1, 1);
        var quietHours = LongStream.range(0, 24)
                .filter(hour -> sum(notebook, hour, hour + 1) == 0)
                .count();
        assertThat(quietHours).isBetween(4L, 20L);
    }

    private static long sum(Activity activity, long fromHour, long toHour) {
        return LongStream.range(BEGIN + fromHour * 3600, BEGIN + toHour * 3600)
                .map(second -> activity.at(second).sm())
                .sum();
    }
}
