package io.gpuledger.analyzer.scrape.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.scrape.http.FetchException.Failure;
import io.gpuledger.analyzer.scrape.http.RawServer.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
@SuppressWarnings("StringConcatToTextBlock") // bytes of a protocol, whose line ends are not ours
class PeerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final int LIMIT = 200_000;

    @TempDir
    private Path folder;

    private final ArrayList<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (var one : open.reversed()) {
            one.close();
        }
    }

    private RawServer serve(Answer answer) throws IOException {
        var server = new RawServer(answer);
        open.add(server);
        return server;
    }

    private RawServer serve(String whole) throws IOException {
        return serve((_, out) -> RawServer.say(out, whole));
    }

    private Client client(Credentials credentials) throws IOException {
        return client(new ClientOptions("text/plain", true, credentials, TlsFiles.NONE), 4);
    }

    private Client client(ClientOptions options, int buffers) throws IOException {
        var client = new Client(options, new Buffers(buffers, LIMIT));
        open.add(client);
        return client;
    }

    private Peer peer(RawServer server) throws IOException {
        return peer(server.url("/metrics"), Credentials.NONE);
    }

    private Peer peer(Url url, Credentials credentials) throws IOException {
        var peer = client(credentials).peer(url, "X-Prometheus-Scrape-Timeout-Seconds: 20.0\r\n");
        open.add(peer);
        return peer;
    }

    private static String text(FetchedPage page) {
        return new String(page.bytes(), 0, page.length(), ISO_8859_1);
    }

    private static String get(Peer peer) throws FetchException {
        return peer.<String, RuntimeException>get(PATIENCE, PeerTest::text);
    }

    private static FetchException failure(Peer peer, Duration patience) {
        try {
            peer.<String, RuntimeException>get(patience, PeerTest::text);
            throw new AssertionError("there is a page");
        } catch (FetchException e) {
            return e;
        }
    }

    private static void refuses(RawServer server, Peer peer, Failure failure, String... words) {
        var e = failure(peer, PATIENCE);
        assertThat(e.failure()).as(e.reason()).isEqualTo(failure);
        for (var word : words) {
            assertThat(e.reason()).contains(word);
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void a_page_is_fetched_over_a_connection_that_is_kept() throws Exception {
        var server = serve(RawServer.page("gpu_lost 0\n"));
        var peer = peer(server);

        assertThat(get(peer)).isEqualTo("gpu_lost 0\n");
        assertThat(get(peer)).isEqualTo("gpu_lost 0\n");

        assertThat(server.connections()).isEqualTo(1);
        assertThat(server.heads().getFirst()).isEqualTo("""
            GET /metrics HTTP/1.1
            Host: 127.0.0.1:%d
            User-Agent: gpu-analyzer/unpackaged
            Accept: text/plain
            Accept-Encoding: gzip
            X-Prometheus-Scrape-Timeout-Seconds: 20.0
            """.formatted(server.port()));
    }

    @Test
    void what_is_said_of_the_page_comes_with_it() throws Exception {
        var server = serve("HTTP/1.1 200 OK\r\ncontent-type:application/openmetrics-text\r\n"
                + "DATE: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n\r\nhi");

        var page = peer(server).<FetchedPage, RuntimeException>get(PATIENCE, one -> one);

        assertThat(page.contentType()).isEqualTo("application/openmetrics-text");
        assertThat(page.date()).contains(Instant.parse("1994-11-06T08:49:37Z"));
        assertThat(page.wireBytes()).isEqualTo(2);
    }

    @Test
    void a_page_comes_in_chunks_however_they_are_cut() throws Exception {
        var server = serve("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5;note=x\r\ngpu_l\r\n6\r\nost 0\n\r\n0\r\nTrailer: yes\r\n\r\n");
        var peer = peer(server);

        assertThat(get(peer)).isEqualTo("gpu_lost 0\n");
        assertThat(get(peer)).isEqualTo("gpu_lost 0\n");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void a_page_that_ends_with_its_connection_is_whole() throws Exception {
        var server = serve((_, out) -> {
            RawServer.say(out, "HTTP/1.1 200 OK\r\n\r\ngpu_lost 0\n");
            return false;
        });
        var peer = peer(server);

        assertThat(get(peer)).isEqualTo("gpu_lost 0\n");
        assertThat(get(peer)).isEqualTo("gpu_lost 0\n");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void a_server_of_http_1_0_is_understood() throws Exception {
        var server = serve((_, out) -> {
            RawServer.say(out, "HTTP/1.0 200 OK\nContent-Length: 2\n\nhi");
            return false;
        });

        assertThat(get(peer(server))).isEqualTo("hi");
    }

    @Test
    void a_word_in_between_is_passed_over() throws Exception {
        var server = serve("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + RawServer.page("hi"));

        assertThat(get(peer(server))).isEqualTo("hi");
    }

    @Test
    void a_page_of_any_length_comes_byte_by_byte_or_at_once() throws Exception {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            var body = "x".repeat(random.nextInt(LIMIT));
            var whole = RawServer.page(body).getBytes(ISO_8859_1);
            var cuts = new Random(random.nextLong());
            var server = serve((_, out) -> {
                for (int at = 0; at < whole.length; ) {
                    var length = Math.min(whole.length - at, at < 200 ? 1 : 1 + cuts.nextInt(60_000));
                    out.write(whole, at, length);
                    at += length;
                }
                return true;
            });

            assertThat(get(peer(server))).isEqualTo(body);
        }
    }

    private static byte[] gzip(byte[] text) {
        try (var packed = new ByteArrayOutputStream()) {
            try (var gzip = new GZIPOutputStream(packed)) {
                gzip.write(text);
            }
            return packed.toByteArray();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean sayPacked(OutputStream out, byte[] packed) throws IOException {
        RawServer.say(
                out, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.length + "\r\n\r\n");
        out.write(packed);
        return true;
    }

    @Test
    void a_page_in_gzip_is_unpacked_and_the_connection_stays() throws Exception {
        var body = "gpu_lost 0\n".repeat(10_000);
        var packed = gzip(body.getBytes(ISO_8859_1));
        var server = serve((_, out) -> sayPacked(out, packed));
        var peer = peer(server);

        assertThat(get(peer)).isEqualTo(body);
        assertThat(peer.<Long, RuntimeException>get(PATIENCE, FetchedPage::wireBytes))
                .isEqualTo(packed.length);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void a_page_in_gzip_and_chunks_is_read_to_its_last_chunk() throws Exception {
        var packed = new String(gzip("gpu_lost 0\n".getBytes(ISO_8859_1)), ISO_8859_1);
        var server = serve("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(packed.length()) + "\r\n" + packed + "\r\n0\r\n\r\n");
        var peer = peer(server);

        assertThat(get(peer)).isEqualTo("gpu_lost 0\n");
        assertThat(get(peer)).isEqualTo("gpu_lost 0\n");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void a_bomb_is_put_down_at_the_limit() throws Exception {
        var packed = gzip(new byte[50_000_000]);
        var server = serve((_, out) -> sayPacked(out, packed));

        refuses(server, peer(server), Failure.BODY_LIMIT, "longer than 200000 bytes");
    }

    @Test
    void gzip_that_is_damaged_or_cut_off_is_no_page() throws Exception {
        var packed = gzip("gpu_lost 0\n".repeat(100).getBytes(ISO_8859_1));
        var damaged = packed.clone();
        damaged[packed.length - 6] ^= 1;
        var cut = java.util.Arrays.copyOf(packed, packed.length - 4);

        for (var bad : new byte[][] {damaged, cut, "none".getBytes(ISO_8859_1)}) {
            var server = serve((_, out) -> sayPacked(out, bad));
            refuses(server, peer(server), Failure.BAD_ANSWER);
        }
    }

    @Test
    void a_compression_that_nobody_asked_for_is_no_page() throws Exception {
        var server = serve("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\nhi");

        refuses(server, peer(server), Failure.BAD_ANSWER, "br");
    }

    @Test
    void a_page_that_says_that_it_is_too_long_is_not_begun() throws Exception {
        var server = serve("HTTP/1.1 200 OK\r\nContent-Length: 200001\r\n\r\n");

        refuses(server, peer(server), Failure.BODY_LIMIT, "longer than 200000 bytes");
    }

    @Test
    void a_page_that_does_not_say_that_it_is_too_long_is_put_down() throws Exception {
        var server = serve((_, out) -> {
            RawServer.say(out, "HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                RawServer.say(out, "x".repeat(10_000));
            }
        });

        refuses(server, peer(server), Failure.BODY_LIMIT, "longer than 200000 bytes");
    }

    @Test
    void a_page_that_is_shorter_than_it_says_is_none() throws Exception {
        var server = serve((_, out) -> {
            RawServer.say(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhi");
            return false;
        });

        refuses(server, peer(server), Failure.BAD_ANSWER, "after 2 of 100 bytes");
    }

    @Test
    void a_page_that_is_longer_than_it_says_costs_its_connection() throws Exception {
        var server = serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi, and HTTP/1.1 200 OK\r\n");
        var peer = peer(server);

        assertThat(get(peer)).isEqualTo("hi");
        assertThat(get(peer)).isEqualTo("hi");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void what_comes_unasked_is_no_answer_to_the_next_request() throws Exception {
        var server = serve(RawServer.page("good"));
        var peer = peer(server);
        assertThat(get(peer)).isEqualTo("good");

        server.sayUnasked(RawServer.page("evil"));
        // What was sent comes over loopback before the client is told that it was.
        assertThat(get(peer)).isEqualTo("good");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void two_lengths_that_differ_are_no_answer() throws Exception {
        var server = serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!");

        refuses(server, peer(server), Failure.BAD_ANSWER, "two lengths");
    }

    @Test
    void whoever_does_not_speak_http_is_told_so() throws Exception {
        for (var nonsense : new String[] {
            "SSH-2.0-OpenSSH_9.2\r\n",
            "HTTP/2 200\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nhi\r\n",
            "x".repeat(20_000),
            "HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(10_000)
        }) {
            var server = serve(nonsense);
            refuses(server, peer(server), Failure.BAD_ANSWER);
        }
    }

    @Test
    void random_bytes_never_do_harm() throws Exception {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            var noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            var start = i % 2 == 0 ? "" : "HTTP/1.1 200 OK\r\n";
            var server = serve((_, out) -> {
                RawServer.say(out, start);
                out.write(noise);
                return false;
            });
            try {
                // A line's end may be the first of it, and the rest a page.
                assertThat(get(peer(server))).isNotNull();
            } catch (FetchException e) {
                assertThat(e.failure()).isEqualTo(Failure.BAD_ANSWER);
            }
            server.close();
        }
    }

    @Test
    void a_server_that_is_silent_is_left_in_time() throws Exception {
        var server = serve((request, _) -> request.hang());

        assertThat(failure(peer(server), SHORT).failure()).isEqualTo(Failure.TIMEOUT);
    }

    @Test
    void a_server_that_drips_is_left_in_time_wherever_it_does() throws Exception {
        var drips = new String[] {
            "HTTP/1.1 200 OK\r\nX: " + "x".repeat(10_000),
            "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(100_000),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + "1\r\nx\r\n".repeat(10_000),
            "HTTP/1.1 404 Not Found\r\nContent-Length: 10000\r\n\r\n" + "x".repeat(10_000)
        };
        for (var drip : drips) {
            var server = serve((_, out) -> {
                for (int i = 0; i < drip.length(); i++) {
                    RawServer.say(out, drip.substring(i, i + 1));
                    LockSupport.parkNanos(5_000_000);
                }
                return true;
            });
            var begin = System.nanoTime();

            assertThat(failure(peer(server), SHORT).failure()).isEqualTo(Failure.TIMEOUT);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(SHORT.minusMillis(10), Duration.ofSeconds(15));
        }
    }

    @Test
    void a_connection_that_was_closed_meanwhile_is_made_anew() throws Exception {
        var server = serve(RawServer.page("hi"));
        var peer = peer(server);
        get(peer);

        server.dropConnections();

        assertThat(get(peer)).isEqualTo("hi");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void a_request_is_sent_again_only_where_nothing_of_its_answer_came() throws Exception {
        var server = serve((request, out) -> {
            if (request.number() == 2) {
                RawServer.say(out, "HTTP/1.1 2");
                return false;
            }
            return RawServer.say(out, RawServer.page("hi"));
        });
        var peer = peer(server);
        get(peer);

        refuses(server, peer, Failure.BAD_ANSWER, "middle of the answer");
        assertThat(server.heads()).hasSize(2);
    }

    @Test
    void a_server_that_closes_each_time_is_asked_twice_at_most() throws Exception {
        var server = serve((request, out) -> request.connection() == 1 && RawServer.say(out, RawServer.page("hi")));
        var peer = peer(server);
        get(peer);
        server.dropConnections();

        assertThat(failure(peer, PATIENCE).failure()).isEqualTo(Failure.BAD_ANSWER);
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void another_status_is_no_page_and_the_connection_stays() throws Exception {
        var server = serve((request, out) -> RawServer.say(
                out,
                request.number() == 1
                        ? "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone"
                        : RawServer.page("hi")));
        var peer = peer(server);

        refuses(server, peer, Failure.HTTP_STATUS, "answers 404", "is the path right?");
        assertThat(get(peer)).isEqualTo("hi");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void nobody_who_listens_is_told_as_such() throws Exception {
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        var e = failure(peer(new Url(false, "127.0.0.1", port, "/"), Credentials.NONE), PATIENCE);

        assertThat(e.failure()).isEqualTo(Failure.CONNECT);
        assertThat(e.reason()).contains("127.0.0.1:" + port, "does an exporter listen there?");
    }

    @Test
    void a_name_that_is_unknown_is_told_as_such() throws Exception {
        var e = failure(peer(new Url(false, "no-such-host.invalid", 1, "/"), Credentials.NONE), PATIENCE);

        assertThat(e.failure()).isIn(Failure.CONNECT, Failure.TIMEOUT);
        assertThat(e.reason()).contains("no-such-host.invalid");
    }

    @Test
    void a_name_with_several_addresses_is_tried_at_each() throws Exception {
        var server = serve(RawServer.page("hi"));

        assertThat(get(peer(new Url(false, "localhost", server.port(), "/"), Credentials.NONE)))
                .isEqualTo("hi");
    }

    @Test
    void an_address_of_ip_6_is_written_in_brackets() throws Exception {
        var server = new RawServer(
                new ServerSocket(0, 10, InetAddress.ofLiteral("::1")),
                (_, out) -> RawServer.say(out, RawServer.page("hi")));
        open.add(server);

        assertThat(get(peer(Url.parse("http://[::1]:" + server.port() + "/m"), Credentials.NONE)))
                .isEqualTo("hi");
        assertThat(server.heads().getFirst()).contains("Host: [::1]:" + server.port() + "\n");
    }

    @Test
    void a_redirect_is_followed_over_the_same_connection() throws Exception {
        var server = serve((request, out) -> RawServer.say(
                out,
                request.head().startsWith("GET /metrics ")
                        ? "HTTP/1.1 302 Found\r\nLocation: there?x=1\r\nContent-Length: 0\r\n\r\n"
                        : RawServer.page("hi")));

        assertThat(get(peer(server))).isEqualTo("hi");
        assertThat(server.heads().getLast()).startsWith("GET /there?x=1 ");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void redirects_that_do_not_end_are() throws Exception {
        var server = serve("HTTP/1.1 307 Away\r\nLocation: /metrics\r\nContent-Length: 0\r\n\r\n");

        refuses(server, peer(server), Failure.REDIRECT, "more than 10 times");
        assertThat(server.heads()).hasSize(11);
    }

    @Test
    void a_redirect_to_nowhere_is_no_page() throws Exception {
        for (var location : new String[] {"", "Location: ftp://x/\r\n", "Location: http://a b/\r\n"}) {
            var server = serve("HTTP/1.1 302 Found\r\n" + location + "Content-Length: 0\r\n\r\n");
            refuses(server, peer(server), Failure.REDIRECT);
        }
    }

    @Test
    void credentials_are_shown_to_the_host_that_was_named_and_to_no_other() throws Exception {
        var password = Files.writeString(folder.resolve("password"), "open sesame\n");
        var other = serve("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n");
        var server = serve("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n"
                .formatted(other.port()));
        var peer = peer(server.url("/"), new Credentials.Basic("ali", password));

        assertThat(failure(peer, PATIENCE).reason()).contains("credentials are not shown to another host");
        // printf 'ali:open sesame' | base64
        assertThat(server.heads().getFirst()).contains("Authorization: Basic YWxpOm9wZW4gc2VzYW1l\n");
        assertThat(other.heads().getFirst()).doesNotContain("Authorization");
    }

    @Test
    void a_token_that_cannot_be_read_is_told_as_such() throws Exception {
        var server = serve(RawServer.page("hi"));
        var e = failure(peer(server.url("/"), new Credentials.Bearer(folder.resolve("token"))), PATIENCE);

        assertThat(e.failure()).isEqualTo(Failure.CREDENTIALS);
        assertThat(e.reason()).contains("cannot read", "token");
        assertThat(server.connections()).isZero();
    }

    @Test
    void whoever_does_not_answer_takes_no_buffer_from_those_who_do() throws Exception {
        var silent = serve((request, _) -> request.hang());
        var good = serve(RawServer.page("hi"));
        var client = client(new ClientOptions("*/*", false, Credentials.NONE, TlsFiles.NONE), 1);
        var waiting = Thread.ofVirtual().start(() -> {
            try {
                client.peer(silent.url("/"), "").<String, RuntimeException>get(PATIENCE, PeerTest::text);
            } catch (FetchException _) {
                // It is left alone when the test is over.
            }
        });
        Until.holds(() -> silent.heads().size() == 1);

        assertThat(get(client.peer(good.url("/"), ""))).isEqualTo("hi");
        waiting.interrupt();
        waiting.join();
    }

    @Test
    void a_page_waits_for_a_buffer_no_longer_than_its_deadline() throws Exception {
        var server = serve(RawServer.page("hi"));
        var client = client(new ClientOptions("*/*", false, Credentials.NONE, TlsFiles.NONE), 1);

        client.peer(server.url("/"), "").<String, FetchException>get(PATIENCE, page -> {
            var e = failure(client.peer(server.url("/"), ""), SHORT);
            assertThat(e.failure()).isEqualTo(Failure.TIMEOUT);
            assertThat(e.reason()).contains("too many pages");
            return text(page);
        });
        assertThat(get(client.peer(server.url("/"), ""))).isEqualTo("hi");
    }

    @Test
    void what_the_reader_throws_comes_through_and_the_connection_stays() throws Exception {
        var server = serve(RawServer.page("hi"));
        var peer = peer(server);

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> peer.<String, RuntimeException>get(PATIENCE, _ -> {
                    throw new IllegalStateException("no");
                }));
        assertThat(get(peer)).isEqualTo("hi");
        assertThat(server.connections()).isEqualTo(1);
    }
}
