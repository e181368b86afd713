package io.gpuledger.analyzer.prometheus.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.parse.read.BadAnswerException;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import io.gpuledger.analyzer.scrape.http.Authorization;
import io.gpuledger.analyzer.scrape.http.FetchException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// One server like Prometheus. For one thread, but for [#close] and [#reloadTls].
public final class Peer implements AutoCloseable {
    private static final int WORDS_MAX = 300;
    private static final String FORM = "application/x-www-form-urlencoded";

    /// Reads an answer as it comes in.
    public interface Reading {
        void read(Body body) throws IOException, BadAnswerException;
    }

    /// An answer's bytes, and its content type, which is empty where it says none.
    public record Body(InputStream in, String type) {}

    private final PeerSettings settings;
    private final Timekeeper clock;
    private final Authorization authorization;
    private volatile HttpClient client;

    /// Throws [IOException] where a file that TLS needs does not do.
    public Peer(PeerSettings settings, Timekeeper clock) throws IOException {
        this.settings = settings;
        this.clock = clock;
        this.authorization = new Authorization(settings.credentials(), System::nanoTime);
        this.client = client();
    }

    /// Credentials go to nobody that it redirects to, so redirects are not followed.
    private HttpClient client() throws IOException {
        return HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(settings.timeout())
                .sslContext(settings.tls().context())
                .build();
    }

    /// Reads TLS's files anew, for connections that are yet to be made.
    public void reloadTls() throws IOException {
        var before = client;
        client = client();
        before.shutdown();
    }

    public URI url() {
        return settings.url();
    }

    /// Posts a request of remote read.
    public void read(byte[] request, Reading reading) throws PeerException, InterruptedException {
        ask(
                request("/api/v1/read")
                        .header("Content-Type", "application/x-protobuf")
                        .header("Content-Encoding", "snappy")
                        .header("X-Prometheus-Remote-Read-Version", "0.1.0")
                        .POST(BodyPublishers.ofByteArray(request)),
                reading);
    }

    /// Posts the fields of a form, which may be longer than an address.
    public void post(String path, Map<String, String> fields, Reading reading)
            throws PeerException, InterruptedException {
        ask(request(path).header("Content-Type", FORM).POST(BodyPublishers.ofString(form(fields))), reading);
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(settings.url() + path))
                .timeout(settings.timeout())
                .header("User-Agent", "gpu-analyzer");
        settings.headers().forEach(request::header);
        return request;
    }

    private void ask(HttpRequest.Builder request, Reading reading) throws PeerException, InterruptedException {
        authorize(request);
        var deadline = new BodyDeadline(settings.timeout());
        try {
            var response = client.send(request.build(), BodyHandlers.ofInputStream());
            date(response);
            try (var in = response.body();
                    var _ = deadline.over(in)) {
                if (response.statusCode() / 100 != 2) {
                    throw refusal(response.statusCode(), words(in));
                }
                reading.read(new Body(
                        in, response.headers().firstValue("Content-Type").orElse("")));
            }
        } catch (BadAnswerException e) {
            throw new PeerException(
                    deadline.hasPassed() ? Remedy.LESS : Remedy.LATER, "its answer is bad: " + e.getMessage(), e);
        } catch (HttpConnectTimeoutException e) {
            throw new PeerException(
                    Remedy.LATER,
                    "it cannot be reached within %d s"
                            .formatted(settings.timeout().toSeconds()),
                    e);
        } catch (HttpTimeoutException e) {
            throw new PeerException(
                    Remedy.LESS,
                    "it does not answer within " + settings.timeout().toSeconds() + " s",
                    e);
        } catch (ConnectException e) {
            throw new PeerException(Remedy.LATER, "nobody is there: " + why(e), e);
        } catch (IOException e) {
            throw deadline.hasPassed()
                    ? new PeerException(
                            Remedy.LESS,
                            "its answer does not end within "
                                    + settings.timeout().toSeconds() + " s",
                            e)
                    : new PeerException(Remedy.LATER, "its answer breaks off: " + why(e), e);
        }
    }

    private void authorize(HttpRequest.Builder request) throws PeerException {
        try {
            var shown = authorization.value();
            if (!shown.isEmpty()) {
                request.header("Authorization", shown);
            }
        } catch (FetchException e) {
            throw new PeerException(Remedy.CHANGE, e.reason(), e);
        }
    }

    /// A server's clock bears out ours, or does not.
    private void date(HttpResponse<?> response) {
        response.headers()
                .firstValue("Date")
                .flatMap(Peer::instant)
                .ifPresent(date -> clock.dated(url().toString(), date));
    }

    private static Optional<Instant> instant(String date) {
        try {
            return Optional.of(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    private static String words(InputStream in) throws IOException {
        var line = new String(in.readNBytes(WORDS_MAX), UTF_8)
                .replaceAll("[\\s\\p{Cc}]+", " ")
                .strip();
        return line.isEmpty() ? "" : ": " + line;
    }

    private static PeerException refusal(int status, String words) {
        return switch (status) {
            case 413, 422, 504 ->
                new PeerException(
                        Remedy.LESS, "it answers %d, as for what is too much at once%s".formatted(status, words));
            case 408, 429, 500, 502, 503 -> new PeerException(Remedy.LATER, "it answers %d%s".formatted(status, words));
            case 401, 403 ->
                new PeerException(
                        Remedy.CHANGE,
                        "it answers %d (are the credentials and headers right?)%s".formatted(status, words));
            case 404, 405 ->
                new PeerException(Remedy.CHANGE, "it answers %d (is the address right?)%s".formatted(status, words));
            default ->
                new PeerException(
                        Remedy.CHANGE,
                        "it answers %d%s%s"
                                .formatted(
                                        status,
                                        status / 100 == 3 ? ", a redirection, which is not followed" : "",
                                        words));
        };
    }

    private static String why(IOException failure) {
        return Optional.ofNullable(failure.getMessage())
                .filter(message -> !message.isBlank())
                .orElse(failure.getClass().getSimpleName());
    }

    /// Ends what is under way.
    @Override
    public void close() {
        client.shutdownNow();
    }
}
