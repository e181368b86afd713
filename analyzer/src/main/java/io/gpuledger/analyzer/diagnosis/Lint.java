package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import java.util.ArrayList;
import java.util.List;

/// Finds what can hardly be meant in what a pod asks for.
final class Lint {
    private Lint() {}

    static List<String> of(Ask ask) {
        var found = new ArrayList<String>();
        var gpus = ask.requests().entrySet().stream()
                .filter(request -> Resource.isGpu(request.getKey()) && request.getValue() > 0)
                .map(request -> Amount.of(request.getKey(), request.getValue()))
                .toList();
        if (gpus.size() > 1) {
            found.add("It asks for %s at the same time, all of one node: few nodes have more than one kind."
                    .formatted(String.join(" and ", gpus)));
        }
        if (gpus.isEmpty()) {
            found.add("It asks for no GPU.");
        }
        for (var resource : List.of(Resource.CPU, Resource.MEMORY)) {
            if (ask.requests().getOrDefault(resource, 0L) == 0) {
                found.add("It requests no %s: it may be put where there is none left, and is among the first to go."
                        .formatted(resource));
            }
        }
        if (ask.tolerations().stream().anyMatch(one -> one.key().isEmpty() && one.exists())) {
            found.add("It tolerates all taints, so that it may be put on nodes that are sick or being emptied.");
        }
        ask.node()
                .ifPresent(node ->
                        found.add("It names its node, %s: no scheduler looks for another one.".formatted(node)));
        return found;
    }
}
