package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Edition;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/// Makes a word of an edition's name for identifiers and names of files. Names that differ have words that differ.
final class Slug {
    private static final int LONGEST = 40;
    private static final int DIGITS = 10;

    private Slug() {}

    static String of(Edition edition) {
        return switch (edition) {
            case Edition.OfFleet _ -> "fleet";
            case Edition.OfTeam(String name) -> "team-" + of(name);
        };
    }

    /// Leaves a plain name as it is, and gives any other a digest.
    static String of(String name) {
        var word = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return word.equals(name) && name.length() <= LONGEST
                ? name
                : word.substring(0, Math.min(word.length(), LONGEST)) + "."
                        + digest(name).substring(0, DIGITS);
    }

    static String digest(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
