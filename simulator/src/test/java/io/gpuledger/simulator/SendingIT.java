package io.gpuledger.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SendingIT {
    /// No program but one of the system may listen there, so that no other story is played.
    private static final String NOBODY = "127.0.0.1:1";

    private final Queue<byte[]> bodies = new ConcurrentLinkedQueue<>();
    private final HttpServer receiver = receiver();
    private volatile int answer = 204;

    private static HttpServer receiver() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void start() {
        receiver.createContext("/", exchange -> {
            bodies.add(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    @Test
    void the_same_seed_sends_the_same_bytes_from_every_process() throws InterruptedException {
        var once = sent("7");

        assertThat(sent("7")).isEqualTo(once).isNotEmpty();
        assertThat(sent("8")).isNotEqualTo(once);
    }

    @Test
    void whoever_refuses_it_for_good_is_quoted() throws InterruptedException {
        answer = 413;

        try (var history = history("7")) {
            assertThat(history.exitCode()).isOne();
            assertThat(history.output()).contains("/ refuses with status 413");
        }
    }

    /// Two requests are sent at a time, so they come in no order.
    private List<String> sent(String seed) throws InterruptedException {
        bodies.clear();
        try (var history = history(seed)) {
            assertThat(history.exitCode()).as(history.output()).isZero();
        }
        return bodies.stream().map(HexFormat.of()::formatHex).sorted().toList();
    }

    private RunningProgram history(String seed) {
        return new PackagedProgram("gpu-simulator")
                .start(
                        "history",
                        "--listen=" + NOBODY,
                        "--to=http://127.0.0.1:" + receiver.getAddress().getPort() + "/",
                        "--nodes=10",
                        "--seed=" + seed,
                        "--today=2026-03-02",
                        "--days=1",
                        "--until=2026-03-02T00:00:00Z",
                        "--step=10m",
                        "--metrics=.*",
                        "--failing-scrapes=9");
    }
}
