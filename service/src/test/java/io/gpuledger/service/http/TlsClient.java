package io.gpuledger.service.http;

import io.gpuledger.service.tls.Certificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/// A client that trusts the certificate NAME.crt of a folder.
final class TlsClient {
    private final SSLContext context;

    TlsClient(Path folder, String trusted) throws GeneralSecurityException, IOException {
        var trust = store();
        var certificates = Certificates.parse(Files.readString(folder.resolve(trusted + ".crt")));
        trust.setCertificateEntry(trusted, certificates.getFirst());
        var authorities = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        authorities.init(trust);
        this.context = SSLContext.getInstance("TLS");
        context.init(null, authorities.getTrustManagers(), null);
    }

    private static KeyStore store() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /// Each request has a handshake of its own.
    HttpResponse<String> get(int port, String path, String... headers) throws IOException, InterruptedException {
        try (var client = client()) {
            return get(client, port, path, headers);
        }
    }

    HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
    }

    static HttpResponse<String> get(HttpClient client, int port, String path, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
                .timeout(Exchange.PATIENCE);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /// A handshake with these protocols and cipher suites; no request.
    SSLSocket connect(int port, SSLParameters parameters) throws IOException {
        var socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) Exchange.PATIENCE.toMillis());
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}
