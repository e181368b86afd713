package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerSettings;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.RawServer;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WayFinderTest {
    private static final String NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    private static final String BUSY = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n";
    private static final String PROXY = RawServer.page("<html><body>Sign in</body></html>");
    private static final String NO_SERIES =
            RawServer.page("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}");

    private final List<String> asked = new ArrayList<>();

    /// Returns what is found where the paths that are told begin with these words have these answers.
    private Way find(Map<String, String> answers) throws IOException, PeerException, InterruptedException {
        try (var server = new RawServer((request, out) -> {
            var path = request.head().split(" ", 3)[1];
            asked.add(path);
            return RawServer.say(out, answers.getOrDefault(path, NOT_FOUND));
        })) {
            var settings = new PeerSettings(
                    URI.create("http://127.0.0.1:" + server.port()),
                    Map.of(),
                    Duration.ofSeconds(10),
                    Credentials.NONE,
                    TlsFiles.NONE);
            try (var peer = new Peer(settings, Timekeeper.system())) {
                return WayFinder.find(peer, 1_790_000_000_000L);
            }
        }
    }

    @Test
    void a_server_that_knows_range_selectors_alone_is_read_by_them() throws Exception {
        assertThat(find(Map.of("/api/v1/query", NO_SERIES))).isEqualTo(Way.QUERY);
        assertThat(asked).containsExactly("/api/v1/read", "/api/v1/export", "/api/v1/query");
    }

    @Test
    void a_page_that_is_no_answer_is_no_way() throws Exception {
        assertThat(find(Map.of("/api/v1/read", PROXY, "/api/v1/export", PROXY, "/api/v1/query", NO_SERIES)))
                .isEqualTo(Way.QUERY);
    }

    @Test
    void a_server_that_is_busy_is_asked_again_and_not_by_a_lesser_way() {
        assertThatThrownBy(() -> find(Map.of("/api/v1/read", BUSY, "/api/v1/query", NO_SERIES)))
                .hasMessageContaining("it answers 503");
        assertThat(asked).containsExactly("/api/v1/read");
    }

    @Test
    void where_there_is_no_way_each_is_named_with_what_was_answered() {
        assertThatThrownBy(() -> find(Map.of("/api/v1/read", PROXY)))
                .hasMessageContaining("--prometheus-way names one")
                .hasMessageContaining("REMOTE_READ: its answer is bad")
                .hasMessageContaining("QUERY: it answers 404");
    }
}
