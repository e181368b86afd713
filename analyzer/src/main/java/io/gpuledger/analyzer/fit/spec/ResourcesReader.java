package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.cluster.PodResources;
import io.gpuledger.analyzer.cluster.PodResources.Container;
import io.gpuledger.analyzer.cluster.PodResources.Role;
import java.util.ArrayList;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads what the containers of a pod request and what limits they have. What is requested for the pod as a whole
/// stands in the place of what its containers do, in clusters that know that: others leave it out of the spec.
final class ResourcesReader {
    private ResourcesReader() {}

    static PodResources of(Part spec, int containersMax) throws UnreadableException {
        var containers = new ArrayList<Container>();
        for (var init : spec.items("initContainers", containersMax)) {
            var stays = init.text("restartPolicy", "").equals("Always");
            containers.add(container(init, stays ? Role.SIDECAR : Role.INIT));
        }
        for (var container : spec.items("containers", containersMax)) {
            containers.add(container(container, Role.MAIN));
        }
        return new PodResources(containers, requests(spec), amounts(spec, "overhead"));
    }

    private static Container container(Part of, Role role) throws UnreadableException {
        return new Container(of.text("name", ""), role, requests(of), limits(of));
    }

    /// Where there is a limit and no request, the limit is requested.
    private static SortedMap<String, Long> requests(Part of) throws UnreadableException {
        var resources = of.member("resources");
        var requests = limits(of);
        if (resources.isPresent()) {
            requests.putAll(amounts(resources.get(), "requests"));
        }
        return requests;
    }

    private static SortedMap<String, Long> limits(Part of) throws UnreadableException {
        var resources = of.member("resources");
        return resources.isPresent() ? amounts(resources.get(), "limits") : new TreeMap<>();
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
