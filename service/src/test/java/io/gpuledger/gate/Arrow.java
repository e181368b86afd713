package io.gpuledger.gate;

import java.util.Comparator;

/// An arrow goes from the package that imports to the one that is imported.
record Arrow(String from, String to) implements Comparable<Arrow> {
    private static final Comparator<Arrow> ORDER =
            Comparator.comparing(Arrow::from).thenComparing(Arrow::to);

    @Override
    public int compareTo(Arrow other) {
        return ORDER.compare(this, other);
    }
}
