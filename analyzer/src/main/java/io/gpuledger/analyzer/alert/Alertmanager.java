package io.gpuledger.analyzer.alert;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.alert.Answer.Refused;
import io.gpuledger.analyzer.alert.Answer.Silence;
import io.gpuledger.analyzer.alert.Answer.Taken;
import io.gpuledger.analyzer.scrape.http.Authorization;
import io.gpuledger.analyzer.scrape.http.FetchException;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One Alertmanager, by version 2 of its API. For one thread, but for [#close] and [#reloadTls].
final class Alertmanager implements AutoCloseable {
    private static final int ANSWER_BYTES_MAX = 64 << 10;
    private static final int WORDS_MAX = 200;

    private final URI url;
    private final URI target;
    private final Duration timeout;
    private final TlsFiles tls;
    private final Authorization authorization;
    private volatile HttpClient client;

    /// Throws [IOException] where a file that TLS needs does not do.
    Alertmanager(URI url, AlertSettings settings) throws IOException {
        this.url = url;
        this.target = URI.create(url + "/api/v2/alerts");
        this.timeout = settings.timeout();
        this.tls = settings.tls();
        this.authorization = new Authorization(settings.credentials(), System::nanoTime);
        this.client = client();
    }

    /// Credentials go to nobody that it redirects to, so redirects are not followed.
    private HttpClient client() throws IOException {
        return HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(timeout)
                .sslContext(tls.context())
                .build();
    }

    URI url() {
        return url;
    }

    /// Reads TLS's files anew, for connections that are yet to be made.
    void reloadTls() throws IOException {
        var before = client;
        client = client();
        before.shutdown();
    }

    /// Hands over a page of alerts. All of it takes no longer than the timeout.
    Answer post(byte[] page) throws InterruptedException {
        var request = HttpRequest.newBuilder(target)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(page));
        try {
            var shown = authorization.value();
            if (!shown.isEmpty()) {
                request.header("Authorization", shown);
            }
        } catch (FetchException e) {
            return new Silence(e.reason());
        }
        return answer(request.build());
    }

    private Answer answer(HttpRequest request) throws InterruptedException {
        var coming = client.sendAsync(request, words());
        try {
            return answer(coming.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            coming.cancel(true);
            return new Silence("it does not answer within %d ms".formatted(timeout.toMillis()));
        } catch (ExecutionException e) {
            return new Silence(why(Optional.ofNullable(e.getCause()).orElse(e)));
        }
    }

    /// Returns what it says where it does not take something.
    private static BodyHandler<String> words() {
        return head -> isGood(head.statusCode())
                ? BodySubscribers.replacing("")
                : BodySubscribers.limiting(BodySubscribers.ofString(UTF_8), ANSWER_BYTES_MAX);
    }

    private static boolean isGood(int status) {
        return status / 100 == 2;
    }

    private static Answer answer(HttpResponse<String> response) {
        var status = response.statusCode();
        if (isGood(status)) {
            return new Taken();
        }
        var hint = switch (status) {
            case 401, 403 -> ": are the credentials right?";
            case 404 -> ": is the path right?";
            default -> status / 100 == 3 ? ": it redirects, which is not followed" : "";
        };
        return new Refused("it answers %d%s %s"
                .formatted(status, hint, oneLine(response.body()))
                .strip());
    }

    private static String oneLine(String text) {
        var line = text.replaceAll("[\\s\\p{Cc}]+", " ").strip();
        return line.length() <= WORDS_MAX ? line : line.substring(0, WORDS_MAX) + " ...";
    }

    private static String why(Throwable failure) {
        var words = Optional.ofNullable(failure.getMessage()).filter(message -> !message.isBlank());
        return switch (failure) {
            case HttpTimeoutException _ -> "it does not answer in time";
            case ConnectException _ -> "nobody is there: " + words.orElse("the connection is refused");
            default -> words.orElse(failure.getClass().getSimpleName());
        };
    }

    /// Ends what is under way. What may have been taken is sent again by whoever comes next.
    @Override
    public void close() {
        client.shutdownNow();
    }
}
