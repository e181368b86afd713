package io.gpuledger.analyzer.parse.text;

/// How much of a page is read. A line that is beyond a limit of its own is skipped; at the first series beyond a limit
/// of the page the reading ends, and what was read stays. Either way a problem tells it.
///
/// @param series on a page
/// @param labels of a series
/// @param name the bytes of the name of a metric or of a label
/// @param value the bytes of a label's value
/// @param line the bytes of a line up to its value; what follows is not kept, and so not limited
/// @param text the bytes that a reader keeps: of names, of blocks of labels and of comments, each distinct one once
public record PageLimits(int series, int labels, int name, int value, int line, int text) {
    /// 8 GPUs x 60 metrics make 480 series and 5 kB of text; a node with 64 MIG devices, 10,000 and 40 kB. The largest
    /// series that those of Kubernetes have come to 2 kB.
    public static final PageLimits USUAL = new PageLimits(50_000, 64, 1 << 10, 4 << 10, 16 << 10, 16 << 20);

    private static final int TEXT_OF_SERIES = 336;

    /// The usual, but for how many series there may be.
    public static PageLimits ofSeries(int series) {
        return new PageLimits(series, USUAL.labels, USUAL.name, USUAL.value, USUAL.line, (int)
                Math.min(Integer.MAX_VALUE, Math.max(USUAL.text, (long) TEXT_OF_SERIES * series)));
    }

    public PageLimits {
        if (Math.min(Math.min(Math.min(series, labels), Math.min(name, value)), Math.min(line, text)) <= 0) {
            throw new IllegalArgumentException("a limit that lets nothing through");
        }
    }
}
