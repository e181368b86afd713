package io.gpuledger.analyzer.fit.oracle;

import static io.gpuledger.analyzer.fit.oracle.Draw.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Draws a namespace with LimitRanges and ResourceQuotas, and pods that somebody would like to make in it.
final class NewPods {
    private static final List<String> RESOURCES = List.of("cpu", "memory", "ephemeral-storage");
    private static final List<String> OF_CORES = List.of("250m", "500m", "1", "1500m", "2", "4");
    private static final List<String> OF_BYTES = List.of("256Mi", "512Mi", "1Gi", "1500M", "2Gi", "4Gi");
    private static final List<String> HARD_CORES = List.of("2", "4", "8", "16");
    private static final List<String> HARD_BYTES = List.of("2Gi", "4Gi", "8Gi", "16Gi");
    private static final String GPU = "nvidia.com/gpu";

    private final Draw draw;

    NewPods(Draw draw) {
        this.draw = draw;
    }

    private static List<String> amounts(String resource) {
        return resource.equals("cpu") ? OF_CORES : OF_BYTES;
    }

    /// Of several LimitRanges only one has anything to say of containers, as which default stands is not said of
    /// several.
    List<Map<String, Object>> limitRanges() {
        var all = new ArrayList<Map<String, Object>>();
        if (draw.is(0.7)) {
            var limits = new ArrayList<>();
            limits.add(limit("Container"));
            if (draw.is(0.3)) {
                limits.add(limit("Pod"));
            }
            all.add(object("metadata", object("name", "a"), "spec", object("limits", limits)));
        }
        if (draw.is(0.3)) {
            all.add(object("metadata", object("name", "b"), "spec", object("limits", List.of(limit("Pod")))));
        }
        return all;
    }

    /// Of each resource the amounts are in the order in which the API server wants them: the least, the default
    /// request, the default limit, the most.
    private Map<String, Object> limit(String type) {
        var parts = new LinkedHashMap<String, Map<String, Object>>();
        for (var resource : RESOURCES) {
            if (draw.is(0.5)) {
                var sorted = amounts(resource);
                var at = 0;
                for (var part : List.of("min", "defaultRequest", "default", "max")) {
                    at = draw.whole(at, sorted.size() - 1);
                    if (draw.is(0.4) && !(type.equals("Pod") && part.startsWith("default"))) {
                        parts.computeIfAbsent(part, _ -> object()).put(resource, sorted.get(at));
                    }
                }
                if (draw.is(0.2)) {
                    // The API server takes no ratio that is greater than that of the bounds themselves.
                    var isBounded = Stream.of("min", "max")
                            .allMatch(part -> parts.getOrDefault(part, Map.of()).containsKey(resource));
                    parts.computeIfAbsent("maxLimitRequestRatio", _ -> object())
                            .put(resource, isBounded ? "1" : draw.one("1", "1500m", "2", "4"));
                }
            }
        }
        if (draw.is(0.3)) {
            parts.computeIfAbsent("max", _ -> object()).put(GPU, draw.one("1", "4"));
        }
        var limit = object("type", type);
        limit.putAll(parts);
        return limit;
    }

    /// Quotas, each with the status that a controller would have given it.
    List<Map<String, Object>> quotas() {
        var all = new ArrayList<Map<String, Object>>();
        for (var i = draw.whole(0, 2); i > 0; i--) {
            all.add(quota("q" + i));
        }
        return all;
    }

    private Map<String, Object> quota(String name) {
        var scope = draw.is(0.5) ? draw.one("Terminating", "NotTerminating", "BestEffort", "NotBestEffort") : "";
        var isOfAll = scope.isEmpty() && draw.is(0.6);
        var hard = new TreeMap<String, Object>();
        var used = new TreeMap<String, Object>();
        put("pods", draw.whole(1, 10), draw.whole(0, 2), hard, used);
        if (!scope.equals("BestEffort")) {
            ofAmounts(isOfAll ? RESOURCES : List.of("cpu", "memory"), hard, used);
        }
        if (draw.is(0.5) && isOfAll) {
            put("requests." + GPU, draw.whole(0, 8), draw.whole(0, 6), hard, used);
        }
        var spec = object("hard", hard);
        if (!scope.isEmpty()) {
            spec.put("scopes", List.of(scope));
        } else if (!isOfAll) {
            spec.put("scopeSelector", object("matchExpressions", List.of(selector())));
        }
        return object("metadata", object("name", name), "spec", spec, "status", object("hard", hard, "used", used));
    }

    private void ofAmounts(List<String> resources, Map<String, Object> hard, Map<String, Object> used) {
        for (var resource : resources) {
            for (var name : List.of(resource, "requests." + resource, "limits." + resource)) {
                if (draw.is(0.15)) {
                    put(
                            name,
                            draw.one(resource.equals("cpu") ? HARD_CORES : HARD_BYTES),
                            draw.one(amounts(resource)),
                            hard,
                            used);
                }
            }
        }
    }

    private static void put(String name, Object most, Object now, Map<String, Object> hard, Map<String, Object> used) {
        hard.put(name, String.valueOf(most));
        used.put(name, String.valueOf(now));
    }

    private Map<String, Object> selector() {
        if (draw.is(0.2)) {
            return object("scopeName", "CrossNamespacePodAffinity", "operator", "Exists");
        }
        var operator = draw.one("In", "NotIn", "Exists", "DoesNotExist");
        var selector = object("scopeName", "PriorityClass", "operator", operator);
        if (operator.endsWith("In")) {
            selector.put("values", List.of(draw.one("high", "low")));
        }
        return selector;
    }

    Map<String, Object> pod(String name) {
        var spec = object("containers", containers("c", draw.whole(1, 2)));
        if (draw.is(0.4)) {
            var inits = containers("i", draw.whole(1, 2));
            for (var init : inits) {
                if (draw.is(0.4)) {
                    init.put("restartPolicy", "Always");
                }
            }
            spec.put("initContainers", inits);
        }
        if (draw.is(0.2)) {
            spec.put("activeDeadlineSeconds", 600);
        }
        if (draw.is(0.5)) {
            spec.put("priorityClassName", draw.is(0.1) ? "nowhere" : draw.one("high", "low"));
        }
        if (draw.is(0.15)) {
            var term = object("topologyKey", Draw.ZONE, "labelSelector", object("matchLabels", object("a", "b")));
            if (draw.is(0.5)) {
                if (draw.is(0.5)) {
                    term.put("namespaces", List.of("lab"));
                } else {
                    term.put("namespaceSelector", object());
                }
            }
            spec.put(
                    "affinity",
                    object(
                            draw.one("podAffinity", "podAntiAffinity"),
                            object("requiredDuringSchedulingIgnoredDuringExecution", List.of(term))));
        }
        return object("metadata", object("name", name), "spec", spec);
    }

    private List<Map<String, Object>> containers(String prefix, int count) {
        var all = new ArrayList<Map<String, Object>>();
        for (var i = 0; i < count; i++) {
            all.add(object("name", prefix + i, "image", "none", "resources", resources()));
        }
        return all;
    }

    private Map<String, Object> resources() {
        var requests = object();
        var limits = object();
        for (var resource : RESOURCES) {
            var sorted = amounts(resource);
            var at = draw.whole(0, sorted.size() - 1);
            if (draw.is(0.6)) {
                requests.put(resource, sorted.get(at));
            }
            if (draw.is(0.5)) {
                limits.put(resource, sorted.get(draw.whole(at, sorted.size() - 1)));
            }
        }
        if (draw.is(0.5)) {
            limits.put(GPU, draw.one("1", "2", "4"));
        }
        return object("requests", requests, "limits", limits);
    }
}
