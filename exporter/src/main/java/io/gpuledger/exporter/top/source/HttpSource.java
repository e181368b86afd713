package io.gpuledger.exporter.top.source;

import static java.net.HttpURLConnection.HTTP_OK;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.exporter.top.page.MetricsPage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/// The page of an exporter, by HTTP: that costs its driver nothing, and it knows who holds what.
public final class HttpSource implements Source {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// More than the page of any node.
    private static final int LONGEST = 32 << 20;

    private static final String START_IT = "start gpu-exporter on this node, name with --url where it listens, or read"
            + " the GPUs without one with --direct";

    private final SourceSettings settings;
    private final Optional<SSLSocketFactory> trusting;

    public HttpSource(SourceSettings settings) {
        this.settings = settings;
        this.trusting = Optional.of(settings.authorities())
                .filter(authorities -> !authorities.isEmpty())
                .map(Authorities::trusting);
    }

    @Override
    public String name() {
        return settings.url().toString();
    }

    @Override
    public MetricsPage page() {
        try {
            var request = request();
            var status = request.getResponseCode();
            if (status != HTTP_OK) {
                throw refused(status);
            }
            try (var lines = new BufferedReader(new InputStreamReader(body(request), UTF_8))) {
                return MetricsPage.read(lines);
            }
        } catch (UncheckedIOException e) {
            throw failed(new IOException(e.getMessage(), e));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private HttpURLConnection request() throws IOException {
        var request = (HttpURLConnection) settings.url().toURL().openConnection(Proxy.NO_PROXY);
        if (request instanceof HttpsURLConnection secure) {
            trusting.ifPresent(secure::setSSLSocketFactory);
        }
        request.setInstanceFollowRedirects(false);
        request.setConnectTimeout((int) PATIENCE.toMillis());
        request.setReadTimeout((int) PATIENCE.toMillis());
        request.setRequestProperty("Accept", "text/plain;version=0.0.4");
        request.setRequestProperty("User-Agent", "gpu-exporter top");
        settings.login().ifPresent(login -> request.setRequestProperty("Authorization", basic(login)));
        return request;
    }

    private static String basic(SourceSettings.Login login) {
        var both = login.user() + ":" + login.password().reveal();
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(UTF_8));
    }

    /// Whatever answers there, it does not fill the memory.
    private static InputStream body(HttpURLConnection request) throws IOException {
        return new BoundedStream(request.getInputStream(), LONGEST);
    }

    private CannotReadException refused(int status) {
        return status == HTTP_UNAUTHORIZED
                ? new CannotReadException("it asks who is there (401)", "give --user and --password-file")
                : new CannotReadException(
                        "it answers with status " + status, "name with --url the page that Prometheus scrapes");
    }

    private CannotReadException failed(IOException e) {
        return switch (e) {
            case ConnectException _ -> new CannotReadException("nobody answers", START_IT);
            case SocketTimeoutException _ ->
                new CannotReadException("no answer within %d s".formatted(PATIENCE.toSeconds()), START_IT);
            case UnknownHostException _ ->
                new CannotReadException(
                        "nobody knows the host " + settings.url().getHost(), "look at --url");
            case SSLException tls ->
                new CannotReadException(
                        "TLS fails: " + tls.getMessage(),
                        "name with --ca-file who signed the exporter's certificate, and with --url the host that it is"
                                + " for");
            default ->
                new CannotReadException("reading fails: " + e.getMessage(), "look whether an exporter listens there");
        };
    }

    @Override
    public void close() {
        // A request has a connection of its own, which the JDK keeps for the next.
    }
}
