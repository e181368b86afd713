package io.gpuledger.analyzer.access;

import java.time.Instant;

/// Says that somebody did something, or was refused it.
///
/// @param who as far as that is known
/// @param what in words
/// @param outcome in a word or two
/// @param from the address that it came from; empty where it came from the machine itself
public record Deed(Instant at, String who, String what, String outcome, String from) {
    private static final String REFUSED = "refused";
    private static final int TEXT_MAX = 500;

    /// Texts may have been chosen by anybody: no line of a log is broken by them, and no table filled.
    public Deed {
        who = plain(who);
        what = plain(what);
        outcome = plain(outcome);
        from = plain(from);
    }

    /// Says whether nothing came of it.
    public boolean isRefused() {
        return outcome.equals(REFUSED);
    }

    private static String plain(String text) {
        var shortened = text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text;
        return shortened
                .codePoints()
                .map(letter -> Character.isISOControl(letter) || !Character.isDefined(letter) || isSurrogate(letter)
                        ? '\uFFFD'
                        : letter)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isSurrogate(int letter) {
        return letter >= Character.MIN_SURROGATE && letter <= Character.MAX_SURROGATE;
    }
}
