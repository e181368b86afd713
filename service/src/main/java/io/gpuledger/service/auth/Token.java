package io.gpuledger.service.auth;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/// A long word that lets in whoever says it. It is never printed but by [#reveal].
/// https://www.rfc-editor.org/rfc/rfc6750
public record Token(String word) {
    private static final String SCHEME = "bearer ";
    /// These are 256 bits, which nobody guesses, however fast his guesses are compared.
    private static final int BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    /// Reads the token in an `Authorization` header. There is none where it speaks another language than Bearer.
    public static Optional<Token> parse(String header) {
        return Optional.of(header)
                .filter(text -> text.toLowerCase(Locale.ROOT).startsWith(SCHEME))
                .map(text -> new Token(text.substring(SCHEME.length()).strip()))
                .filter(token -> !token.word.isEmpty());
    }

    /// Makes one that nobody has said before.
    public static Token random() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    public TokenHash hash() {
        return TokenHash.of(word);
    }

    public String reveal() {
        return word;
    }

    @Override
    public String toString() {
        return "(token)";
    }
}
