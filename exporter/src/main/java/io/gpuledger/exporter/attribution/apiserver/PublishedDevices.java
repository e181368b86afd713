package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.exporter.attribution.Grant.Claimed;
import io.gpuledger.exporter.attribution.apiserver.Slice.Pool;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The devices that the DRA drivers of a node have published. Immutable.
final class PublishedDevices {
    static final PublishedDevices NONE = new PublishedDevices(Map.of());

    private final Map<Pool, Map<String, PublishedDevice>> pools;

    private PublishedDevices(Map<Pool, Map<String, PublishedDevice>> pools) {
        this.pools = pools;
    }

    /// Takes each pool's newest generation only, as what is older is about to be deleted.
    static PublishedDevices of(Collection<Slice> slices) {
        var newest = new HashMap<Pool, Long>();
        slices.forEach(slice -> newest.merge(slice.pool(), slice.generation(), Math::max));
        var pools = new HashMap<Pool, Map<String, PublishedDevice>>();
        slices.stream()
                .filter(slice -> newest.getOrDefault(slice.pool(), 0L) == slice.generation())
                .forEach(slice -> pools.computeIfAbsent(slice.pool(), _ -> new HashMap<>())
                        .putAll(slice.devices()));
        return new PublishedDevices(pools);
    }

    Optional<PublishedDevice> device(Claimed claimed) {
        return Optional.ofNullable(pools.get(new Pool(claimed.driver(), claimed.pool())))
                .flatMap(devices -> Optional.ofNullable(devices.get(claimed.device())));
    }
}
