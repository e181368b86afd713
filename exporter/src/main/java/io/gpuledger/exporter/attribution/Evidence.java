package io.gpuledger.exporter.attribution;

import java.util.Comparator;
import java.util.List;

/// The evidence decides which of several holds a unit by what else is known of them. A holder whose pod has ended is
/// out; one that runs is likelier than one that does not, and one that came later is likelier than an earlier one. Of
/// the containers of one pod the one that the kubelet lists last is likeliest, as those that only prepare stand first.
record Evidence(Pods pods, Seniority seniority) implements Contest {
    @Override
    public List<Holder> fit(String unit, List<Holder> candidates) {
        return candidates.stream()
                .filter(holder -> !hasEnded(holder))
                .sorted(Comparator.comparing(this::runs).thenComparing(seniority.order()))
                .toList();
    }

    private boolean hasEnded(Holder holder) {
        return pods.named(holder.pod()).map(Pods.Pod::ended).orElse(false);
    }

    private boolean runs(Holder holder) {
        return pods.named(holder.pod())
                .map(pod -> pod.running().contains(holder.container()))
                .orElse(false);
    }
}
