package io.gpuledger.analyzer.store.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void each_wait_is_longer_up_to_a_limit_and_never_quite_the_same() {
        var backoff = Backoff.usual(new Random(1));

        assertThat(backoff.after(1)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        assertThat(backoff.after(3)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
        assertThat(backoff.after(1_000)).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
    }
}
