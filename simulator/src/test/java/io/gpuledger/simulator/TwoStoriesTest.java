package io.gpuledger.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import io.gpuledger.service.Program;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One simulator plays a story, and one sends a past.
@Timeout(120)
class TwoStoriesTest {
    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer receiver;
    private AutoCloseable serving;
    private int port;

    @BeforeEach
    void start() throws Exception {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            try (exchange) {
                requests.incrementAndGet();
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(204, -1);
            }
        });
        receiver.start();
        var reloads = new Reloads(Duration.ZERO, InstantSource.system());
        serving = Main.start(settings("serve", "--nodes=2", "--days=1"), reloads);
    }

    @AfterEach
    void stop() throws Exception {
        serving.close();
        receiver.stop(0);
    }

    private Settings settings(String command, String... more) {
        var arguments = Stream.concat(
                        Stream.of(command, "--listen=127.0.0.1:" + port, "--today=2026-03-02"), Stream.of(more))
                .toArray(String[]::new);
        var run = (Invocation.Run) Invocation.of(Program.complete(Main.DECLARATION), Map.of(), arguments);
        return run.settings();
    }

    private Settings history(String... more) {
        return settings(
                "history",
                Stream.concat(
                                Stream.of(
                                        "--to=http://127.0.0.1:"
                                                + receiver.getAddress().getPort() + "/",
                                        "--nodes=2",
                                        "--until=2026-03-02T00:00:00Z",
                                        "--step=10m"),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    @Test
    void the_past_of_the_story_that_is_played_is_sent() throws InterruptedException {
        assertThat(Main.history(history("--days=1"))).isZero();
        assertThat(requests.get()).isPositive();
    }

    @Test
    void that_of_another_story_is_refused_before_anything_is_sent() throws IOException {
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> Main.history(history("--days=2", "--past=1")))
                .withMessageContaining("from 2026-03-01T00:00:00Z")
                .withMessageContaining("from 2026-02-28T00:00:00Z");
        assertThat(requests.get()).isZero();
    }
}
