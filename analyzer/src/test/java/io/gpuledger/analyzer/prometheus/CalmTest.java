package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CalmTest {
    private long seconds;
    private final Calm calm = new Calm(Duration.ofSeconds(10), () -> seconds * 1_000_000_000);

    private boolean look(long at, boolean isSo) {
        seconds = at;
        return calm.look(isSo);
    }

    @Test
    void what_is_so_for_a_moment_is_not_believed() {
        assertThat(look(0, true)).isFalse();
        assertThat(look(9, true)).isFalse();
    }

    @Test
    void what_is_so_for_long_enough_is_believed() {
        look(0, true);

        assertThat(look(10, true)).isTrue();
    }

    @Test
    void one_look_that_finds_it_otherwise_begins_anew() {
        look(0, true);
        look(5, false);

        assertThat(look(10, true)).isFalse();
        assertThat(look(19, true)).isFalse();
        assertThat(look(20, true)).isTrue();
    }
}
