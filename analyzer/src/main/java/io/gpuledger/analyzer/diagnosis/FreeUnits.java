package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What nobody holds of one kind of GPUs on a node, and is not set against a pod yet.
final class FreeUnits {
    private final int node;
    private final Place place;
    private final String resource;
    private final Optional<String> sku;
    private final double part;
    private double left;

    private FreeUnits(int node, Place place, String resource, Optional<String> sku) {
        this.node = node;
        this.place = place;
        this.resource = resource;
        this.sku = sku;
        this.part = GpuPart.of(resource, place.state());
        this.left = place.free(resource) * part;
    }

    /// Returns those of all nodes that are ready.
    ///
    /// @param skuOf says by the name of a node which GPUs it has
    static List<FreeUnits> of(List<Place> places, Function<String, Optional<String>> skuOf) {
        var units = new ArrayList<FreeUnits>();
        for (var node = 0; node < places.size(); node++) {
            var place = places.get(node);
            if (place.state().ready()) {
                for (var resource : gpus(place)) {
                    units.add(new FreeUnits(node, place, resource, skuOf.apply(place.name())));
                }
            }
        }
        return units;
    }

    private static List<String> gpus(Place place) {
        return place.state().allocatable().keySet().stream()
                .filter(Resource::isGpu)
                .filter(resource -> place.free(resource) > 0)
                .toList();
    }

    /// Returns the index of their node.
    int node() {
        return node;
    }

    Place place() {
        return place;
    }

    String resource() {
        return resource;
    }

    Optional<String> sku() {
        return sku;
    }

    /// Returns how much of a GPU each of them is.
    double part() {
        return part;
    }

    /// Returns how many GPUs are left.
    double left() {
        return left;
    }

    void take(double gpus) {
        left -= gpus;
    }
}
