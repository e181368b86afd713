package io.gpuledger.analyzer.fit.oracle;

import static io.gpuledger.analyzer.fit.oracle.Draw.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The devices of a drawn cluster, and the claims that stand there before anybody asks: some have devices, on a
/// node or wherever; one is reserved for as many as can be, one is being deleted.
///
/// @param statuses what becomes of the claims after they are made, by their names
record Equipment(
        List<Map<String, Object>> slices, List<Map<String, Object>> claims, Map<String, Map<String, Object>> statuses) {
    static final String NAMESPACE = "lab";
    static final String GPU = "gpu.example.com";
    private static final String NIC = "nic.example.com";
    private static final String NUMA = "example.com/numa";
    static final String API = "resource.k8s.io/v1beta1";
    /// Pods may use these claims.
    static final List<String> STANDING = List.of("here", "full", "leaving", "missing");

    /// The classes that all scenes share, by their names with the expressions by which they select.
    static final Map<String, List<String>> CLASSES = Map.of(
            "gpu", List.of("device.driver == \"gpu.example.com\""),
            "h100",
                    List.of(
                            "device.driver == \"gpu.example.com\"",
                            "device.attributes[\"gpu.example.com\"].model == 'H100'"),
            "large",
                    List.of("device.driver == \"gpu.example.com\" && "
                            + "device.capacity[\"gpu.example.com\"].memory.compareTo(quantity(\"60Gi\")) >= 0"),
            "nic", List.of("device.driver.startsWith(\"nic.\")"),
            "any", List.of(),
            "nobody", List.of("device.driver == \"nobody.example.com\""),
            "broken", List.of("device.attributes[\"gpu.example.com\"].nothing == 1"),
            "canary", List.of("device.driver == \"canary.example.com\""));

    static Equipment of(Draw draw, List<String> nodes) {
        var equipment = new Equipment(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
        for (var node : nodes) {
            if (draw.is(0.75)) {
                equipment.local(draw, GPU, node);
            }
            if (draw.is(0.35)) {
                equipment.local(draw, NIC, node);
            }
        }
        if (draw.is(0.3)) {
            equipment.shared(draw, "everywhere", object("allNodes", true));
        }
        if (draw.is(0.3)) {
            equipment.shared(draw, "zone", object("nodeSelector", Scene.inZone(draw.one("a", "b"))));
        }
        equipment.standing(draw, nodes);
        equipment.slices.add(slice(
                "canary",
                "canary.example.com",
                object("name", "canary", "generation", 1, "resourceSliceCount", 1),
                object("allNodes", true),
                List.of(object("name", "canary", "basic", object()))));
        return equipment;
    }

    /// A pool of a node is of one slice or two, of which one may not be there; older slices may be there still.
    private void local(Draw draw, String driver, String node) {
        var reach = object("nodeName", node);
        var devices = devices(draw, driver, driver.equals(GPU) ? draw.whole(1, 4) : draw.whole(1, 2));
        var name = node + "-" + driver.substring(0, 3);
        var isOfTwo = devices.size() > 1 && draw.is(0.2);
        var pool = object("name", node, "generation", 2, "resourceSliceCount", isOfTwo ? 2 : draw.is(0.93) ? 1 : 2);
        if (isOfTwo) {
            slices.add(slice(name + "-a", driver, pool, reach, devices.subList(0, 1)));
            if (draw.is(0.8)) {
                slices.add(slice(name + "-b", driver, pool, reach, devices.subList(1, devices.size())));
            }
        } else {
            slices.add(slice(name, driver, pool, reach, devices));
        }
        if (draw.is(0.1)) {
            var old = object("name", node, "generation", 1, "resourceSliceCount", 1);
            slices.add(slice(name + "-old", driver, old, reach, devices(draw, driver, 4)));
        }
    }

    private void shared(Draw draw, String name, Map<String, Object> reach) {
        var pool = object("name", name, "generation", 1, "resourceSliceCount", 1);
        slices.add(slice(name, draw.one(GPU, NIC), pool, reach, devices(draw, GPU, draw.whole(1, 2))));
    }

    private static List<Map<String, Object>> devices(Draw draw, String driver, int count) {
        var devices = new ArrayList<Map<String, Object>>();
        for (var i = 0; i < count; i++) {
            var attributes = object(
                    "index",
                    object("int", i),
                    NUMA,
                    object("string", draw.one("0", "1")),
                    "driverVersion",
                    object("version", draw.one("1.10.0", "1.9.0", "2.0.0-rc.1")),
                    "healthy",
                    object("bool", draw.is(0.8)));
            if (driver.equals(GPU) && draw.is(0.97)) {
                attributes.put("model", object("string", draw.one("H100", "A100")));
            }
            if (draw.is(0.1)) {
                attributes.remove(NUMA);
            }
            var basic = object("attributes", attributes);
            if (draw.is(0.97)) {
                basic.put("capacity", object("memory", object("value", draw.one("80Gi", "40Gi"))));
            }
            devices.add(object("name", "d" + i, "basic", basic));
        }
        return devices;
    }

    private static Map<String, Object> slice(
            String name,
            String driver,
            Map<String, Object> pool,
            Map<String, Object> reach,
            List<Map<String, Object>> devices) {
        var spec = object("driver", driver, "pool", pool, "devices", devices);
        spec.putAll(reach);
        return object("apiVersion", API, "kind", "ResourceSlice", "metadata", object("name", name), "spec", spec);
    }

    /// Claims of others hold a third of the devices.
    private void standing(Draw draw, List<String> nodes) {
        for (var slice : List.copyOf(slices)) {
            JsonNode spec = Api.JSON.valueToTree(slice.get("spec"));
            for (var device : spec.path("devices")) {
                if (draw.is(0.35)) {
                    var result = result(
                            spec.path("driver").asText(),
                            spec.at("/pool/name").asText(),
                            device.path("name").asText());
                    if (draw.is(0.1)) {
                        result.put("adminAccess", true);
                    }
                    allocated("other-" + claims.size(), result, "", 1);
                }
            }
        }
        allocated("here", result(GPU, "elsewhere", "nothing"), draw.one(nodes), 1);
        allocated("full", result(GPU, "elsewhere", "nothing"), draw.one(nodes), 256);
        claims.add(claim("leaving", List.of(request("r", "gpu")), List.of()));
        metadata(claims.getLast()).put("finalizers", List.of("example.com/slow"));
    }

    private static Map<String, Object> result(String driver, String pool, String device) {
        return object("request", "r", "driver", driver, "pool", pool, "device", device);
    }

    private void allocated(String name, Map<String, Object> result, String node, int consumers) {
        claims.add(claim(name, List.of(request("r", "gpu")), List.of()));
        var allocation = object("devices", object("results", List.of(result)));
        if (!node.isEmpty()) {
            var field = object("key", "metadata.name", "operator", "In", "values", List.of(node));
            allocation.put("nodeSelector", object("nodeSelectorTerms", List.of(object("matchFields", List.of(field)))));
        }
        var pods = new ArrayList<>();
        for (var i = 0; i < consumers; i++) {
            pods.add(object("resource", "pods", "name", "ghost-" + i, "uid", "ghost-" + i));
        }
        statuses.put(name, object("status", object("allocation", allocation, "reservedFor", pods)));
    }

    static Map<String, Object> request(String name, String deviceClass) {
        return object("name", name, "deviceClassName", deviceClass, "allocationMode", "ExactCount", "count", 1);
    }

    static Map<String, Object> claim(String name, List<?> requests, List<?> constraints) {
        return object(
                "apiVersion",
                API,
                "kind",
                "ResourceClaim",
                "metadata",
                object("name", name, "namespace", NAMESPACE),
                "spec",
                object("devices", object("requests", requests, "constraints", constraints)));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> metadata(Map<String, Object> object) {
        return (Map<String, Object>) object.getOrDefault("metadata", Map.of());
    }

    static Map<String, Object> deviceClass(String name, List<String> expressions) {
        var selectors = expressions.stream()
                .map(one -> object("cel", object("expression", one)))
                .toList();
        return object(
                "apiVersion",
                API,
                "kind",
                "DeviceClass",
                "metadata",
                object("name", name),
                "spec",
                object("selectors", selectors));
    }
}
