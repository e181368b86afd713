package io.gpuledger.service.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// What a handshake needs, made once from one configuration. Its sessions end with it: whoever was let in by an older
/// one has to show its certificate anew.
record Handshakes(SSLContext context, SSLParameters parameters) {
    static Handshakes of(TlsServer server) {
        try {
            var context = SSLContext.getInstance("TLS");
            var verifier = server.clientAuth().verifies()
                    ? Optional.of(verifier(server.authorities()))
                    : Optional.<X509ExtendedTrustManager>empty();
            var trust = new TrustManager[] {new ClientTrust(verifier, server.allowedNames())};
            context.init(keys(server.identity()).getKeyManagers(), trust, null);
            return new Handshakes(context, parameters(server));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("cannot speak TLS as configured: " + e.getMessage(), e);
        }
    }

    private static KeyManagerFactory keys(Identity identity) throws GeneralSecurityException, IOException {
        var store = empty();
        store.setKeyEntry(
                "server", identity.key(), new char[0], identity.chain().toArray(X509Certificate[]::new));
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory;
    }

    private static X509ExtendedTrustManager verifier(List<X509Certificate> authorities)
            throws GeneralSecurityException, IOException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(authorities.isEmpty() ? null : trusted(authorities));
        return Stream.of(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(X509ExtendedTrustManager.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static KeyStore trusted(List<X509Certificate> authorities) throws GeneralSecurityException, IOException {
        var store = empty();
        for (var authority : authorities) {
            store.setCertificateEntry("authority-" + store.size(), authority);
        }
        return store;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static SSLParameters parameters(TlsServer server) {
        var parameters = new SSLParameters();
        parameters.setProtocols(server.protocols().toArray(String[]::new));
        parameters.setCipherSuites(server.cipherSuites().toArray(String[]::new));
        parameters.setUseCipherSuitesOrder(server.ownOrder());
        if (!server.namedGroups().isEmpty()) {
            parameters.setNamedGroups(server.namedGroups().toArray(String[]::new));
        }
        if (server.clientAuth().requires()) {
            parameters.setNeedClientAuth(true);
        } else if (server.clientAuth().asks()) {
            parameters.setWantClientAuth(true);
        }
        return parameters;
    }

    /// TLS over a connection that a client has opened; closing it closes the connection.
    SSLSocket over(Socket connection) throws IOException {
        var socket = (SSLSocket) context.getSocketFactory().createSocket(connection, null, true);
        socket.setSSLParameters(parameters);
        return socket;
    }
}
