package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Who holds a unit, as namespace/pod. It is mostly who held it before, and is put into words only when it is not.
final class Pods {
    private List<Holder> holders = List.of();
    private Set<String> names = Set.of();

    Set<String> of(List<Holding> holdings) {
        if (!areSame(holdings)) {
            holders = holdings.stream().map(Holding::holder).toList();
            names = holders.stream()
                    .map(holder -> holder.namespace() + "/" + holder.pod())
                    .collect(Collectors.toUnmodifiableSet());
        }
        return names;
    }

    private boolean areSame(List<Holding> holdings) {
        if (holdings.size() != holders.size()) {
            return false;
        }
        for (var place = 0; place < holdings.size(); place++) {
            if (!holdings.get(place).holder().equals(holders.get(place))) {
                return false;
            }
        }
        return true;
    }
}
