package io.gpuledger.analyzer.fit.spec;

/// What others wrote, as it is quoted: short, and without characters that a terminal or a page would obey.
public final class Shortened {
    private static final int CHARACTERS_MAX = 120;
    private static final int OF_WORDS_MAX = 240;

    private Shortened() {}

    public static String of(String text) {
        return of(text, CHARACTERS_MAX);
    }

    /// Returns what somebody said, of which there may be more than of a name.
    public static String words(String text) {
        return of(text, OF_WORDS_MAX);
    }

    private static String of(String text, int max) {
        var plain = new StringBuilder();
        text.codePoints()
                .limit(max)
                .map(one -> Character.isISOControl(one) || !Character.isDefined(one) || isSurrogate(one) ? '?' : one)
                .forEach(plain::appendCodePoint);
        return text.codePointCount(0, text.length()) > max ? plain + "..." : plain.toString();
    }

    private static boolean isSurrogate(int one) {
        return Character.getType(one) == Character.SURROGATE || Character.getType(one) == Character.FORMAT;
    }
}
