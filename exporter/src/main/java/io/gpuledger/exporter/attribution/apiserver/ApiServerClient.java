package io.gpuledger.exporter.attribution.apiserver;

import static java.net.HttpURLConnection.HTTP_OK;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/// Requests to the API server, by the client that is in every JDK's core: `java.net.http` takes 4 MB more of memory,
/// and one stream at a time needs nothing of HTTP/2. After a failure there is a new one, with what the file of
/// authorities holds by then.
final class ApiServerClient {
    private static final int LONGEST_TOKEN = 64 << 10;
    private static final int LONGEST_REFUSAL = 64 << 10;

    private static final Pattern TOKEN = Pattern.compile("[!-~]+");

    private final ApiServerSettings settings;
    private final Duration patience;
    private final Optional<SSLSocketFactory> trusting;

    ApiServerClient(ApiServerSettings settings, Duration patience) throws IOException {
        this.settings = settings;
        this.patience = patience;
        this.trusting = settings.authorities().isPresent()
                ? Optional.of(Authorities.context(settings.authorities().get()).getSocketFactory())
                : Optional.empty();
    }

    /// What it answers; who asks closes it. Throws [ApiServerException] where it is anything but that.
    ///
    /// @param what is asked for, as RBAC calls it
    InputStream get(String path, Map<String, String> parameters, String what) throws IOException {
        var query = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + URLEncoder.encode(parameter.getValue(), UTF_8))
                .collect(joining("&"));
        var request = request(URI.create(settings.server() + path + "?" + query));
        var status = Deadline.within(patience, request::getResponseCode);
        if (status != HTTP_OK) {
            throw Troubles.refused(status, settings, what, reason(request));
        }
        return request.getInputStream();
    }

    /// The API server is no place to go to by way of a proxy, and sends nobody elsewhere.
    private HttpURLConnection request(URI uri) throws IOException {
        var request = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        if (request instanceof HttpsURLConnection secure) {
            trusting.ifPresent(secure::setSSLSocketFactory);
        }
        request.setInstanceFollowRedirects(false);
        request.setRequestProperty("Accept", "application/json");
        request.setRequestProperty("User-Agent", "gpu-exporter");
        token().ifPresent(token -> request.setRequestProperty("Authorization", "Bearer " + token));
        return request;
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
    private String reason(HttpURLConnection request) {
        var text = new ByteArrayOutputStream();
        try {
            var body = Optional.ofNullable(request.getErrorStream()).orElseGet(InputStream::nullInputStream);
            Deadline.read(body, patience, read -> text.write(read.readNBytes(LONGEST_REFUSAL)));
            return Incoming.message(text.toByteArray());
        } catch (IOException _) {
            return "";
        }
    }
}
