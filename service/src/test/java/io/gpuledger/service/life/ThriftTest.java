package io.gpuledger.service.life;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThriftTest {
    private static final long MIB = 1 << 20;

    @Test
    void a_heap_that_has_doubled_is_looked_at() {
        assertThat(Thrift.isWorthwhile(500 * MIB, 40 * MIB)).isTrue();
        assertThat(Thrift.isWorthwhile(3_000 * MIB, 1_200 * MIB)).isTrue();
    }

    @Test
    void a_small_one_or_one_that_is_needed_is_left_alone() {
        assertThat(Thrift.isWorthwhile(60 * MIB, 0)).isFalse();
        assertThat(Thrift.isWorthwhile(1_500 * MIB, 1_200 * MIB)).isFalse();
    }
}
