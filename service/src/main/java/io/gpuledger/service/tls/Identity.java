package io.gpuledger.service.tls;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.List;

/// What a server shows to its clients: its own certificate, those above it, and the key that is the first one's.
public record Identity(List<X509Certificate> chain, PrivateKey key) {
    private static final byte[] SOMETHING_TO_SIGN = {1, 2, 3};

    /// Throws [IllegalArgumentException] when the key is another certificate's.
    public Identity {
        chain = List.copyOf(chain);
        if (!fits(key, chain.getFirst())) {
            throw new IllegalArgumentException(
                    "the private key is not that of " + chain.getFirst().getSubjectX500Principal());
        }
    }

    private static boolean fits(PrivateKey key, X509Certificate certificate) {
        try {
            var signature = Signature.getInstance(
                    switch (key.getAlgorithm()) {
                        case "RSA" -> "SHA256withRSA";
                        case "EC" -> "SHA256withECDSA";
                        case String other -> other;
                    });
            signature.initSign(key);
            signature.update(SOMETHING_TO_SIGN);
            var signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(SOMETHING_TO_SIGN);
            return signature.verify(signed);
        } catch (InvalidKeyException | SignatureException _) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("cannot sign with the private key: " + e.getMessage(), e);
        }
    }
}
