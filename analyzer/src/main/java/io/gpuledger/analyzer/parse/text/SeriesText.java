package io.gpuledger.analyzer.parse.text;

import java.util.Comparator;

/// By which a series is known. Comparable as [Text] is, and for the same reason.
record SeriesText(Text name, Text block) implements Comparable<SeriesText> {
    private static final Comparator<SeriesText> ORDER =
            Comparator.comparing(SeriesText::name).thenComparing(SeriesText::block);

    @Override
    public int compareTo(SeriesText other) {
        return ORDER.compare(this, other);
    }
}
