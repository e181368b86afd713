package io.gpuledger.service.tls;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/// This reads certificates in PEM.
public final class Certificates {
    private Certificates() {}

    /// Returns all certificates of the text, at least one. Throws [IllegalArgumentException] with what is wrong.
    public static List<X509Certificate> parse(String text) {
        var certificates = Pem.blocks(text).stream()
                .filter(block -> block.label().equals("CERTIFICATE"))
                .map(block -> decoded(block.content()))
                .toList();
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("holds no certificate in PEM");
        }
        return certificates;
    }

    private static X509Certificate decoded(byte[] der) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("holds a damaged certificate: " + e.getMessage(), e);
        }
    }
}
