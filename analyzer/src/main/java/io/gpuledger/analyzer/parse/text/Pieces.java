package io.gpuledger.analyzer.parse.text;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Cuts blocks of labels in two: what names a GPU, which its other series have as well, and what tells them apart,
/// which other GPUs and other targets have as well. So of a block that is new there is little that is kept for it
/// alone.
final class Pieces {
    /// By no more labels than these, at the end, a series is told from the others of its GPU.
    private static final int TAIL_LABELS_MAX = 4;

    private final Map<Text, Text> heads = new HashMap<>();
    /// What stands before the last comma of blocks that were not cut there.
    private final Set<Text> beforeLast = new HashSet<>();

    private final Interner interner;

    /// @param interner keeps what tells series apart
    Pieces(Interner interner) {
        this.interner = interner;
    }

    /// Learns the head of a block that was cut before.
    void know(Text head) {
        heads.putIfAbsent(head, head);
        var comma = comma(head.bytes(), head.length());
        if (comma > 0) {
            beforeLast.add(head.part(0, comma));
        }
    }

    CutBlock cut(Text block) {
        var bytes = block.bytes();
        var brace = bytes.length - 1;
        var end = brace;
        for (var labels = 0; labels <= TAIL_LABELS_MAX && end > 0; labels++) {
            var head = heads.get(block.part(0, end));
            if (head != null) {
                return cut(block, head);
            }
            end = comma(bytes, end);
        }
        return cutAnew(block, brace, comma(bytes, brace));
    }

    /// The first of several blocks that differ in their last label is kept whole, as it may be the only one.
    private CutBlock cutAnew(Text block, int brace, int comma) {
        var end = brace;
        if (comma > 0 && !beforeLast.add(block.part(0, comma))) {
            end = comma;
        }
        var head = block.part(0, end);
        heads.put(head, head);
        return cut(block, head);
    }

    private CutBlock cut(Text block, Text head) {
        return new CutBlock(head, interner.intern(block.part(head.length(), block.length())));
    }

    /// Returns where the last comma before there is, or 0.
    private static int comma(byte[] bytes, int before) {
        var at = before - 1;
        while (at > 0 && bytes[at] != ',') {
            at--;
        }
        return Math.max(at, 0);
    }
}
