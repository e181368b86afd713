package io.gpuledger.service.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Whether a client's certificate will do: verified where there is a verifier, and of an allowed name where there are
/// such.
final class ClientTrust extends X509ExtendedTrustManager {
    private final Optional<X509ExtendedTrustManager> verifier;
    private final AllowedNames allowed;

    ClientTrust(Optional<X509ExtendedTrustManager> verifier, Set<String> allowedNames) {
        this.verifier = verifier;
        this.allowed = new AllowedNames(allowedNames);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        if (verifier.isPresent()) {
            verifier.get().checkClientTrusted(chain, authType, socket);
        }
        allowed.check(chain[0]);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        if (verifier.isPresent()) {
            verifier.get().checkClientTrusted(chain, authType, engine);
        }
        allowed.check(chain[0]);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        if (verifier.isPresent()) {
            verifier.get().checkClientTrusted(chain, authType);
        }
        allowed.check(chain[0]);
    }

    /// Whom a client may be certified by; with nobody named, it shows what it has.
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return verifier.map(X509ExtendedTrustManager::getAcceptedIssuers).orElseGet(() -> new X509Certificate[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw serverOnly();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw serverOnly();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw serverOnly();
    }

    private static CertificateException serverOnly() {
        return new CertificateException("this side is a server, and trusts none");
    }
}
