package io.gpuledger.analyzer.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpuledger.analyzer.ledger.State;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FunnelTest {
    /// 100 GPUs for an hour, in minutes.
    private static final Funnel FLEET = new Funnel(List.of(
            part(State.UNHEALTHY, "gpu_lost", 300),
            part(State.UNHEALTHY, "stuck", 60),
            part(State.UNOBSERVED, "silent", 240),
            part(State.STRANDED, "host_cpu", 600),
            part(State.FREE, "", 1_200),
            part(State.STARTING, "", 100),
            part(State.IDLE, "", 900),
            part(State.UNDERUSED, "", 1_000),
            part(State.USED, "", 1_600)));

    private static Part part(State state, String cause, long minutes) {
        return new Part(
                state,
                Optional.of(cause).filter(text -> !text.isEmpty()),
                minutes * 60_000,
                new TreeMap<>(Map.of("USD", minutes * 1_000)));
    }

    private static List<Long> minutes(Funnel funnel) {
        return funnel.steps().stream().map(step -> step.millis() / 60_000).toList();
    }

    @Test
    void each_stage_has_what_a_hand_table_says() {
        assertThat(minutes(FLEET)).containsExactly(6_000L, 5_400L, 3_600L, 2_600L, 1_600L);
        assertThat(FLEET.steps().getFirst().losses())
                .extracting(loss -> loss.cause().orElse(""))
                .containsExactly("gpu_lost", "silent", "stuck");
        assertThat(FLEET.steps().get(2).losses()).extracting(Part::state).containsExactly(State.IDLE, State.STARTING);
        assertThat(FLEET.steps().getLast().losses()).isEmpty();
    }

    @Test
    void the_factors_are_those_of_the_hand_table() {
        var factors = FLEET.factors();
        assertThat(factors.heldOfCapacity()).hasValue(new BigDecimal("0.600000"));
        assertThat(factors.activeOfHeld()).hasValue(new BigDecimal("0.722222"));
        assertThat(factors.intensity()).hasValue(new BigDecimal("0.615385"));
        assertThat(factors.product()).hasValue(new BigDecimal("0.266667"));
    }

    @Test
    void a_fleet_in_which_nothing_was_held_has_no_factor_of_that() {
        var factors = new Funnel(List.of(part(State.FREE, "", 60))).factors();
        assertThat(factors.heldOfCapacity()).hasValue(new BigDecimal("0.000000"));
        assertThat(factors.activeOfHeld()).isEmpty();
        assertThat(factors.intensity()).isEmpty();
        assertThat(new Funnel(List.of()).factors().product()).isEmpty();
    }

    @Test
    void a_factor_is_never_more_than_one() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Factors(10, 11, 5, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Factors(10, 9, 5, 6));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void stages_and_losses_of_any_fleet_add_up_and_the_factors_multiply(long seed) {
        var random = new Random(seed);
        for (var round = 0; round < 500; round++) {
            var funnel = drawn(random);
            var steps = funnel.steps();
            var all = funnel.parts().stream().mapToLong(Part::millis).sum();

            assertThat(steps.getFirst().millis()).isEqualTo(all);
            for (var i = 1; i < steps.size(); i++) {
                assertThat(steps.get(i).millis() + steps.get(i - 1).lost())
                        .isEqualTo(steps.get(i - 1).millis());
            }
            assertThat(steps.getLast().millis()
                            + steps.stream().mapToLong(Funnel.Step::lost).sum())
                    .isEqualTo(all);
            multiply(funnel.factors());
        }
    }

    private static void multiply(Factors factors) {
        if (factors.intensity().isPresent()) {
            var product = factors.heldOfCapacity()
                    .orElseThrow()
                    .multiply(factors.activeOfHeld().orElseThrow())
                    .multiply(factors.intensity().orElseThrow());
            assertThat(product.subtract(factors.product().orElseThrow()).abs()).isLessThan(new BigDecimal("0.000003"));
        }
    }

    private static Funnel drawn(Random random) {
        var parts = new ArrayList<Part>();
        for (var state : State.ALL) {
            for (var cause = 0; cause < random.nextInt(3); cause++) {
                parts.add(part(state, "cause_" + cause, random.nextInt(10_000)));
            }
        }
        return new Funnel(parts);
    }
}
