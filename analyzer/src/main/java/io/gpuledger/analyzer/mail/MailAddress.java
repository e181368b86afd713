package io.gpuledger.analyzer.mail;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// An address that a letter can be sent to: a plain one, as `gpu-team@example.org`. What the standards allow beyond
/// that (quotes, comments, letters outside ASCII) nobody's team has, and every relay reads it in another way.
///
/// @param text with its domain in lower case
public record MailAddress(String text) {
    private static final int LONGEST = 254;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
            + "(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
            + "@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)");

    public MailAddress {
        if (!isGood(text)) {
            throw new IllegalArgumentException("must be an address, as gpu-team@example.org");
        }
        text = text.substring(0, text.indexOf('@'))
                + text.substring(text.indexOf('@')).toLowerCase(Locale.ROOT);
    }

    private static boolean isGood(String text) {
        return text.length() <= LONGEST
                && text.indexOf('@') <= 64
                && FORM.matcher(text).matches();
    }

    /// Throws [IllegalArgumentException] where the text is no address.
    public static MailAddress parse(String text) {
        return new MailAddress(text.strip());
    }

    static Optional<MailAddress> find(String text) {
        return isGood(text.strip()) ? Optional.of(parse(text)) : Optional.empty();
    }

    public String domain() {
        return text.substring(text.indexOf('@') + 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
