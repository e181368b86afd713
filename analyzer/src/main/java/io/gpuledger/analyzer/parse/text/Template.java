package io.gpuledger.analyzer.parse.text;

import java.util.Arrays;

/// The lines of the last page: what stood before the labels of each, comments above it included, and its series. The
/// texts are those of [SeriesTable] and of the [Interner], so that a line costs 8 bytes.
final class Template {
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

    Template trimmed() {
        if (size < prefixes.length) {
            resize(size);
        }
        return this;
    }

    private void resize(int length) {
        prefixes = Arrays.copyOf(prefixes, length);
        series = Arrays.copyOf(series, length);
    }
}
