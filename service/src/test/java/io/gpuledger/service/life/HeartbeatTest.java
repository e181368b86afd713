package io.gpuledger.service.life;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
    private final Heartbeat heartbeat = new Heartbeat("worker", Duration.ofSeconds(60), nanos::get);

    @Test
    void a_thread_that_has_not_come_round_for_too_long_is_named() {
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(heartbeat.trouble()).isEmpty();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(heartbeat.trouble())
                .hasValue("the thread worker has not come round for 61 s; a thread dump (jstack) shows where it is");
    }

    @Test
    void a_thread_that_comes_round_again_is_well_again() {
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        heartbeat.beat();
        assertThat(heartbeat.trouble()).isEmpty();
    }
}
