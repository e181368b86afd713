package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.cluster.PodRequests;
import io.gpuledger.analyzer.cluster.PodRequests.Init;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads what the containers of a pod request. Where a container has a limit and no request, it requests its
/// limit. What is requested for the pod as a whole stands in the place of what its containers do, in clusters
/// that know that: others leave it out of the spec.
final class RequestsReader {
    private RequestsReader() {}

    static SortedMap<String, Long> of(Part spec, int containersMax) throws UnreadableException {
        var containers = new ArrayList<Map<String, Long>>();
        for (var container : spec.items("containers", containersMax)) {
            containers.add(requests(container));
        }
        var inits = new ArrayList<Init>();
        for (var init : spec.items("initContainers", containersMax)) {
            inits.add(new Init(init.text("restartPolicy", "").equals("Always"), requests(init)));
        }
        var together = new TreeMap<>(PodRequests.of(inits, containers, Map.of()));
        together.putAll(requests(spec));
        return PodRequests.of(List.of(), List.of(together), amounts(spec, "overhead"));
    }

    private static SortedMap<String, Long> requests(Part of) throws UnreadableException {
        var resources = of.member("resources");
        if (resources.isEmpty()) {
            return new TreeMap<>();
        }
        var requests = amounts(resources.get(), "limits");
        requests.putAll(amounts(resources.get(), "requests"));
        return requests;
    }

    private static SortedMap<String, Long> amounts(Part of, String name) throws UnreadableException {
        var amounts = new TreeMap<String, Long>();
        for (var one : of.pairs(name).entrySet()) {
            var amount = Quantity.of(one.getKey(), one.getValue());
            if (amount.isEmpty()) {
                throw new UnreadableException("%s.%s of %s is no amount: %s"
                        .formatted(of.where(), name, Shortened.of(one.getKey()), Shortened.of(one.getValue())));
            }
            amounts.put(one.getKey(), amount.getAsLong());
        }
        return amounts;
    }
}
