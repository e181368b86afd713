package io.gpuledger.analyzer.scrape.http;

import io.gpuledger.service.settings.SmallFile;
import io.gpuledger.service.tls.Certificates;
import io.gpuledger.service.tls.Identity;
import io.gpuledger.service.tls.PrivateKeys;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// TLS as a client, made once from what some files say.
final class Tls {
    private static final char[] NO_PASSWORD = new char[0];

    private final SSLContext context;
    private final Optional<String> serverName;
    private final boolean insecure;

    private Tls(SSLContext context, Optional<String> serverName, boolean insecure) {
        this.context = context;
        this.serverName = serverName;
        this.insecure = insecure;
    }

    /// Throws [IOException] with the file and what is wrong with it.
    static Tls of(TlsFiles files) throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keys(files), files.insecure() ? anybody() : trust(files), null);
            return new Tls(context, files.serverName(), files.insecure());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("cannot speak TLS as configured: " + e.getMessage(), e);
        }
    }

    SSLContext context() {
        return context;
    }

    /// The handshake is done when this returns.
    Socket over(Socket socket, Url url) throws IOException {
        var name = serverName.orElse(url.host());
        var secure = (SSLSocket) context.getSocketFactory().createSocket(socket, name, url.port(), true);
        if (!insecure) {
            var parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
        }
        secure.startHandshake();
        return secure;
    }

    private static TrustManager[] anybody() {
        return new TrustManager[] {new TrustAnybody()};
    }

    private static TrustManager[] trust(TlsFiles files) throws GeneralSecurityException, IOException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        if (files.authorities().isPresent()) {
            var store = emptyStore();
            for (var authority : parsed(files.authorities().get(), Certificates::parse)) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            factory.init(store);
        } else {
            factory.init((KeyStore) null);
        }
        return factory.getTrustManagers();
    }

    private static KeyManager[] keys(TlsFiles files) throws GeneralSecurityException, IOException {
        if (files.certificate().isEmpty() || files.key().isEmpty()) {
            return new KeyManager[0];
        }
        var identity = new Identity(
                parsed(files.certificate().get(), Certificates::parse),
                parsed(files.key().get(), PrivateKeys::parse));
        var store = emptyStore();
        var chain = identity.chain().toArray(X509Certificate[]::new);
        store.setKeyEntry("client", identity.key(), NO_PASSWORD, chain);
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static <T> T parsed(Path file, Function<String, T> parse) throws IOException {
        try {
            return parse.apply(SmallFile.read(file));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + SmallFile.why(e), e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
