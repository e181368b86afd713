package io.gpuledger.exporter.attribution;

import java.util.Comparator;

/// What a pod is called; another one may have been called so before.
public record PodName(String namespace, String name) implements Comparable<PodName> {
    private static final Comparator<PodName> ORDER =
            Comparator.comparing(PodName::namespace).thenComparing(PodName::name);

    @Override
    public int compareTo(PodName other) {
        return ORDER.compare(this, other);
    }
}
