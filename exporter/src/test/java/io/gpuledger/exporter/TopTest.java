package io.gpuledger.exporter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.top.Top;
import io.gpuledger.exporter.top.Top.Surroundings;
import io.gpuledger.exporter.top.TopSettings;
import io.gpuledger.exporter.top.TopSettings.Coloring;
import io.gpuledger.exporter.top.page.MetricsPage;
import io.gpuledger.exporter.top.screen.Sort;
import io.gpuledger.exporter.top.source.CannotReadException;
import io.gpuledger.exporter.top.source.HttpSource;
import io.gpuledger.exporter.top.source.Source;
import io.gpuledger.exporter.top.source.SourceSettings;
import io.gpuledger.exporter.top.source.SourceSettings.Login;
import io.gpuledger.gate.FreePort;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.settings.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/// What `top` prints, and where it reads.
class TopTest {
    private static final Surroundings PIPE = new Surroundings(false, Map.of("TERM", "xterm"));

    /// Pages that were read before; after the last one nobody answers.
    private record Played(Queue<MetricsPage> pages) implements Source {
        @Override
        public MetricsPage page() {
            return Optional.ofNullable(pages.poll())
                    .orElseThrow(() -> new CannotReadException("nobody answers", "start it"));
        }

        @Override
        public String name() {
            return LookedAt.SOURCE;
        }

        @Override
        public void close() {
            pages.clear();
        }
    }

    private static Source pages(int count) throws InterruptedException {
        var pages = new ArrayDeque<MetricsPage>();
        try (var node = new LookedAt(Scenario.builtIn("lost"), LookedAt.exclusive("vision", "train-0"))) {
            node.node().run(40);
            for (var each = 0; each < count; each++) {
                pages.add(node.next());
            }
        }
        return new Played(pages);
    }

    private static TopSettings settings(boolean json, Coloring color) {
        return new TopSettings(true, json, Duration.ofMillis(1), color, Sort.GPU, "", false);
    }

    private static String printed(Source source, TopSettings settings, Surroundings around)
            throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var clock = InstantSource.fixed(LookedAt.NOW);
        new Top(settings, source, clock, ZoneOffset.UTC, new PrintStream(out, true, UTF_8), around).run();
        return out.toString(UTF_8);
    }

    @Test
    void colours_are_for_terminals_that_have_them_and_for_who_insists() throws InterruptedException {
        var terminal = new Surroundings(true, Map.of("TERM", "xterm"));
        var noColor = new Surroundings(true, Map.of("TERM", "xterm", "NO_COLOR", "1"));
        var dumb = new Surroundings(true, Map.of("TERM", "dumb"));
        assertThat(printed(pages(2), settings(false, Coloring.AUTO), terminal)).contains("\u001b[1;31m");
        assertThat(printed(pages(2), settings(false, Coloring.ALWAYS), PIPE)).contains("\u001b[1;31m");
        assertThat(printed(pages(2), settings(false, Coloring.NEVER), terminal)).doesNotContain("\u001b");
        for (var plain : List.of(PIPE, noColor, dumb)) {
            assertThat(printed(pages(2), settings(false, Coloring.AUTO), plain)).doesNotContain("\u001b");
        }
    }

    @Test
    void what_stops_answering_between_two_looks_is_told() throws InterruptedException {
        assertThat(printed(pages(1), settings(false, Coloring.AUTO), PIPE))
                .contains("No answer since 14:03:22 (nobody answers)", "vision/train-0/main");
        assertThat(printed(pages(1), settings(true, Coloring.AUTO), PIPE)).contains("\"error\":\"nobody answers\"}");
    }

    @Test
    void where_nobody_answers_at_first_it_does_not_start() {
        assertThatThrownBy(() -> printed(pages(0), settings(false, Coloring.AUTO), PIPE))
                .isInstanceOf(CannotStartException.class)
                .hasMessage("cannot read http://127.0.0.1:9400/metrics: nobody answers; start it");
    }

    /// Serves one page to who knows the password.
    private static HttpServer guarded() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            var isKnown = List.of("Basic bWU6c2VjcmV0")
                    .equals(exchange.getRequestHeaders().get("Authorization"));
            var page = "gpu_info{uuid=\"GPU-1\",gpu=\"0\"} 1\n".getBytes(UTF_8);
            exchange.sendResponseHeaders(isKnown ? 200 : 401, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static HttpSource source(int port, String path, Optional<Login> login) {
        var url = URI.create("http://127.0.0.1:%d%s".formatted(port, path));
        return new HttpSource(new SourceSettings(url, login, List.of()));
    }

    @Test
    void an_exporter_with_users_is_told_who_asks_and_its_refusals_say_what_to_do() throws IOException {
        var server = guarded();
        var port = server.getAddress().getPort();
        try {
            var known = Optional.of(new Login("me", Secret.of("secret")));
            assertThat(source(port, "/metrics", known).page().family("gpu_info"))
                    .hasSize(1);
            assertThatThrownBy(() -> source(port, "/metrics", Optional.empty()).page())
                    .isInstanceOfSatisfying(
                            CannotReadException.class,
                            e -> assertThat(e.remedy()).isEqualTo("give --user and --password-file"));
            assertThatThrownBy(() -> source(port, "/other", known).page())
                    .isInstanceOfSatisfying(
                            CannotReadException.class,
                            e -> assertThat(e.why() + "; " + e.remedy())
                                    .isEqualTo("it answers with status 404; name with --url the page that Prometheus"
                                            + " scrapes"));
        } finally {
            server.stop(0);
        }
        assertThatThrownBy(() ->
                        source(FreePort.find(), "/metrics", Optional.empty()).page())
                .hasMessage("nobody answers");
    }
}
