package io.gpuledger.exporter.top.source;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/// Those whose signature on an exporter's certificate is believed, and nobody else's.
final class Authorities {
    private Authorities() {}

    static SSLSocketFactory trusting(List<X509Certificate> certificates) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (var certificate : certificates) {
                store.setCertificateEntry(Integer.toString(store.size()), certificate);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("what every JDK has is not there", e);
        }
    }
}
