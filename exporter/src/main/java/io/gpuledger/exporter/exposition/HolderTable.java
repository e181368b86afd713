package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.exposition.Family.Samples.standing;
import static io.gpuledger.exporter.exposition.Family.counter;
import static io.gpuledger.exporter.exposition.Family.gauge;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.attribution.Holder;
import io.gpuledger.exporter.attribution.Tenant;
import io.gpuledger.exporter.attribution.Use;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.exposition.Family.Samples;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/// The families that say who holds what.
final class HolderTable {
    /// Units are told apart between these users.
    private record Users<W>(BiFunction<Attributed, Unit, Map<W, Use>> uses, BiFunction<Labels, W, Labels> labels) {
        Samples busy() {
            return (labelled, page) -> each(
                    labelled,
                    (labels, use) -> use.busyNanos().ifPresent(nanos -> page.sample(labels, Numbers.seconds(nanos))));
        }

        Samples memory() {
            return (labelled, page) -> each(
                    labelled,
                    (labels, use) -> use.memoryBytes().ifPresent(bytes -> page.sample(labels, Numbers.plain(bytes))));
        }

        private void each(LabelledSnapshot labelled, BiConsumer<Labels, Use> write) {
            for (var unit : labelled.units()) {
                uses.apply(labelled.attributed(), unit.state().unit())
                        .forEach((who, use) -> write.accept(labels.apply(unit.labels(), who), use));
            }
        }
    }

    private static final Users<Holder> HOLDERS = new Users<>(Attributed::of, HolderTable::named);
    private static final Users<Tenant> TENANTS = new Users<>(Attributed::tenants, HolderTable::named);

    static final List<Family> FAMILIES = List.of(
            gauge(
                    "gpu_holder_info",
                    "Who holds a GPU or MIG instance, and how many of its replicas. Always 1.",
                    standing(HolderTable::holders)),
            counter(
                    "gpu_pod_busy_seconds_total",
                    "Observed time in which a kernel ran, by who holds the GPU. Of a shared one what its own processes"
                            + " took; where that is not known, gpu_exporter_unattributed says why.",
                    HOLDERS.busy()),
            gauge(
                    "gpu_pod_memory_used_bytes",
                    "Device memory in use, by who holds the GPU or MIG instance. Of a shared one what its own processes"
                            + " take; where that is not known, gpu_exporter_unattributed says why.",
                    HOLDERS.memory()),
            counter(
                    "gpu_tenant_busy_seconds_total",
                    "Observed time in which kernels ran of a container or a Slurm job that is no pod; where that is not"
                            + " known, gpu_exporter_unattributed says why.",
                    TENANTS.busy()),
            gauge(
                    "gpu_tenant_memory_used_bytes",
                    "Device memory in use by a container or a Slurm job that is no pod; where that is not known,"
                            + " gpu_exporter_unattributed says why.",
                    TENANTS.memory()),
            gauge(
                    "gpu_orphan_memory_bytes",
                    "Device memory in use on a GPU or MIG instance that nobody has held for two minutes.",
                    HolderTable::orphans),
            gauge(
                    "gpu_exporter_unattributed",
                    "What cannot be told of each holder of a shared GPU or MIG instance, and why. Always 1.",
                    standing(HolderTable::gaps)),
            gauge(
                    "gpu_exporter_unmapped_ids",
                    "Ids of devices that the kubelet says a container has, and that are no GPU or MIG instance of this"
                            + " node, by resource.",
                    standing(HolderTable::unmapped)));

    private HolderTable() {}

    private static void holders(LabelledSnapshot labelled, PageWriter page) {
        for (var unit : labelled.units()) {
            unit.held().ifPresent(held -> holders(unit.labels(), held, page));
        }
    }

    private static void holders(Labels unit, Held held, PageWriter page) {
        for (var share : held.shares()) {
            page.sample(labels(unit, held, share), "1");
        }
    }

    private static Labels named(Labels unit, Holder holder) {
        return unit.and("namespace", holder.pod().namespace())
                .and("pod", holder.pod().name())
                .and("container", holder.container());
    }

    private static Labels labels(Labels unit, Held held, Share share) {
        var labels = named(unit, share.holder()).and("replicas_held", Integer.toString(share.replicas()));
        return held.replicas()
                .map(replicas -> labels.and("replicas", Integer.toString(replicas)))
                .orElse(labels)
                .and("mode", held.mode().word());
    }

    private static Labels named(Labels unit, Tenant tenant) {
        var labels = tenant.slurmJob().map(job -> unit.and("slurm_job", job)).orElse(unit);
        return tenant.containerId().map(id -> labels.and("container_id", id)).orElse(labels);
    }

    private static void orphans(LabelledSnapshot labelled, PageWriter page) {
        var orphans = labelled.attributed().orphans();
        for (var unit : labelled.units()) {
            var bytes = orphans.get(unit.state().unit().uuid());
            if (bytes != null) {
                page.sample(unit.labels(), Numbers.plain(bytes));
            }
        }
    }

    private static void gaps(LabelledSnapshot labelled, PageWriter page) {
        for (var unit : labelled.units()) {
            for (var gap : labelled.attributed().gaps()) {
                if (gap.unit().equals(unit.state().unit().uuid())) {
                    page.sample(
                            unit.labels()
                                    .and("value", gap.value().word())
                                    .and("reason", gap.reason().word()),
                            "1");
                }
            }
        }
    }

    private static void unmapped(LabelledSnapshot labelled, PageWriter page) {
        labelled.attributed()
                .holders()
                .unmapped()
                .forEach((resource, count) ->
                        page.sample(labelled.none().and("resource", resource), Integer.toString(count)));
    }
}
