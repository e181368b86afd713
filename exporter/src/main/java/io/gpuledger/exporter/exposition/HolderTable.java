package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.exposition.Family.gauge;

import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.attribution.Held.Share;
import java.util.List;

/// The families that say who holds what.
final class HolderTable {
    static final List<Family> FAMILIES = List.of(
            gauge(
                    "gpu_holder_info",
                    "Who holds a GPU or MIG instance, and how many of its replicas. Always 1.",
                    HolderTable::holders),
            gauge(
                    "gpu_exporter_unmapped_ids",
                    "Ids of devices that the kubelet says a container has, and that are no GPU or MIG instance of this"
                            + " node, by resource.",
                    HolderTable::unmapped));

    private HolderTable() {}

    private static void holders(Scene scene, PageWriter page) {
        for (var unit : scene.units()) {
            unit.held().ifPresent(held -> holders(unit.labels(), held, page));
        }
    }

    private static void holders(Labels unit, Held held, PageWriter page) {
        for (var share : held.shares()) {
            page.sample(labels(unit, held, share), "1");
        }
    }

    private static Labels labels(Labels unit, Held held, Share share) {
        var holder = share.holder();
        var labels = unit.and("namespace", holder.pod().namespace())
                .and("pod", holder.pod().name())
                .and("container", holder.container())
                .and("replicas_held", Integer.toString(share.replicas()));
        return held.replicas()
                .map(replicas -> labels.and("replicas", Integer.toString(replicas)))
                .orElse(labels)
                .and("mode", held.mode().word());
    }

    private static void unmapped(Scene scene, PageWriter page) {
        scene.holders()
                .unmapped()
                .forEach((resource, count) ->
                        page.sample(scene.none().and("resource", resource), Integer.toString(count)));
    }
}
