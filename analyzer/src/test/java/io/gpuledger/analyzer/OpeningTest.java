package io.gpuledger.analyzer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.access.Right;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.web.api.Door;
import io.gpuledger.service.Program;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.reload.ReloadState;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The access file, as it changes while the analyzer runs.
@Timeout(120)
class OpeningTest {
    private static final Token TOKEN = new Token("some-token");
    private static final String ROLE =
            "tokens: [{name: some, sha256: " + TOKEN.hash().hex() + ", role: %s}]";

    @TempDir
    Path folder;

    private final InstantSource clock = InstantSource.system();
    private final Reloads reloads = new Reloads(Duration.ofMillis(10), clock).start();
    private final Parts parts = new Parts();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Database away = FixedBooks.away();
    private Path file;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        file = Files.writeString(folder.resolve("access.yml"), ROLE.formatted("writer"));
        var settings = settings("--listen=127.0.0.1:0", "--access-file=" + file);
        var opening = new Opening(parts, settings, reloads, away, clock, new SimpleMeterRegistry());
        server = parts.add(HttpServer.start(
                Main.HTTP.in(settings),
                reloads,
                opening.gate(),
                routing -> routing.get("/ball", Door.of(Right.READ, (_, response) -> response.send("round")))));
    }

    @AfterEach
    void close() {
        client.close();
        parts.close();
        reloads.close();
        away.close();
    }

    private static Settings settings(String... flags) {
        return ((Invocation.Run) Invocation.of(Program.complete(Main.DECLARATION), Map.of(), flags)).settings();
    }

    private int status() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/ball".formatted(server.port())))
                .header("Authorization", "Bearer " + TOKEN.reveal())
                .build();
        return client.send(request, BodyHandlers.ofString()).statusCode();
    }

    /// What is written bit by bit may be read meanwhile.
    private void replace(String text) throws IOException {
        var other = Files.writeString(folder.resolve("other.yml"), text);
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void await(Predicate<ReloadState> state) {
        while (!state.test(Objects.requireNonNull(reloads.states().get("access-file")))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void a_changed_file_is_in_force_and_a_bad_one_changes_nothing() throws IOException, InterruptedException {
        assertThat(status()).isEqualTo(403);
        var begun = reloads.states().get("access-file");
        replace(ROLE.formatted("viewer"));
        await(state -> state.lastSuccess().isAfter(Objects.requireNonNull(begun).lastSuccess()));
        assertThat(status()).isEqualTo(200);
        replace(ROLE.formatted("king"));
        await(state -> !state.success());
        assertThat(status()).isEqualTo(200);
        replace("");
        await(ReloadState::success);
        assertThat(status()).as("an emptied file lets nobody in").isEqualTo(401);
    }

    @Test
    void settings_that_do_not_go_together_are_refused() {
        assertThatThrownBy(() -> Checking.look(settings("--token-review")))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("token-review: needs --access-file");
        assertThatThrownBy(() -> Checking.look(settings("--access-file=" + file, "--token-review-audience=x")))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("token-review-audience: needs --token-review");
    }

    @Test
    void a_token_is_printed_once_with_its_line() {
        var out = new ByteArrayOutputStream();
        TokenMaking.run(settings("token", "--token-name=prometheus"), new PrintStream(out, true, UTF_8));
        var lines = out.toString(UTF_8).lines().toList();
        assertThat(lines.getFirst()).matches("[\\w-]{43}");
        assertThat(lines.getLast())
                .isEqualTo("#   - {name: \"prometheus\", sha256: %s, role: viewer}"
                        .formatted(new Token(lines.getFirst()).hash().hex()));
        assertThatThrownBy(() -> TokenMaking.run(settings("token"), System.out))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("--token-name=prometheus");
    }
}
