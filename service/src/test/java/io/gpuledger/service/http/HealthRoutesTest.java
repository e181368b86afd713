package io.gpuledger.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.http.Readiness.NotReady;
import io.gpuledger.service.http.Readiness.Ready;
import java.io.IOException;
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
        for (var path : new String[] {"/healthz", "/health"}) {
            var answer = http.ask("GET", path);

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("ok\n");
        }
    }

    @Test
    void a_program_that_is_not_ready_says_why() throws IOException, InterruptedException {
        var answer = http.ask("GET", "/readyz");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("not ready: no GPU was read yet\n");
    }

    @Test
    void a_program_that_becomes_ready_says_so() throws IOException, InterruptedException {
        readiness.set(new Ready("8 GPUs are read"));

        var answer = http.ask("GET", "/readyz");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ready: 8 GPUs are read\n");
    }
}
