package io.gpuledger.service.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/// A user and a password. https://www.rfc-editor.org/rfc/rfc7617
public record Credentials(String user, String password) {
    private static final String SCHEME = "basic ";

    /// What an `Authorization` header says; nothing where it speaks another language than Basic.
    public static Optional<Credentials> parse(String header) {
        if (!header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return Optional.empty();
        }
        try {
            var pair = new String(
                    Base64.getDecoder().decode(header.substring(SCHEME.length()).strip()), UTF_8);
            var colon = pair.indexOf(':');
            return colon < 0
                    ? Optional.empty()
                    : Optional.of(new Credentials(pair.substring(0, colon), pair.substring(colon + 1)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "(credentials)";
    }
}
