package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The short form of `measure.sh any-order`.
class AnyOrderTest {
    /// Of these fleets some rows come late that are of the time soon after hours that have been settled.
    private static final long FIRST = 9;

    @Test
    void books_are_the_same_in_whatever_order_facts_come_and_when_they_are_made_again() throws Exception {
        var result = new AnyOrder(FIRST, 4).measure();
        assertThat(result.differences()).isEmpty();
        assertThat(result.recomputed()).isEmpty();
        assertThat(result.entries()).isGreaterThan(1_000);
        assertThat(result.hours())
                .containsKeys("used | ", "idle | ", "free | ", "stranded | host_cpu", "stranded | fragmented");
    }
}
