package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SplitTest {
    @Test
    void a_part_of_an_amount_is_rounded_down() {
        assertThat(Split.part(10, 2, 3)).isEqualTo(6);
        assertThat(Split.part(0, 2, 3)).isZero();
    }

    /// An hour has 3,600,000,000 microseconds, and of replicas of one minute and of another there may be millions.
    @Test
    void a_part_of_a_large_amount_is_exact() {
        var hour = 3_600_000_000L * 62_475_000;

        assertThat(Split.part(hour, 62_475_000 / 3, 62_475_000)).isEqualTo(hour / 3);
        assertThat(Split.part(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(Split.part(1L << 62, 2, 4)).isEqualTo(1L << 61);
    }
}
