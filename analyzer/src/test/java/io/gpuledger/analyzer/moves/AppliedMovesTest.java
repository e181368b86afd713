package io.gpuledger.analyzer.moves;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The short form of what `measure.sh moves` does.
@Timeout(300)
class AppliedMovesTest {
    @Test
    void each_list_makes_room_and_breaks_no_budget() {
        var result = AppliedMoves.run(60);
        System.out.println(result);
        assertThat(result.lengths().keySet()).hasSizeGreaterThan(2);
        assertThat(result.smallest()).isPositive();
    }
}
