package io.gpuledger.analyzer.prometheus;

import static io.gpuledger.analyzer.telemetry.Field.ENERGY_JOULES;
import static io.gpuledger.analyzer.telemetry.Field.ENGINE_ACTIVE_RATIO;
import static io.gpuledger.analyzer.telemetry.Field.ENGINE_ACTIVE_SECONDS;
import static io.gpuledger.analyzer.telemetry.Field.LATEST_XID;
import static io.gpuledger.analyzer.telemetry.Field.POWER_WATTS;
import static io.gpuledger.analyzer.telemetry.Field.SM_ACTIVE_RATIO;
import static io.gpuledger.analyzer.telemetry.Field.SM_ACTIVE_SECONDS;
import static io.gpuledger.analyzer.telemetry.Field.UTILIZATION_RATIO;

import io.gpuledger.analyzer.source.Catalog;
import io.gpuledger.analyzer.telemetry.Field;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Says what a Prometheus has of GPUs and of the cluster, and what it lacks, in the words of those who read reports.
///
/// @param gpus how many GPUs it tells of
/// @param interval the usual time from one sample of a GPU to the next
/// @param lacks the gravest first
public record Preflight(int gpus, Optional<Duration> interval, String has, List<Lack> lacks) {
    private static final Duration SLOW = Duration.ofSeconds(61);
    private static final double MANY_GAPS = 0.01;

    private static final String ALLOWLIST =
            "start kube-state-metrics with --metric-labels-allowlist=nodes=[*],pods=[*],namespaces=[*]";

    /// HAMi's scheduler tells by these who shares GPUs, and no exporter can.
    private static final Set<String> HAMI =
            Set.of("hami_vgpu_core_allocated_ratio", "vGPUCoreAllocated", "vGPUPodsDeviceAllocated");

    public Preflight {
        lacks = List.copyOf(lacks);
    }

    /// @param shard of which it was looked
    /// @param at up to when it was looked
    static Preflight of(Inventory found, Catalog catalog, Shard shard, Instant at) {
        var lacks = new ArrayList<Lack>();
        if (found.gpus() == 0) {
            lacks.add(new Lack(
                    "series of any GPU" + (shard.isAll() ? "" : " of shard " + shard),
                    "there is nothing to report",
                    "let Prometheus scrape dcgm-exporter or gpu-exporter; where it does, look at the address and the"
                            + " tenant (--prometheus-headers)"));
        } else {
            lacks.addAll(ofGpus(found, catalog));
        }
        if (shard.hasCluster()) {
            lacks.addAll(ofCluster(found));
        }
        return new Preflight(found.gpus(), found.interval(), has(found, shard, at), lacks);
    }

    private static String has(Inventory found, Shard shard, Instant at) {
        var interval = found.interval()
                .map(time -> ", a sample each %d s".formatted(Math.round(time.toMillis() / 1e3)))
                .orElse("");
        return String.format(
                Locale.ROOT,
                "%,d GPUs (%,d with the pod that holds them)%s, series that mean something: %,d%s, as of %s",
                found.gpus(),
                found.gpusWithPods(),
                shard.hasCluster() ? ", nodes: %,d".formatted(found.nodes()) : "",
                found.seriesOfAll(),
                interval,
                at.truncatedTo(ChronoUnit.MINUTES));
    }

    private static List<Lack> ofGpus(Inventory found, Catalog catalog) {
        var lacks = new ArrayList<Lack>();
        if (!hasField(
                found,
                catalog,
                SM_ACTIVE_RATIO,
                SM_ACTIVE_SECONDS,
                ENGINE_ACTIVE_RATIO,
                ENGINE_ACTIVE_SECONDS,
                UTILIZATION_RATIO)) {
            lacks.add(new Lack(
                    "how active GPUs are",
                    "all time that GPUs are held is unobserved",
                    "have the exporter tell DCGM_FI_PROF_SM_ACTIVE, or DCGM_FI_DEV_GPU_UTIL at the least"));
        } else if (!hasField(found, catalog, SM_ACTIVE_RATIO, SM_ACTIVE_SECONDS)) {
            lacks.add(new Lack(
                    "SM_ACTIVE",
                    "jobs that hang look busy, and waste looks smaller than it is",
                    "add DCGM_FI_PROF_SM_ACTIVE to dcgm-exporter's list of metrics (it is there, behind a #)"));
        }
        var hasShares = found.has("gpu_holder_info") || found.hasAnyOf(HAMI);
        if (found.gpusWithPods() == 0 && !hasShares) {
            lacks.add(new Lack(
                    "which pod holds which GPU",
                    "holders are known by the number of GPUs that pods ask for, and not by GPU",
                    "start dcgm-exporter with DCGM_EXPORTER_KUBERNETES=true and the kubelet's pod-resources socket"));
        }
        if (!hasShares) {
            lacks.add(new Lack(
                    "into how many replicas GPUs are shared",
                    "where several pods share a GPU, their shares are estimates",
                    "install gpu-exporter, which tells gpu_holder_info; where HAMi shares them, scrape its scheduler"));
        }
        if (!hasField(found, catalog, LATEST_XID)
                && !found.has("gpu_xid_errors_total")
                && !found.has("DCGM_EXP_XID_ERRORS_TOTAL")) {
            lacks.add(new Lack(
                    "XID errors",
                    "sick GPUs count as usable, and lost runs have no cause",
                    "add DCGM_FI_DEV_XID_ERRORS to dcgm-exporter's list of metrics"));
        }
        if (!hasField(found, catalog, POWER_WATTS, ENERGY_JOULES)) {
            lacks.add(new Lack(
                    "power and energy",
                    "energy is not reported, and quiet GPUs are known by their activity alone",
                    "add DCGM_FI_DEV_POWER_USAGE and DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION to dcgm-exporter's list"));
        }
        if (found.interval().filter(time -> time.compareTo(SLOW) > 0).isPresent()) {
            lacks.add(new Lack(
                    "a sample a minute",
                    "between two samples, activity is taken to stay as it was",
                    "scrape GPU exporters each 30 s"));
        }
        if (found.gaps() > MANY_GAPS) {
            lacks.add(new Lack(
                    "samples without gaps (%.1f %% of the steps are gaps)".formatted(100 * found.gaps()),
                    "the time of gaps is unobserved",
                    "look at up and scrape_duration_seconds of the GPU exporters' job"));
        }
        return lacks;
    }

    private static List<Lack> ofCluster(Inventory found) {
        var lacks = new ArrayList<Lack>();
        state(
                found,
                lacks,
                "kube_node_status_allocatable",
                "GPUs that no exporter tells of are missing in the capacity, and why free GPUs are stranded is"
                        + " unknown");
        state(
                found,
                lacks,
                "kube_pod_container_resource_requests",
                "what pods ask for is unknown: no stranded capacity, and nobody holds a GPU that names no pod");
        state(found, lacks, "kube_pod_owner", "pods stand for themselves, as their workloads are unknown");
        state(found, lacks, "kube_node_status_condition", "GPUs of nodes that are not ready count as usable");
        if (!found.hasLabel("kube_pod_labels", "label_") && !found.hasLabel("kube_namespace_labels", "label_")) {
            lacks.add(new Lack("labels of pods and namespaces", "a team is a namespace", ALLOWLIST));
        }
        if (!found.hasLabel("kube_node_labels", "label_")) {
            lacks.add(new Lack("labels of nodes", "pools, zones and racks are unknown", ALLOWLIST));
        }
        return lacks;
    }

    private static void state(Inventory found, List<Lack> lacks, String metric, String cost) {
        if (!found.has(metric)) {
            lacks.add(
                    new Lack(metric, cost, "let Prometheus scrape kube-state-metrics (version 2), and keep " + metric));
        }
    }

    private static boolean hasField(Inventory found, Catalog catalog, Field... fields) {
        return found.hasAnyOf(catalog.metricsOf(Set.of(fields)));
    }

    /// Returns all of it for people.
    public String text() {
        var text = new StringBuilder("It has: ").append(has).append(".\n");
        if (lacks.isEmpty()) {
            text.append("It lacks nothing.\n");
        }
        lacks.forEach(lack -> text.append("It lacks ")
                .append(lack.what())
                .append(":\n    what that costs: ")
                .append(lack.cost())
                .append(";\n    how to get it:   ")
                .append(lack.remedy())
                .append(".\n"));
        return text.toString();
    }
}
