package io.gpuledger.exporter.top.screen;

/// Text that a terminal may be given. Names on a page are others': none of theirs may move a cursor, ring a bell or be
/// wider than it is long. Those that Kubernetes allows are all of them printable ASCII; anything else becomes `?`.
final class Plain {
    private static final String GAP = "..";
    /// Below this there is nothing left of two ends.
    private static final int SHORTEST_WITH_GAP = 8;

    private Plain() {}

    static String of(String text) {
        var plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> plain.append(c >= ' ' && c <= '~' ? (char) c : '?'));
        return plain.toString();
    }

    /// Returns the text in at most so many columns. Where it has to be cut it keeps both ends: what tells pods apart
    /// stands at the end.
    static String cut(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        if (width < SHORTEST_WITH_GAP) {
            return text.substring(0, Math.max(0, width));
        }
        var tail = (width - GAP.length()) / 2;
        return text.substring(0, width - GAP.length() - tail) + GAP + text.substring(text.length() - tail);
    }
}
