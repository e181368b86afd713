package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Machine;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh weekly`: times are asked, and not asserted.
class WeeklyTest {
    @Test
    void the_weekly_answer_is_that_of_a_recount_by_the_second() throws Exception {
        var weekly = new Weekly(1, 120, 3);
        var result = weekly.result();
        System.out.print(weekly.text(Machine.here().text(), result));
        assertThat(result.sums()).isGreaterThan(10);
        assertThat(result.off()).isZero();
    }
}
