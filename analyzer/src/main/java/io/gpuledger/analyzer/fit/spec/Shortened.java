package io.gpuledger.analyzer.fit.spec;

/// What others wrote, as it is quoted: short, and without characters that a terminal or a page would obey.
public final class Shortened {
    private static final int CHARACTERS_MAX = 120;

    private Shortened() {}

    public static String of(String text) {
        var plain = new StringBuilder();
        text.codePoints()
                .limit(CHARACTERS_MAX)
                .map(one -> Character.isISOControl(one) || !Character.isDefined(one) || isSurrogate(one) ? '?' : one)
                .forEach(plain::appendCodePoint);
        return text.codePointCount(0, text.length()) > CHARACTERS_MAX ? plain + "..." : plain.toString();
    }

    private static boolean isSurrogate(int one) {
        return Character.getType(one) == Character.SURROGATE || Character.getType(one) == Character.FORMAT;
    }
}
