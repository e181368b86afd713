package io.gpuledger.service.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import java.util.Arrays;
import java.util.regex.Pattern;

/// A password's bcrypt hash, as `htpasswd -B` writes it. It is never printed.
public final class PasswordHash {
    private static final Pattern FORM = Pattern.compile("\\$2[abxy]\\$(0[4-9]|[12]\\d|3[01])\\$[./A-Za-z0-9]{53}");

    /// What every bcrypt does with more than it can take in; the default refuses such passwords.
    private static final BCrypt.Verifyer VERIFIER =
            BCrypt.verifyer(null, LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2A));

    private final byte[] hash;

    private PasswordHash(byte[] hash) {
        this.hash = hash;
    }

    /// Throws [IllegalArgumentException] where it is no such hash.
    public static PasswordHash parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("must be a bcrypt hash, as `htpasswd -nB USER` prints it");
        }
        return new PasswordHash(text.getBytes(US_ASCII));
    }

    /// Takes about as long as whoever made the hash wanted it to: tens of milliseconds and more.
    boolean isOf(byte[] password) {
        return VERIFIER.verify(password, hash).verified;
    }

    byte[] bytes() {
        return hash.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PasswordHash that && Arrays.equals(hash, that.hash);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }

    @Override
    public String toString() {
        return "(hash)";
    }
}
