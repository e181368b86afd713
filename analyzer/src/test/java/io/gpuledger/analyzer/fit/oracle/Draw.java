package io.gpuledger.analyzer.fit.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Draws parts of objects, each in Kubernetes' words.
final class Draw {
    static final String ZONE = "topology.kubernetes.io/zone";
    static final String HOST = "kubernetes.io/hostname";
    static final List<String> KEYS = List.of(ZONE, "example.com/rack", HOST);
    private static final List<String> TAINTED = List.of("nvidia.com/gpu", "dedicated", "aa.example.com/old");
    private static final List<String> EFFECTS = List.of("NoSchedule", "NoExecute", "PreferNoSchedule");

    private final SplittableRandom random;

    Draw(long seed) {
        this.random = new SplittableRandom(seed);
    }

    boolean is(double likely) {
        return random.nextDouble() < likely;
    }

    int whole(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    @SafeVarargs
    final <T> T one(T... of) {
        return of[random.nextInt(of.length)];
    }

    static Map<String, Object> object(Object... namesAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    Map<String, Object> nodeLabels(String name) {
        var labels = object(HOST, name, "example.com/memory", one("40", "80", "141"));
        if (is(0.9)) {
            labels.put(ZONE, one("a", "b", "c"));
        }
        if (is(0.8)) {
            labels.put("example.com/rack", "r" + whole(1, 4));
        }
        if (is(0.8)) {
            labels.put("nvidia.com/gpu.product", one("H100", "A100"));
        }
        return labels;
    }

    List<Object> taints() {
        var taints = new ArrayList<>();
        var from = TAINTED.stream().filter(_ -> is(0.1)).toList();
        (is(0.5) ? from : from.reversed())
                .forEach(key -> taints.add(object("key", key, "value", one("", "x", "y"), "effect", one(EFFECTS))));
        return taints;
    }

    List<Object> tolerations() {
        var all = new ArrayList<>();
        for (var key : TAINTED) {
            if (is(0.35)) {
                var toleration = is(0.6)
                        ? object("key", key, "operator", "Exists")
                        : object("key", key, "operator", "Equal", "value", one("x", "y"));
                if (is(0.4)) {
                    toleration.put("effect", one(EFFECTS));
                }
                all.add(toleration);
            }
        }
        if (is(0.1)) {
            all.add(object("operator", "Exists"));
        }
        if (is(0.1)) {
            all.add(object("key", "node.kubernetes.io/unschedulable", "operator", "Exists", "effect", "NoSchedule"));
        }
        return all;
    }

    Map<String, Object> selector() {
        return is(0.7) ? object("nvidia.com/gpu.product", one("H100", "A100", "B200")) : object(ZONE, one("a", "b"));
    }

    Map<String, Object> nodeAffinity(List<String> nodes) {
        var terms = new ArrayList<>();
        var count = whole(1, 2);
        var byName = is(0.15);
        for (var i = 0; i < count; i++) {
            var term = object();
            if (!byName || is(0.3)) {
                term.put("matchExpressions", requirements());
            }
            if (byName || is(0.08)) {
                term.put(
                        "matchFields",
                        List.of(object(
                                "key", "metadata.name",
                                "operator", one("In", "In", "NotIn"),
                                "values", List.of(is(0.9) ? one(nodes) : "nobody"))));
            }
            terms.add(term);
        }
        return object("requiredDuringSchedulingIgnoredDuringExecution", object("nodeSelectorTerms", terms));
    }

    private List<Object> requirements() {
        var all = new ArrayList<>();
        for (var i = whole(1, 2); i > 0; i--) {
            all.add(
                    switch (whole(0, 4)) {
                        case 0 ->
                            object(
                                    "key",
                                    "example.com/memory",
                                    "operator",
                                    one("Gt", "Lt"),
                                    "values",
                                    List.of(one("79", "80")));
                        case 1 ->
                            object("key", ZONE, "operator", one("In", "NotIn"), "values", List.of("a", one("b", "d")));
                        case 2 -> object("key", "example.com/rack", "operator", one("Exists", "DoesNotExist"));
                        case 3 ->
                            object(
                                    "key",
                                    "nvidia.com/gpu.product",
                                    "operator",
                                    "In",
                                    "values",
                                    List.of("H100", "B200"));
                        default -> object("key", one(KEYS), "operator", "NotIn", "values", List.of("r1", "b"));
                    });
        }
        return all;
    }

    Map<String, Object> podLabels() {
        var labels = object("app", one("x", "y", "z"));
        if (is(0.7)) {
            labels.put("tier", one("1", "2"));
        }
        return labels;
    }

    private Map<String, Object> labelSelector() {
        return switch (whole(0, 5)) {
            case 0 -> object();
            case 1 ->
                object(
                        "matchExpressions",
                        List.of(object("key", "app", "operator", "In", "values", List.of("x", "y"))));
            case 2 ->
                object("matchExpressions", List.of(object("key", "app", "operator", "NotIn", "values", List.of("z"))));
            default -> object("matchLabels", object("app", one("x", "y", "z")));
        };
    }

    Map<String, Object> podTerm() {
        var term = object("topologyKey", one(KEYS), "labelSelector", labelSelector());
        if (is(0.2)) {
            term.put("namespaces", List.of(one("lab", "shop"), "nowhere"));
        }
        if (is(0.25)) {
            term.put("namespaceSelector", is(0.4) ? object() : object("matchLabels", object("team", one("a", "b"))));
        }
        if (is(0.15)) {
            term.put(one("matchLabelKeys", "mismatchLabelKeys"), List.of("tier"));
        }
        return term;
    }

    List<Object> spreads() {
        var all = new ArrayList<>();
        var keys = KEYS.stream().filter(_ -> is(0.45)).toList();
        for (var key : keys.isEmpty() ? List.of(ZONE) : keys) {
            var must = is(0.85);
            var spread = object(
                    "topologyKey",
                    key,
                    "maxSkew",
                    whole(1, 2),
                    "whenUnsatisfiable",
                    must ? "DoNotSchedule" : "ScheduleAnyway");
            if (is(0.95)) {
                spread.put("labelSelector", labelSelector());
                if (is(0.2)) {
                    spread.put("matchLabelKeys", List.of("tier"));
                }
            }
            if (must && is(0.25)) {
                spread.put("minDomains", whole(1, 5));
            }
            if (is(0.3)) {
                spread.put("nodeAffinityPolicy", one("Honor", "Ignore"));
            }
            if (is(0.3)) {
                spread.put("nodeTaintsPolicy", one("Honor", "Ignore"));
            }
            all.add(spread);
        }
        return all;
    }

    Map<String, Object> port() {
        var port = object("containerPort", 80, "hostPort", whole(8080, 8081), "protocol", one("TCP", "TCP", "UDP"));
        if (is(0.3)) {
            port.put("hostIP", one("10.0.0.1", "10.0.0.2"));
        }
        return port;
    }
}
