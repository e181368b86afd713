package io.gpuledger.analyzer.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {
    private static final int FOUR = 4 * BodyBudget.PIECE;

    private final BodyBudget budget = new BodyBudget(FOUR + 1, Duration.ZERO);

    @Test
    void long_bodies_together_take_no_more_than_there_is() throws Exception {
        budget.grow(0, 3 * BodyBudget.PIECE);
        assertThatThrownBy(() -> budget.grow(BodyBudget.PIECE, FOUR))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.again()).hasValue(Duration.ofSeconds(1)))
                .hasMessageContaining("remote-write-max-body");

        budget.leave(3 * BodyBudget.PIECE);
        budget.grow(BodyBudget.PIECE, FOUR);
    }

    @Test
    void a_short_body_needs_nothing_of_it() throws Exception {
        budget.grow(0, FOUR + 1);
        budget.grow(0, BodyBudget.PIECE);
    }

    @Test
    void the_longest_body_that_is_allowed_fits_in() throws Exception {
        for (var longest : new int[] {1_024, 65_535, 65_536, 100_000, 8 << 20}) {
            new BodyBudget(longest + 1L, Duration.ZERO).grow(0, longest + 1);
        }
    }
}
