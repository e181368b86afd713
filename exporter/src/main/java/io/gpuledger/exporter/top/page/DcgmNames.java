package io.gpuledger.exporter.top.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// dcgm-exporter's page in our names, so that it can be looked at, too. It has gauges only, and no GPU that is lost. On
/// our own page only the jobs of a batch system are taken from there, as they stand nowhere else.
final class DcgmNames {
    /// What a series of theirs is in ours: `family`, with a label where ours has one more.
    private record Ours(String family, double factor, Optional<Map.Entry<String, String>> label) {
        Ours(String family, double factor) {
            this(family, factor, Optional.empty());
        }

        Ours(String family, double factor, String name, String value) {
            this(family, factor, Optional.of(Map.entry(name, value)));
        }
    }

    private static final double MEBIBYTE = 1 << 20;
    private static final double PERCENT = 0.01;
    private static final double MEGAHERTZ = 1e6;
    private static final String FREE = "gpu_memory_free_bytes";
    private static final String USED = "gpu_memory_used_bytes";
    private static final String RESERVED = "gpu_memory_reserved_bytes";

    private static final Map<String, Ours> OURS = Map.ofEntries(
            Map.entry("DCGM_FI_DEV_GPU_TEMP", new Ours("gpu_temperature_celsius", 1, "sensor", "gpu")),
            Map.entry("DCGM_FI_DEV_MEMORY_TEMP", new Ours("gpu_temperature_celsius", 1, "sensor", "memory")),
            Map.entry("DCGM_FI_DEV_POWER_USAGE", new Ours("gpu_power_watts", 1)),
            Map.entry("DCGM_FI_DEV_POWER_MGMT_LIMIT", new Ours("gpu_power_limit_watts", 1)),
            Map.entry("DCGM_FI_DEV_GPU_UTIL", new Ours("gpu_utilization_ratio", PERCENT)),
            Map.entry("DCGM_FI_DEV_SM_CLOCK", new Ours("gpu_clock_hertz", MEGAHERTZ, "clock", "sm")),
            Map.entry("DCGM_FI_DEV_FB_USED", new Ours(USED, MEBIBYTE)),
            Map.entry("DCGM_FI_DEV_FB_FREE", new Ours(FREE, MEBIBYTE)),
            Map.entry("DCGM_FI_DEV_FB_RESERVED", new Ours(RESERVED, MEBIBYTE)),
            Map.entry("DCGM_FI_PROF_SM_ACTIVE", new Ours("gpu_sm_active_ratio", 1)),
            Map.entry("DCGM_FI_PROF_GR_ENGINE_ACTIVE", new Ours("gpu_engine_active_ratio", 1)),
            Map.entry("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", new Ours("gpu_tensor_active_ratio", 1)),
            Map.entry("DCGM_FI_PROF_DRAM_ACTIVE", new Ours("gpu_dram_active_ratio", 1)),
            Map.entry("DCGM_FI_DEV_ROW_REMAP_FAILURE", new Ours("gpu_row_remap_failed", 1)),
            Map.entry("DCGM_FI_DEV_ROW_REMAP_PENDING", new Ours("gpu_row_remap_pending", 1)));

    private final Map<String, Map<Labels, Double>> ours = new LinkedHashMap<>();

    private DcgmNames() {}

    static Map<String, Map<Labels, Double>> inOurs(Map<String, Map<Labels, Double>> families, boolean isOurs) {
        var names = new DcgmNames();
        families.forEach((family, samples) -> {
            if (!OURS.containsKey(family) && !family.startsWith("DCGM_FI_")) {
                names.ours.put(family, samples);
            }
        });
        families.forEach((family, samples) -> Optional.ofNullable(OURS.get(family))
                .ifPresent(known -> samples.forEach((labels, value) -> {
                    names.job(labels);
                    if (!isOurs) {
                        names.whole(known, labels, value);
                    }
                })));
        if (!isOurs) {
            families.getOrDefault("DCGM_FI_DEV_XID_ERRORS", Map.of()).forEach(names::xid);
        }
        names.totals();
        return names.ours;
    }

    private void whole(Ours known, Labels theirs, double value) {
        var unit = unit(theirs);
        var labels = known.label()
                .map(label -> unit.and(label.getKey(), label.getValue()))
                .orElse(unit);
        put(known.family(), labels, value * known.factor());
        put("gpu_info", described(theirs, unit), 1);
        if (theirs.get("GPU_I_ID").isPresent()) {
            put("gpu_info", described(theirs, gpu(theirs)), 1);
        }
        holder(theirs).ifPresent(holder -> put("gpu_holder_info", holder, 1));
    }

    /// Theirs is a gauge of the latest.
    private void xid(Labels theirs, double latest) {
        if (latest > 0) {
            put("gpu_xid_errors_total", gpu(theirs).and("xid", Long.toString((long) latest)), 1);
        }
    }

    private void put(String family, Labels labels, double value) {
        ours.computeIfAbsent(family, _ -> new LinkedHashMap<>()).put(labels, value);
    }

    private static Labels gpu(Labels theirs) {
        return new Labels(Map.of(
                "uuid", theirs.get("UUID").orElse(""),
                "gpu", theirs.get("gpu").orElse("")));
    }

    private static Labels unit(Labels theirs) {
        var gpu = gpu(theirs);
        return theirs.get("GPU_I_ID")
                .map(id -> gpu.and("instance_id", id)
                        .and("instance_profile", theirs.get("GPU_I_PROFILE").orElse("")))
                .orElse(gpu);
    }

    private static Labels described(Labels theirs, Labels unit) {
        return unit.and("model", theirs.get("modelName").orElse(""))
                .and("pci_bus_id", theirs.get("pci_bus_id").orElse(""))
                .and("driver_version", theirs.get("DCGM_FI_DRIVER_VERSION").orElse(""))
                .and("node", first(theirs, "Hostname", "hostname").orElse(""));
    }

    /// With `-o`, dcgm-exporter calls them by their old names.
    private static Optional<Labels> holder(Labels theirs) {
        return first(theirs, "pod", "pod_name")
                .map(pod -> unit(theirs)
                        .and(
                                "namespace",
                                first(theirs, "namespace", "pod_namespace").orElse(""))
                        .and("pod", pod)
                        .and(
                                "container",
                                first(theirs, "container", "container_name").orElse("")));
    }

    private static Optional<String> first(Labels labels, String... names) {
        return Stream.of(names).flatMap(name -> labels.get(name).stream()).findFirst();
    }

    private void job(Labels theirs) {
        theirs.get("hpc_job").ifPresent(job -> put("gpu_hpc_job", unit(theirs).and("hpc_job", job), 1));
    }

    /// Its default list has what is free, used and reserved, and no total.
    private void totals() {
        if (ours.containsKey("gpu_memory_total_bytes")) {
            return;
        }
        Map.copyOf(ours.getOrDefault(USED, Map.of())).forEach((labels, used) -> {
            var free = ours.getOrDefault(FREE, Map.of()).get(labels);
            if (free != null) {
                var reserved = ours.getOrDefault(RESERVED, Map.of()).getOrDefault(labels, 0.0);
                put("gpu_memory_total_bytes", labels, used + free + reserved);
            }
        });
    }
}
