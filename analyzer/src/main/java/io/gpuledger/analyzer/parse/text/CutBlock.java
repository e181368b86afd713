package io.gpuledger.analyzer.parse.text;

/// Holds a block of labels in two pieces, each of which others have as well.
///
/// @param head what names a GPU, as its other series do, from the brace on
/// @param tail what tells them apart, as on other GPUs and other targets, to the brace that closes
record CutBlock(Text head, Text tail) {
    static final CutBlock NONE = new CutBlock(Text.EMPTY, Text.EMPTY);

    Text text() {
        return Text.of(head, tail);
    }
}
