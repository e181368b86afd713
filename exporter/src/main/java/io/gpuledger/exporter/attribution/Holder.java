package io.gpuledger.exporter.attribution;

import java.util.Comparator;

/// A container of a pod, by the names that the kubelet gives it.
public record Holder(PodName pod, String container) implements Comparable<Holder> {
    private static final Comparator<Holder> ORDER =
            Comparator.comparing(Holder::pod).thenComparing(Holder::container);

    @Override
    public int compareTo(Holder other) {
        return ORDER.compare(this, other);
    }
}
