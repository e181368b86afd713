package io.gpuledger.service.tls;

import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Private keys in PEM, as people have them: PKCS#8, and the older forms of RSA (PKCS#1) and of EC (SEC1), which the
/// JDK reads only in PKCS#8's wrapping.
public final class PrivateKeys {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private static final Der VERSION = Der.of(Der.INTEGER, (byte) 0);
    private static final Der RSA_ENCRYPTION = identifier("2a864886f70d010101");
    private static final Der EC_PUBLIC_KEY = identifier("2a8648ce3d0201");
    /// A SEC1 key names its curve under this tag. https://www.rfc-editor.org/rfc/rfc5915
    private static final int CURVE = 0xa0;

    private PrivateKeys() {}

    /// The first private key of the text. Throws [IllegalArgumentException] with what is wrong, never with the key.
    public static PrivateKey parse(String text) {
        var blocks = Pem.blocks(text);
        var key = blocks.stream()
                .filter(block -> block.label().endsWith("PRIVATE KEY"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("holds no private key in PEM"));
        return switch (key.label()) {
            case "PRIVATE KEY" -> decoded(key.content());
            case "RSA PRIVATE KEY" -> decoded(wrapped(Der.sequence(RSA_ENCRYPTION, Der.of(Der.NULL)), key.content()));
            case "EC PRIVATE KEY" -> decoded(wrapped(Der.sequence(EC_PUBLIC_KEY, curve(key, blocks)), key.content()));
            case String label
            when label.startsWith("ENCRYPTED") ->
                throw new IllegalArgumentException("holds a private key that is encrypted: decrypt it first");
            case String label -> throw new IllegalArgumentException("holds a private key of an unknown form: " + label);
        };
    }

    private static byte[] wrapped(Der algorithm, byte[] key) {
        return Der.sequence(VERSION, algorithm, Der.of(Der.OCTETS, key)).encoded();
    }

    /// The curve's name stands in the key or, as openssl writes it, in a block of its own.
    private static Der curve(Pem key, List<Pem> blocks) {
        var inside = Der.elements(key.content()).stream()
                .flatMap(sequence -> Der.elements(sequence.content()).stream())
                .filter(element -> element.tag() == CURVE)
                .flatMap(element -> Der.elements(element.content()).stream());
        var beside = blocks.stream()
                .filter(block -> block.label().equals("EC PARAMETERS"))
                .flatMap(block -> Der.elements(block.content()).stream());
        return inside.findFirst()
                .or(beside::findFirst)
                .filter(curve -> curve.tag() == Der.OBJECT_IDENTIFIER)
                .orElseThrow(
                        () -> new IllegalArgumentException("holds an EC private key that does not name its curve"));
    }

    private static PrivateKey decoded(byte[] pkcs8) {
        return ALGORITHMS.stream()
                .flatMap(algorithm -> decoded(algorithm, pkcs8).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "holds a private key that is damaged, or neither RSA, nor EC, nor EdDSA"));
    }

    private static Optional<PrivateKey> decoded(String algorithm, byte[] pkcs8) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
        } catch (InvalidKeySpecException _) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    private static Der identifier(String hex) {
        return Der.of(Der.OBJECT_IDENTIFIER, HexFormat.of().parseHex(hex));
    }
}
