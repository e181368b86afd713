package io.gpuledger.analyzer.parse.text;

import java.util.Arrays;

/// The lines of the last page: what stood before the labels of each, comments above it included, and the number of its
/// series. Targets of the same make have the same, as whom they speak of is not in it: it is one for all of them.
final class Template implements Interner.Kept {
    static final Template EMPTY = new Template(0);

    private Text[] prefixes;
    private int[] series;
    private int size;
    private int text;

    private Template(int capacity) {
        prefixes = new Text[capacity];
        series = new int[capacity];
    }

    int size() {
        return size;
    }

    Text prefix(int line) {
        return prefixes[line];
    }

    int series(int line) {
        return series[line];
    }

    /// A new one that starts like this one.
    Template first(int lines) {
        var first = new Template(Math.max(64, size + (size >> 3)));
        System.arraycopy(prefixes, 0, first.prefixes, 0, lines);
        System.arraycopy(series, 0, first.series, 0, lines);
        first.size = lines;
        first.text = text;
        return first;
    }

    /// Returns how many bytes the comments of its lines have.
    int text() {
        return text;
    }

    void add(Text prefix, Text name, int ofSeries) {
        text += prefix.length() - name.length();
        if (size == prefixes.length) {
            resize(2 * size);
        }
        prefixes[size] = prefix;
        series[size++] = ofSeries;
    }

    /// Nothing is added to it after that.
    Template kept(Interner interner) {
        if (size < prefixes.length) {
            resize(size);
        }
        return interner.intern(this);
    }

    @Override
    public int length() {
        return 8 * size;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Template that
                        && size == that.size
                        && text == that.text
                        && Arrays.equals(series, 0, size, that.series, 0, size)
                        && Arrays.equals(prefixes, 0, size, that.prefixes, 0, size));
    }

    @Override
    public int hashCode() {
        var hash = size;
        for (var line = 0; line < size; line++) {
            hash = 31 * (31 * hash + series[line]) + prefixes[line].hashCode();
        }
        return hash;
    }

    private void resize(int length) {
        prefixes = Arrays.copyOf(prefixes, length);
        series = Arrays.copyOf(series, length);
    }
}
