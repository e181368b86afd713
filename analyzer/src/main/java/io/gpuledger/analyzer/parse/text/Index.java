package io.gpuledger.analyzer.parse.text;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds series by their text. Made from what a reader knows when a page turns out not to be as foretold, and dropped
/// at its end: only pages that change pay for it, in memory too. In time it is cheap, as lines of one metric follow
/// each other, and so do the blocks of labels from one metric to the next.
final class Index {
    /// Where there is no series, and no line.
    static final int NONE = -1;

    /// Holds a block of labels and what it says.
    static final class Block {
        private final CutBlock pieces;
        private final Text text;
        private Optional<LabelBlock> parsed = Optional.empty();
        /// This is the block that followed it on the page before.
        private @Nullable Block next;

        private Block(CutBlock pieces, Text text) {
            this.pieces = pieces;
            this.text = text;
        }

        CutBlock pieces() {
            return pieces;
        }

        Text text() {
            return text;
        }

        /// Those that are known already are seldom asked for what they say.
        LabelBlock parsed(PageLimits limits) throws BadLineException {
            if (parsed.isEmpty()) {
                parsed = Optional.of(parse(text, limits));
            }
            return parsed.get();
        }

        private static LabelBlock parse(Text text, PageLimits limits) throws BadLineException {
            return text.length() == 0 ? LabelBlock.NONE : LabelParser.parse(text.bytes(), 0, text.length(), limits);
        }
    }

    private final SeriesTable known;
    private final Interner interner;
    private final PageLimits limits;
    private final Map<Text, Text> names = new HashMap<>();
    private final Map<Text, Block> blocks = new HashMap<>();
    /// Cuts the blocks that are new: most pages that change have none.
    private @Nullable Pieces pieces;

    private final Map<SeriesText, Integer> series = new HashMap<>();
    private final int[] lines;
    private Text lastName = Text.EMPTY;
    private Block lastBlock = new Block(CutBlock.NONE, Text.EMPTY);

    Index(SeriesTable known, Template template, Interner interner, PageLimits limits) {
        this.known = known;
        this.interner = interner;
        this.limits = limits;
        this.lines = new int[known.size()];
        names.put(Text.EMPTY, Text.EMPTY);
        blocks.put(Text.EMPTY, lastBlock);
        known.recount();
        var byPieces = new HashMap<CutBlock, Block>();
        for (var i = 0; i < known.size(); i++) {
            names.computeIfAbsent(known.name(i), this::kept);
            var block = byPieces.computeIfAbsent(known.block(i), this::known);
            series.put(new SeriesText(known.name(i), block.text), i);
        }
        Arrays.fill(lines, NONE);
        for (var line = 0; line < template.size(); line++) {
            lines[template.series(line)] = line;
        }
    }

    private Block known(CutBlock pieces) {
        return blocks.computeIfAbsent(pieces.text(), text -> new Block(pieces, kept(text)));
    }

    /// Returns the text that stands before a block.
    Text name(byte[] page, int from, int to) {
        if (!lastName.is(page, from, to)) {
            lastName = names.computeIfAbsent(Text.of(page, from, to), text -> interner.intern(kept(text)));
        }
        return lastName;
    }

    private Text kept(Text text) {
        known.keep(text);
        return text;
    }

    /// The block that starts with a brace there.
    Block block(byte[] page, int from, int end) throws BadLineException {
        var next = lastBlock.next;
        if (next == null || !next.text.isAt(page, from, end)) {
            next = find(text(page, from, Scan.block(page, from, end)));
            lastBlock.next = next;
        }
        lastBlock = next;
        return next;
    }

    private Text text(byte[] page, int from, int to) throws BadLineException {
        if (to - from > limits.line()) {
            throw new BadLineException("more than %d bytes before its value".formatted(limits.line()));
        }
        return Text.of(page, from, to);
    }

    Block noBlock() throws BadLineException {
        lastBlock = find(Text.EMPTY);
        return lastBlock;
    }

    /// One that is new is read at once: a bad one is not kept.
    private Block find(Text text) throws BadLineException {
        var found = blocks.get(text);
        if (found != null) {
            return found;
        }
        var parsed = Block.parse(text, limits);
        var block = new Block(pieces().cut(text), text);
        block.parsed = Optional.of(parsed);
        blocks.put(kept(text), block);
        return block;
    }

    private Pieces pieces() {
        var ofBlocks = pieces;
        if (ofBlocks == null) {
            ofBlocks = new Pieces(interner);
            for (var block : blocks.values()) {
                ofBlocks.know(block.pieces.head());
            }
            pieces = ofBlocks;
        }
        return ofBlocks;
    }

    /// Returns the number of the series, or [#NONE].
    int series(Text name, Block block) {
        return series.getOrDefault(new SeriesText(name, block.text), NONE);
    }

    void add(Text name, Block block, int number) {
        series.put(new SeriesText(name, block.text), number);
    }

    /// Returns the line of the last page that named the series, or [#NONE].
    int line(int number) {
        return number < lines.length ? lines[number] : NONE;
    }
}
