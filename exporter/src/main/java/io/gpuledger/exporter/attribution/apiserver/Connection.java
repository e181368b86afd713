package io.gpuledger.exporter.attribution.apiserver;

import static java.net.HttpURLConnection.HTTP_OK;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Requests to the API server. After a failure there is a new one: with what the file of authorities holds by then, and
/// with no socket of before.
final class Connection implements AutoCloseable {
    private static final int LONGEST_TOKEN = 64 << 10;
    private static final int LONGEST_REFUSAL = 64 << 10;

    private static final Pattern TOKEN = Pattern.compile("[!-~]+");

    private final ApiServerSettings settings;
    private final Duration patience;
    private final HttpClient client;

    Connection(ApiServerSettings settings, Duration patience) throws IOException {
        this.settings = settings;
        this.patience = patience;
        this.client = client(settings, patience);
    }

    /// One stream at a time needs nothing of HTTP/2, and the API server is no place to go to by way of a proxy.
    private static HttpClient client(ApiServerSettings settings, Duration patience) throws IOException {
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .executor(Thread::startVirtualThread)
                .connectTimeout(patience);
        if (settings.authorities().isPresent()) {
            builder.sslContext(Authorities.context(settings.authorities().get()));
        }
        return builder.build();
    }

    /// What it answers; who asks closes it. Throws [ApiServerException] where it is anything but that.
    ///
    /// @param what is asked for, as RBAC calls it
    InputStream get(String path, Map<String, String> parameters, String what) throws IOException, InterruptedException {
        var query = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + URLEncoder.encode(parameter.getValue(), UTF_8))
                .collect(joining("&"));
        var request = HttpRequest.newBuilder(URI.create(settings.server() + path + "?" + query))
                .timeout(patience)
                .header("Accept", "application/json")
                .header("User-Agent", "gpu-exporter");
        var token = token();
        token.ifPresent(known -> request.header("Authorization", "Bearer " + known));
        var answer = client.send(request.build(), BodyHandlers.ofInputStream());
        if (answer.statusCode() != HTTP_OK) {
            throw Troubles.refused(answer.statusCode(), settings, what, reason(answer));
        }
        return answer.body();
    }

    private Optional<String> token() throws IOException {
        return settings.token().isPresent() ? Optional.of(token(settings.token().get())) : Optional.empty();
    }

    private static String token(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var token = new String(in.readNBytes(LONGEST_TOKEN), UTF_8).strip();
            // What a header does not take, the client would refuse, and tell everybody what it was.
            if (!TOKEN.matcher(token).matches()) {
                throw new IOException(file + " holds no token");
            }
            return token;
        }
    }

    /// What its `Status` says. What is behind it may be any proxy's page: then its status says enough.
    private String reason(HttpResponse<InputStream> answer) {
        var text = new ByteArrayOutputStream();
        try {
            Deadline.read(answer.body(), patience, body -> text.write(body.readNBytes(LONGEST_REFUSAL)));
            return Incoming.message(text.toByteArray());
        } catch (IOException _) {
            return "";
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
