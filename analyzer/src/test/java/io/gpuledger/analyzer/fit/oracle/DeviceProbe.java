package io.gpuledger.analyzer.fit.oracle;

import static io.gpuledger.analyzer.fit.oracle.Draw.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A drawn pod that claims devices, with the claims of its own.
///
/// @param claims by what the pod calls them
/// @param isTemplated whether Kubernetes makes the claims for it, or it names them
record DeviceProbe(Map<String, Object> pod, Map<String, Map<String, Object>> claims, boolean isTemplated) {
    private static final List<String> NAMES = List.of("gpu", "gpu", "gpu", "h100", "large", "nic", "any");
    private static final List<String> SELECTORS = List.of(
            "device.attributes['gpu.example.com'].index < 2",
            "device.attributes[\"gpu.example.com\"].model == \"H100\"",
            "has(device.attributes['gpu.example.com'].model) &&"
                    + " device.attributes['gpu.example.com'].model.endsWith('100')",
            "'example.com' in device.attributes && device.attributes['example.com'].numa in ['1', '2']",
            "device.driver == 'gpu.example.com' ? device.attributes['gpu.example.com'].healthy : true",
            "device.capacity[device.driver].memory.isGreaterThan(quantity('41Gi'))",
            "device.attributes[device.driver].driverVersion.isLessThan(semver('1.10.0'))",
            "device.attributes[device.driver].driverVersion.compareTo(semver('1.9.0')) >= 0",
            "cel.bind(own, device.attributes[device.driver], own.healthy && own.index != 1)",
            "device.attributes['gpu.example.com'].model.matches('^[AH]1.*0$') || device.driver.contains('nic')");

    static DeviceProbe of(Draw draw, String name, List<String> nodes) {
        var spec = object(
                "priorityClassName", "never",
                "tolerations", draw.tolerations(),
                "containers", List.of(container(draw)));
        if (draw.is(0.15)) {
            spec.put("nodeSelector", draw.selector());
        }
        if (draw.is(0.1)) {
            spec.put("affinity", object("nodeAffinity", draw.nodeAffinity(nodes)));
        }
        if (draw.is(0.05)) {
            spec.put("schedulingGates", List.of(object("name", "example.com/queue")));
        }
        var isTemplated = draw.is(0.4);
        var claims = new LinkedHashMap<String, Map<String, Object>>();
        var uses = new ArrayList<>();
        for (var i = draw.is(0.2) ? 2 : 1; i > 0; i--) {
            claims.put("c" + i, claim(draw, name + "-c" + i));
            uses.add(
                    isTemplated
                            ? object("name", "c" + i, "resourceClaimTemplateName", "template")
                            : object("name", "c" + i, "resourceClaimName", name + "-c" + i));
        }
        if (draw.is(0.2)) {
            uses.add(object(
                    "name",
                    "standing",
                    "resourceClaimName",
                    draw.one("here", "here", "full", draw.is(0.6) ? "here" : draw.one("leaving", "missing"))));
        }
        spec.put("resourceClaims", uses);
        var pod = object(
                "apiVersion",
                "v1",
                "kind",
                "Pod",
                "metadata",
                object("name", name, "namespace", Equipment.NAMESPACE, "labels", object("probe", "yes")),
                "spec",
                spec);
        return new DeviceProbe(pod, claims, isTemplated);
    }

    private static Map<String, Object> container(Draw draw) {
        var requests = object("cpu", draw.is(0.15) ? "7" : "250m");
        return object("name", "c", "image", "none", "resources", object("requests", requests));
    }

    private static Map<String, Object> claim(Draw draw, String name) {
        var requests = new ArrayList<Map<String, Object>>();
        for (var i = draw.is(0.25) ? 2 : 1; i > 0; i--) {
            requests.add(request(draw, "r" + i));
        }
        var constraints = new ArrayList<>();
        if (draw.is(0.3)) {
            var constraint = object("matchAttribute", draw.one("example.com/numa", "gpu.example.com/model"));
            if (draw.is(0.3)) {
                constraint.put("requests", List.of("r1"));
            }
            constraints.add(constraint);
        }
        return Equipment.claim(name, requests, constraints);
    }

    private static Map<String, Object> request(Draw draw, String name) {
        var deviceClass = draw.is(0.92) ? draw.one(NAMES) : draw.one("nobody", "broken", "nowhere");
        var request = Equipment.request(name, deviceClass);
        if (draw.is(0.15)) {
            request.put("allocationMode", "All");
            request.remove("count");
        } else if (draw.is(0.4)) {
            request.put("count", draw.whole(1, 4));
        }
        var selectors = new ArrayList<>();
        while (draw.is(0.35)) {
            selectors.add(object("cel", object("expression", draw.one(SELECTORS))));
        }
        request.put("selectors", selectors);
        if (draw.is(0.05)) {
            request.put("adminAccess", true);
        }
        return request;
    }
}
