package io.gpuledger.service.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/// Holds the SHA-256 of a token, which is all that is kept of it. A slow hash, as passwords need it, would add nothing
/// to 256 random bits. Who measures how long it takes to find one learns of digests at most, which lead to no token.
public record TokenHash(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    /// Throws [IllegalArgumentException] where it is no such hash.
    public static TokenHash parse(String text) {
        var hex = text.toLowerCase(Locale.ROOT);
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("must be the SHA-256 of a token, in 64 hexadecimal digits");
        }
        return new TokenHash(hex);
    }

    static TokenHash of(String word) {
        try {
            return new TokenHash(HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(word.getBytes(UTF_8))));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "(hash)";
    }
}
