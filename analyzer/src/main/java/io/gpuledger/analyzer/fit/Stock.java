package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.device.Allocator;
import io.gpuledger.analyzer.fit.device.Demand;
import io.gpuledger.analyzer.fit.device.Effort;
import io.gpuledger.analyzer.fit.device.Finding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The devices that there are to be had, and how much may be tried to find some. What claims ask for is
/// anybody's to write, and may take as long as he likes to find: so there is a bound for all that is looked for,
/// of which those who ask for the same may use a tenth, and those of a namespace a quarter. Who comes first
/// has it. One is like no other, and one thread uses it.
final class Stock {
    /// Some seconds. To look through 100,000 devices takes one or two million.
    private static final long STEPS_MAX = 100_000_000;

    private final Pools pools;
    private final Allocator allocator;
    private final Effort whole = new Effort(STEPS_MAX);
    private final Map<String, Effort> ofNamespaces = new HashMap<>();
    private final Map<List<Demand>, Effort> ofDemands = new HashMap<>();

    private Stock(Pools pools, Allocator allocator) {
        this.pools = pools;
        this.allocator = allocator;
    }

    static Stock of(Devices devices) {
        var holders = new HashMap<String, String>();
        devices.claims().forEach((name, claim) -> claim.held().forEach(device -> holders.put(device, name)));
        return new Stock(new Pools(devices.slices()), new Allocator(devices.classes(), holders));
    }

    /// Sets aside what may be tried for these claims, if nobody asked for the same before.
    void allow(List<Demand> demands, String namespace) {
        ofDemands.computeIfAbsent(demands, _ -> ofNamespace(namespace).part(STEPS_MAX / 10));
    }

    private Effort ofNamespace(String namespace) {
        return ofNamespaces.computeIfAbsent(namespace, _ -> whole.part(STEPS_MAX / 4));
    }

    Finding find(List<Demand> demands, Place place) {
        return allocator.find(demands, pools.of(place), ofDemands.getOrDefault(demands, whole));
    }
}
