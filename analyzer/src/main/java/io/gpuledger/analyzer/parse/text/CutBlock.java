package io.gpuledger.analyzer.parse.text;

import java.util.Comparator;

/// Holds a block of labels in two pieces, each of which others have as well. Comparable as [Text] is, and for the same
/// reason.
///
/// @param head what names a GPU, as its other series do, from the brace on
/// @param tail what tells them apart, as on other GPUs and other targets, to the brace that closes
record CutBlock(Text head, Text tail) implements Comparable<CutBlock> {
    static final CutBlock NONE = new CutBlock(Text.EMPTY, Text.EMPTY);

    private static final Comparator<CutBlock> ORDER =
            Comparator.comparing(CutBlock::head).thenComparing(CutBlock::tail);

    Text text() {
        return Text.of(head, tail);
    }

    @Override
    public int compareTo(CutBlock other) {
        return ORDER.compare(this, other);
    }
}
