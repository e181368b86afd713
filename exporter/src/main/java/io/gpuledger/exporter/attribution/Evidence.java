package io.gpuledger.exporter.attribution;

import java.util.Comparator;
import java.util.List;

/// Who of several holds, by what else is known of them: none whose pod has ended; rather one that runs; rather one that
/// came later; of one pod's containers the one that the kubelet lists last, as those that only prepare stand first.
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
