package io.gpuledger.analyzer.scrape.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.scrape.http.FetchException.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// A page that is fetched again and again, over a connection that is kept as long as the peer lets it. For one thread
/// at a time.
public final class Peer implements AutoCloseable {
    /// What is done with a page. Its buffer goes back when this returns.
    @FunctionalInterface
    public interface Use<T, E extends Exception> {
        T read(FetchedPage page) throws E;
    }

    /// Where a page was, or what it led to.
    private sealed interface Outcome<T> {
        record Used<T>(T value) implements Outcome<T> {}

        record Moved<T>(Url to) implements Outcome<T> {}
    }

    private static final int REDIRECTS_MAX = 10;
    /// An error page may have so many bytes for its connection to stay.
    private static final int PASSED_OVER_MAX = 64 << 10;

    private final Client client;
    private final Url url;
    private final String headers;
    private Optional<Connection> kept = Optional.empty();

    Peer(Client client, Url url, String headers) {
        this.client = client;
        this.url = url;
        this.headers = headers;
    }

    /// All of it within the time given, but for the use of the page.
    public <T, E extends Exception> T get(Duration patience, Use<T, E> use) throws FetchException, E {
        var deadline = Deadline.in(patience);
        var at = url;
        for (int redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
            switch (attempt(at, deadline, use)) {
                case Outcome.Used<T>(T value) -> {
                    return value;
                }
                case Outcome.Moved<T>(Url to) -> at = to;
            }
        }
        throw new FetchException(Failure.REDIRECT, "redirected more than " + REDIRECTS_MAX + " times, to " + at);
    }

    private <T, E extends Exception> Outcome<T> attempt(Url at, Deadline deadline, Use<T, E> use)
            throws FetchException, E {
        var request = client.request(at, url.sharesSecretsWith(at), headers).getBytes(UTF_8);
        var before = takeKept(at);
        if (before.isPresent()) {
            try {
                return exchange(before.get(), at, request, deadline, use);
            } catch (StaleConnectionException _) {
                // The peer had closed it in the meantime; once more, over a new one.
            }
        }
        var fresh = client.connect(at, deadline);
        try {
            return exchange(fresh, at, request, deadline, use);
        } catch (StaleConnectionException e) {
            throw FetchFailures.of(e, Failure.BAD_ANSWER, at);
        }
    }

    /// Nobody has it then, until it is kept again: what goes wrong in between closes it.
    private Optional<Connection> takeKept(Url at) {
        var taken = kept;
        kept = Optional.empty();
        if (taken.isPresent() && !taken.get().isTo(at)) {
            taken.get().close();
            return Optional.empty();
        }
        return taken;
    }

    private <T, E extends Exception> Outcome<T> exchange(
            Connection connection, Url at, byte[] request, Deadline deadline, Use<T, E> use)
            throws StaleConnectionException, FetchException, E {
        var keep = false;
        try {
            var first = connection.ask(request, deadline);
            try (var buffer = client.buffers().take(deadline)) {
                buffer.response.begin(connection.in(), first);
                var head = ResponseHead.read(buffer.response);
                if (head.status() != 200) {
                    keep = passOver(head, buffer.response);
                    keepIf(keep, connection);
                    return new Outcome.Moved<>(moved(head, at));
                }
                var wireBytes = fill(buffer, head);
                keep = head.keepsAlive() && !buffer.response.hasMore();
                keepIf(keep, connection);
                return new Outcome.Used<>(use.read(
                        new FetchedPage(buffer.bytes(), buffer.length(), head.contentType(), head.date(), wireBytes)));
            }
        } catch (StaleConnectionException e) {
            throw e;
        } catch (IOException e) {
            throw FetchFailures.of(e, Failure.BAD_ANSWER, at);
        } finally {
            if (!keep) {
                connection.close();
            }
        }
    }

    private void keepIf(boolean keep, Connection connection) {
        if (keep) {
            kept = Optional.of(connection);
        }
    }

    /// Returns whether the connection is good for another request.
    private static boolean passOver(ResponseHead head, ResponseStream response) throws IOException {
        var length = head.length().orElse(Long.MAX_VALUE);
        if (!head.keepsAlive() || length > PASSED_OVER_MAX) {
            return false;
        }
        new LengthBody(response, length).skipNBytes(length);
        return !response.hasMore();
    }

    private Url moved(ResponseHead head, Url from) throws FetchException {
        if (!head.isRedirect()) {
            throw new FetchException(Failure.HTTP_STATUS, refusal(head.status(), from));
        }
        var location = head.location()
                .orElseThrow(() -> new FetchException(Failure.REDIRECT, "redirected, and not told where to"));
        try {
            return from.resolve(location);
        } catch (IllegalArgumentException e) {
            throw new FetchException(Failure.REDIRECT, "redirected to where nobody can go: " + e.getMessage(), e);
        }
    }

    private String refusal(int status, Url at) {
        var answer = "%s answers %d".formatted(at, status);
        return switch (status) {
            case 401, 403 ->
                url.sharesSecretsWith(at)
                        ? answer + ": are the credentials right?"
                        : answer + ": it was redirected to, and credentials are not shown to another host";
            case 404 -> answer + ": is the path right?";
            default -> answer;
        };
    }

    private long fill(Buffers.Buffer buffer, ResponseHead head) throws IOException {
        var limit = client.buffers().limit();
        if (head.length().orElse(0) > limit) {
            throw new TooLongException(limit);
        }
        try (var body = new LimitedBody(framed(head, buffer.response), limit)) {
            if (head.isGzip()) {
                unpack(buffer, body);
            } else {
                buffer.fill(body);
            }
            return body.count();
        }
    }

    private static InputStream framed(ResponseHead head, ResponseStream response) {
        if (head.isChunked()) {
            return new ChunkedBody(response);
        }
        return head.length().isPresent()
                ? new LengthBody(response, head.length().getAsLong())
                : response;
    }

    /// To the body's very end, where its last chunk stands.
    private static void unpack(Buffers.Buffer buffer, LimitedBody body) throws IOException {
        try (var unpacked = new GZIPInputStream(body, 8 << 10)) {
            buffer.fill(unpacked);
        }
        if (body.read() >= 0) {
            throw new BadAnswerException("something stands behind its compressed page");
        }
    }

    @Override
    public void close() {
        kept.ifPresent(Connection::close);
        kept = Optional.empty();
    }
}
