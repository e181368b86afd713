package io.gpuledger.exporter.top.node;

import io.gpuledger.exporter.top.node.Holder.Share;
import io.gpuledger.exporter.top.page.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Who holds which unit, and what they take of it, by the families that say so.
final class Holdings {
    private record Key(UnitId unit, Who who) {}

    /// A family's samples by unit and user, where it says who that is.
    private static Map<Key, Double> by(Map<Labels, Double> samples) {
        var values = new LinkedHashMap<Key, Double>();
        samples.forEach((labels, value) ->
                who(labels).ifPresent(who -> values.put(new Key(UnitId.of(labels), who), value)));
        return values;
    }

    private static Optional<Who> who(Labels labels) {
        return labels.get("pod")
                .<Who>map(pod -> new Who.Pod(
                        labels.get("namespace").orElse(""),
                        pod,
                        labels.get("container").orElse("")))
                .or(() -> labels.get("slurm_job").map(Who.SlurmJob::new))
                .or(() -> labels.get("container_id").map(Who.Container::new))
                .or(() -> labels.get("hpc_job").map(Who.Job::new));
    }

    private Holdings() {}

    static Map<UnitId, List<Holder>> of(Pages pages) {
        var latest = pages.latest();
        var shares = new LinkedHashMap<Key, Optional<Share>>();
        latest.family("gpu_holder_info")
                .forEach((labels, _) ->
                        who(labels).ifPresent(who -> shares.put(new Key(UnitId.of(labels), who), share(labels))));
        var memory = by(latest.family("gpu_pod_memory_used_bytes"));
        memory.putAll(by(latest.family("gpu_tenant_memory_used_bytes")));
        var busy = by(pages.activity("gpu_pod_busy_seconds_total"));
        busy.putAll(by(pages.activity("gpu_tenant_busy_seconds_total")));
        // Of tenants and jobs nobody says that they hold it but what they take.
        for (var family : List.of("gpu_tenant_memory_used_bytes", "gpu_tenant_busy_seconds_total", "gpu_hpc_job")) {
            by(latest.family(family)).keySet().forEach(key -> shares.putIfAbsent(key, Optional.empty()));
        }
        var holders = new LinkedHashMap<UnitId, List<Holder>>();
        shares.forEach((key, share) -> holders.computeIfAbsent(key.unit(), _ -> new ArrayList<>())
                .add(new Holder(
                        key.who(), share, Optional.ofNullable(busy.get(key)), Optional.ofNullable(memory.get(key)))));
        holders.values()
                .forEach(all ->
                        all.sort(Comparator.comparing(holder -> holder.who().line())));
        return holders;
    }

    private static Optional<Share> share(Labels labels) {
        return labels.get("mode")
                .filter(mode -> !mode.equals("exclusive"))
                .map(mode -> new Share(mode, whole(labels, "replicas_held").orElse(1), whole(labels, "replicas")));
    }

    private static Optional<Integer> whole(Labels labels, String name) {
        return labels.get(name).filter(text -> text.matches("\\d{1,6}")).map(Integer::valueOf);
    }
}
