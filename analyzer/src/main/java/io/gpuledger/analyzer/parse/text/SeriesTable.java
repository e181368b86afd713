package io.gpuledger.analyzer.parse.text;

import io.gpuledger.analyzer.parse.SeriesConsumer;
import java.util.Arrays;

/// The series that a reader knows, in arrays by their number: there are 12,500 readers, and an object a series would
/// take twice as much.
final class SeriesTable {
    private Text[] names = {};
    private Text[] blocks = {};
    private int[] routes = {};
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

    /// Returns the text that stands before the block.
    Text name(int series) {
        return names[series];
    }

    /// Returns the labels with their braces, which is nothing where there are none.
    Text block(int series) {
        return blocks[series];
    }

    int route(int series) {
        return routes[series];
    }

    boolean isIgnored(int series) {
        return routes[series] == SeriesConsumer.IGNORED;
    }

    /// Returns how many bytes its texts have, each distinct one counted once.
    int text() {
        return text;
    }

    /// They are counted anew, as some are of lines that turned out to be bad.
    void recount() {
        text = 0;
    }

    /// Counts the bytes of one more distinct text.
    void keep(Text distinct) {
        text += distinct.length();
    }

    int add(Text name, Text block, int route) {
        if (size == names.length) {
            resize(Math.max(64, 2 * size));
        }
        names[size] = name;
        blocks[size] = block;
        routes[size] = route;
        return size++;
    }

    /// Returns whether the page has named the series before.
    boolean isMet(int series) {
        return (met[series >> 6] & 1L << series) != 0;
    }

    void meet(int series) {
        metCount += isMet(series) ? 0 : 1;
        met[series >> 6] |= 1L << series;
    }

    /// Returns how many series the page has named.
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
        routes = Arrays.copyOf(routes, length);
        met = Arrays.copyOf(met, (length + 63) >> 6);
    }
}
