package io.gpuledger.exporter.device;

import java.util.Comparator;

/// A part of a GPU that has readings of its own.
///
/// @param number the driver's for it, from 0
public record Part(Kind kind, int number) implements Comparable<Part> {
    public enum Kind {
        NVLINK,
        FAN
    }

    private static final Comparator<Part> ORDER =
            Comparator.comparing(Part::kind).thenComparingInt(Part::number);

    @Override
    public int compareTo(Part other) {
        return ORDER.compare(this, other);
    }
}
