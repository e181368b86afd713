package io.gpuledger.exporter.top.node;

import io.gpuledger.exporter.top.page.Labels;
import java.util.Comparator;
import java.util.Optional;

/// Where a unit is: a GPU's index, and of MIG instances their numbers. Written as `0`, `0/7`, `0/7/1`.
public record Place(int gpu, Optional<Integer> instance, Optional<Integer> computeInstance)
        implements Comparable<Place> {
    private static final int NONE = -1;
    private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::gpu)
            .thenComparingInt(place -> place.instance.orElse(NONE))
            .thenComparingInt(place -> place.computeInstance.orElse(NONE));

    static Place of(Labels labels) {
        return new Place(
                number(labels, "gpu").orElse(NONE),
                number(labels, "instance_id"),
                number(labels, "compute_instance_id"));
    }

    private static Optional<Integer> number(Labels labels, String name) {
        return labels.get(name).filter(text -> text.matches("\\d{1,6}")).map(Integer::valueOf);
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return (gpu < 0 ? "?" : Integer.toString(gpu))
                + instance.map(id -> "/" + id).orElse("")
                + computeInstance.map(id -> "/" + id).orElse("");
    }
}
