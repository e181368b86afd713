package io.gpuledger.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.http.Readiness.NotReady;
import io.gpuledger.service.http.Readiness.Ready;
import io.gpuledger.service.life.Heartbeat;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthRoutesTest {
    private final AtomicReference<Readiness> readiness = new AtomicReference<>(new NotReady("no GPU was read yet"));
    private final Exchange http = new Exchange(new HealthRoutes(readiness::get)::add);

    @AfterEach
    void stop() {
        http.close();
    }

    @Test
    void a_process_that_runs_is_alive() throws IOException, InterruptedException {
        var answer = http.ask("GET", "/healthz");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ok\n");
    }

    @Test
    void a_program_that_is_not_ready_says_why() throws IOException, InterruptedException {
        var answer = http.ask("GET", "/readyz");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("not ready: no GPU was read yet\n");
    }

    @Test
    void a_program_of_which_a_thread_hangs_is_not_ready() throws IOException, InterruptedException {
        readiness.set(new Ready("8 GPUs are read"));
        var nanos = new AtomicLong();
        var heartbeat = new Heartbeat("sampler", Duration.ofSeconds(1), nanos::get);
        try (var other = new Exchange(new HealthRoutes(readiness::get, List.of(heartbeat))::add)) {
            assertThat(other.ask("GET", "/readyz").statusCode()).isEqualTo(200);
            nanos.set(Duration.ofSeconds(5).toNanos());

            var answer = other.ask("GET", "/readyz");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).startsWith("not ready: the thread sampler has not come round for 5 s;");
        }
    }

    @Test
    void a_program_that_becomes_ready_says_so() throws IOException, InterruptedException {
        readiness.set(new Ready("8 GPUs are read"));

        var answer = http.ask("GET", "/readyz");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ready: 8 GPUs are read\n");
    }
}
