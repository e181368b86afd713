package io.gpuledger.analyzer.fit.oracle;

import static io.gpuledger.analyzer.fit.oracle.Draw.ZONE;
import static io.gpuledger.analyzer.fit.oracle.Draw.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// A small cluster, drawn from a seed: nodes, pods that are on them, claims and volumes, and probes, which
/// are pods that want to go somewhere. All are objects in Kubernetes' words.
///
/// @param residents pods that are made on their nodes
/// @param leaving the names of those that are then being deleted
record Scene(
        long seed,
        List<Map<String, Object>> nodes,
        List<Map<String, Object>> residents,
        List<String> leaving,
        Storage storage,
        List<Map<String, Object>> probes) {
    static final List<String> NAMESPACES = List.of("lab", "shop");
    private static final int PROBES = 12;

    static Scene of(long seed) {
        var draw = new Draw(seed);
        var names = IntStream.range(0, draw.whole(5, 11)).mapToObj(i -> "n" + i).toList();
        var nodes = names.stream().map(name -> node(draw, name)).toList();
        var storage = Storage.of(draw);
        var residents = new ArrayList<Map<String, Object>>();
        var leaving = new ArrayList<String>();
        for (var node : names) {
            for (var i = draw.whole(0, 4); i > 0; i--) {
                var name = "r" + residents.size();
                residents.add(resident(draw, name, node));
                if (draw.is(0.06)) {
                    leaving.add(name);
                }
            }
        }
        var probes = IntStream.range(0, PROBES)
                .mapToObj(i -> probe(draw, "p" + i, names, i == PROBES - 1))
                .toList();
        return new Scene(seed, nodes, residents, leaving, storage, probes);
    }

    static Map<String, Object> node(Draw draw, String name) {
        var has = object(
                "cpu", draw.one("4", "8", "15500m"),
                "memory", draw.one("16Gi", "64Gi"),
                "ephemeral-storage", "100Gi",
                "nvidia.com/gpu", draw.one("0", "4", "8"),
                "pods", draw.is(0.15) ? "2" : "110");
        return object(
                "apiVersion", "v1",
                "kind", "Node",
                "metadata", object("name", name, "labels", draw.nodeLabels(name)),
                "spec", object("taints", draw.taints(), "unschedulable", draw.is(0.05)),
                "status", object("capacity", has, "allocatable", has));
    }

    private static Map<String, Object> resident(Draw draw, String name, String node) {
        var spec = object(
                "nodeName", node,
                "priorityClassName", draw.one("low", "high"),
                "containers", List.of(container(draw, draw.one("1", "500m"), draw.whole(0, 2), draw.is(0.15))));
        if (draw.is(0.12)) {
            spec.put("affinity", object("podAntiAffinity", terms(draw)));
        }
        if (draw.is(0.08)) {
            spec.put("volumes", List.of(mount(draw.one(Storage.SHARED))));
        }
        return pod(draw, name, object(), spec);
    }

    private static Map<String, Object> probe(Draw draw, String name, List<String> nodes, boolean isLast) {
        var cpu = draw.is(0.25) ? draw.one("7", "20", "3500m") : "250m";
        var gpus = draw.is(0.4) ? draw.one(1, 4, 8, 16) : 0;
        var spec = object("priorityClassName", "never", "tolerations", draw.tolerations());
        spec.put("containers", List.of(container(draw, cpu, gpus, draw.is(0.25))));
        if (draw.is(0.1)) {
            spec.put("initContainers", List.of(init(draw)));
        }
        if (draw.is(0.2)) {
            spec.put("nodeSelector", draw.selector());
        }
        var affinity = object();
        if (draw.is(0.22)) {
            affinity.put("nodeAffinity", draw.nodeAffinity(nodes));
        }
        if (draw.is(0.2)) {
            affinity.put("podAffinity", terms(draw));
        }
        if (draw.is(0.22)) {
            affinity.put("podAntiAffinity", terms(draw));
        }
        spec.put("affinity", affinity);
        if (draw.is(0.3)) {
            spec.put("topologySpreadConstraints", draw.spreads());
        }
        if (draw.is(0.2)) {
            spec.put("volumes", mounts(draw, isLast));
        }
        if (draw.is(0.02)) {
            spec.put("schedulingGates", List.of(object("name", "example.com/queue")));
        }
        return pod(draw, name, object("probe", "yes"), spec);
    }

    /// A claim that waits for its pod changes when a pod comes, so that only the last may mount one.
    private static List<Object> mounts(Draw draw, boolean isLast) {
        var names = isLast && draw.is(0.8) ? Storage.WAITING : Storage.STANDING;
        var all = new ArrayList<Object>(List.of(mount(draw.one(names))));
        if (draw.is(0.2)) {
            all.add(object("name", "second", "persistentVolumeClaim", object("claimName", draw.one(Storage.STANDING))));
        }
        if (draw.is(0.05)) {
            var template = object(
                    "spec",
                    object(
                            "accessModes", List.of("ReadWriteOnce"),
                            "storageClassName", "now",
                            "resources", object("requests", object("storage", "1Gi"))));
            all.add(object("name", "scratch", "ephemeral", object("volumeClaimTemplate", template)));
        }
        return all;
    }

    private static Object mount(String claim) {
        return object("name", "data", "persistentVolumeClaim", object("claimName", claim));
    }

    private static Map<String, Object> terms(Draw draw) {
        var terms = draw.is(0.25) ? List.of(draw.podTerm(), draw.podTerm()) : List.of(draw.podTerm());
        return object("requiredDuringSchedulingIgnoredDuringExecution", terms);
    }

    private static Map<String, Object> container(Draw draw, String cpu, int gpus, boolean hasPort) {
        var limits = object();
        if (gpus > 0) {
            limits.put("nvidia.com/gpu", gpus);
        }
        if (draw.is(0.2)) {
            limits.put("memory", draw.one("1Gi", "9G", "1.5e10"));
        }
        var container = object(
                "name", "c",
                "image", "none",
                "resources", object("requests", object("cpu", cpu), "limits", limits));
        if (hasPort) {
            container.put("ports", List.of(draw.port()));
        }
        return container;
    }

    private static Map<String, Object> init(Draw draw) {
        var init = object(
                "name", "i",
                "image", "none",
                "resources", object("requests", object("cpu", draw.one("2", "6"), "ephemeral-storage", "1Gi")));
        if (draw.is(0.5)) {
            init.put("restartPolicy", "Always");
        }
        return init;
    }

    private static Map<String, Object> pod(Draw draw, String name, Map<String, Object> more, Map<String, Object> spec) {
        var labels = draw.podLabels();
        labels.putAll(more);
        return object(
                "apiVersion",
                "v1",
                "kind",
                "Pod",
                "metadata",
                object("name", name, "namespace", draw.one(NAMESPACES), "labels", labels),
                "spec",
                spec);
    }

    static Map<String, Object> in(String zone) {
        return object("required", inZone(zone));
    }

    /// Returns a selector of the nodes of a zone.
    static Map<String, Object> inZone(String zone) {
        return object(
                "nodeSelectorTerms",
                List.of(object(
                        "matchExpressions", List.of(object("key", ZONE, "operator", "In", "values", List.of(zone))))));
    }
}
