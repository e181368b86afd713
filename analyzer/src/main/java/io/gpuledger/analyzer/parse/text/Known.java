package io.gpuledger.analyzer.parse.text;

import io.gpuledger.analyzer.parse.Slots;
import java.util.Arrays;

/// The series that a reader knows, in arrays by their number: there are 12,500 readers, and an object a series would
/// take twice as much.
final class Known {
    private Text[] names = {};
    private Text[] blocks = {};
    private int[] slots = {};
    /// A bit for each series that the page has named.
    private long[] met = {};

    private int size;
    private int metCount;
    private int text;

    void startPage() {
        Arrays.fill(met, 0);
        metCount = 0;
    }

    int size() {
        return size;
    }

    /// What stands before the block.
    Text name(int series) {
        return names[series];
    }

    /// The labels with their braces, or nothing.
    Text block(int series) {
        return blocks[series];
    }

    int slot(int series) {
        return slots[series];
    }

    boolean isIgnored(int series) {
        return slots[series] == Slots.IGNORED;
    }

    /// How many bytes its texts have, each distinct one counted once.
    int text() {
        return text;
    }

    /// They are counted anew, as some are of lines that turned out to be bad.
    void recount() {
        text = 0;
    }

    /// One more of them.
    void keep(Text distinct) {
        text += distinct.length();
    }

    int add(Text name, Text block, int slot) {
        if (size == names.length) {
            resize(Math.max(64, 2 * size));
        }
        names[size] = name;
        blocks[size] = block;
        slots[size] = slot;
        return size++;
    }

    /// Whether the page has named the series before.
    boolean isMet(int series) {
        return (met[series >> 6] & 1L << series) != 0;
    }

    void meet(int series) {
        metCount += isMet(series) ? 0 : 1;
        met[series >> 6] |= 1L << series;
    }

    /// How many series the page has named.
    int metCount() {
        return metCount;
    }

    void trim() {
        if (size < names.length) {
            resize(size);
        }
    }

    private void resize(int length) {
        names = Arrays.copyOf(names, length);
        blocks = Arrays.copyOf(blocks, length);
        slots = Arrays.copyOf(slots, length);
        met = Arrays.copyOf(met, (length + 63) >> 6);
    }
}
