package io.gpuledger.analyzer.mail;

import java.util.regex.Pattern;

/// Whom letters are from: an address, with a name before it or without, as `GPU ledger <gpu-ledger@example.org>`.
///
/// @param name for people; empty where there is none
public record Sender(String name, MailAddress address) {
    private static final Pattern NAMED = Pattern.compile("\\s*(.*?)\\s*<([^<>]*)>\\s*");

    /// Throws [IllegalArgumentException] where the text is none.
    public static Sender parse(String text) {
        var named = NAMED.matcher(text);
        if (named.matches()) {
            return new Sender(OneLine.of(named.group(1).replace("\"", "")), MailAddress.parse(named.group(2)));
        }
        return new Sender("", MailAddress.parse(text));
    }
}
