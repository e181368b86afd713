package io.gpuledger.analyzer.stranded;

import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

/// What a pod needs of a node, as far as fragmentation asks: pods that need the same are of one shape.
///
/// @param gpus how many GPUs it needs; of none, it needs cores only
/// @param gpuMillis how much of each of these, in thousandths: less than 1,000 of one that it shares
/// @param models of the GPUs that it may have, in any order; all where it names none
public record PodShape(long cpuMillis, int gpus, int gpuMillis, Set<String> models) implements Comparable<PodShape> {
    private static final Comparator<PodShape> ORDER = Comparator.comparingLong(PodShape::cpuMillis)
            .thenComparingInt(PodShape::gpuMillis)
            .thenComparingInt(PodShape::gpus)
            .thenComparing(shape -> String.join("|", new TreeSet<>(shape.models())));

    public PodShape {
        models = Set.copyOf(models);
    }

    public boolean needsGpus() {
        return gpus > 0 && gpuMillis > 0;
    }

    @Override
    public int compareTo(PodShape other) {
        return ORDER.compare(this, other);
    }
}
