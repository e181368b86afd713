package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh pending`: times are asked, and not asserted.
class WaitingTest {
    @Test
    void who_waits_is_read_and_judged() throws Exception {
        try (var test = TestDatabase.plain()) {
            var result = new Waiting(test, 40, 300, 20).measure();
            assertThat(result.waiting()).isEqualTo(20);
            assertThat(result.blockers())
                    .containsOnlyKeys(
                            Blocker.SKU, Blocker.CAPACITY, Blocker.FRAGMENTATION, Blocker.NEVER, Blocker.NONE);
        }
    }
}
