package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The facts of claims on devices, of the classes that they name and of the devices that drivers tell of
/// (resource.k8s.io, v1, v1beta2 and v1beta1). Of all versions they are kept in the same form: JSON in short
/// words, without what programs are to do with a device. What a claim or a device has that is not looked at is
/// marked, as whoever leaves it out would say too much.
final class DeviceFacts {
    /// A text of 128 devices with the attributes that drivers give them takes some 30,000 characters.
    private static final int TEXT_MAX = 128 * 1024;

    private static final int ASKED_MAX = 64 * 1024;
    private static final int RESULTS_MAX = 128;
    private static final Set<String> OF_OPTION =
            Set.of("name", "deviceClassName", "selectors", "allocationMode", "count", "adminAccess", "tolerations");
    private static final Set<String> OF_REQUEST = Set.of("name", "exactly", "firstAvailable");
    private static final Set<String> OF_CONSTRAINT = Set.of("requests", "matchAttribute");
    private static final Set<String> OF_DEVICE = Set.of("name", "basic", "attributes", "capacity");
    private static final Set<String> OF_BASIC = Set.of("attributes", "capacity");

    private DeviceFacts() {}

    static Optional<ObservedObject> claim(GenericKubernetesResource claim, String cluster) {
        var draft =
                new Draft().put(Attribute.LEAVING, claim.getMetadata().getDeletionTimestamp() == null ? "" : "true");
        if (claim.get("status", "allocation") instanceof Map<?, ?> allocation) {
            allocated(claim, allocation, draft);
        } else {
            var asked = new TreeMap<String, Object>();
            asked.put("requests", all(Fields.list(claim, "spec", "devices", "requests"), DeviceFacts::request));
            asked.put(
                    "constraints", all(Fields.list(claim, "spec", "devices", "constraints"), DeviceFacts::constraint));
            CommonFacts.json(Attribute.ASKED, asked, ASKED_MAX, "what it asks for", draft);
        }
        return Optional.of(draft.of(
                ObjectId.named(cluster, Kind.RESOURCE_CLAIM, CommonFacts.namespace(claim), CommonFacts.name(claim))));
    }

    /// An administrator's access takes a device away from nobody.
    private static void allocated(GenericKubernetesResource claim, Map<?, ?> allocation, Draft draft) {
        var results = allocation.get("devices") instanceof Map<?, ?> devices
                ? Fields.list(devices, "results")
                : List.<Map<?, ?>>of();
        draft.putAlso(
                Attribute.HELD,
                results.stream()
                        .limit(RESULTS_MAX)
                        .filter(result -> !Boolean.TRUE.equals(result.get("adminAccess")))
                        .map(result -> result.get("driver") + "/" + result.get("pool") + "/" + result.get("device"))
                        .collect(Collectors.joining(",")));
        draft.put(
                Attribute.CONSUMERS, Fields.list(claim, "status", "reservedFor").size());
        reach(allocation.get("nodeSelector"), draft);
    }

    static Optional<ObservedObject> deviceClass(GenericKubernetesResource deviceClass, String cluster) {
        var draft = new Draft();
        CommonFacts.json(
                Attribute.SELECTORS,
                Map.of("selectors", selectors(Fields.list(deviceClass, "spec", "selectors"))),
                ASKED_MAX,
                "what it selects",
                draft);
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.DEVICE_CLASS, CommonFacts.name(deviceClass))));
    }

    static Optional<ObservedObject> slice(GenericKubernetesResource slice, String cluster) {
        var draft = new Draft()
                .put(Attribute.DRIVER, Fields.text(slice, "spec", "driver"))
                .put(Attribute.POOL, Fields.text(slice, "spec", "pool", "name"))
                .put(Attribute.GENERATION, Fields.text(slice, "spec", "pool", "generation"))
                .put(Attribute.SLICES, Fields.text(slice, "spec", "pool", "resourceSliceCount"))
                .put(Attribute.NODE, Fields.text(slice, "spec", "nodeName"))
                .put(
                        Attribute.EVERYWHERE,
                        Fields.text(slice, "spec", "allNodes").equals("true") ? "true" : "");
        reach(slice.get("spec", "nodeSelector"), draft);
        CommonFacts.json(
                Attribute.DEVICES, devices(Fields.list(slice, "spec", "devices")), TEXT_MAX, "its devices", draft);
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.RESOURCE_SLICE, CommonFacts.name(slice))));
    }

    private static void reach(@Nullable Object selector, Draft draft) {
        if (selector != null) {
            CommonFacts.json(Attribute.REACH, selector, ASKED_MAX, "its node selector", draft);
        }
    }

    private interface Reader {
        Map<String, Object> read(Map<?, ?> one);
    }

    private static List<Map<String, Object>> all(List<Map<?, ?>> some, Reader reader) {
        return some.stream().map(reader::read).toList();
    }

    /// Before v1beta2 what is asked for stands in the request itself. A request for all devices was content
    /// with none then.
    private static Map<String, Object> request(Map<?, ?> request) {
        var kept = new LinkedHashMap<String, Object>();
        kept.put("name", request.get("name"));
        if (request.get("exactly") instanceof Map<?, ?> exactly) {
            kept.put("options", List.of(option(exactly, true)));
            mark(request, OF_REQUEST, kept);
        } else if (request.get("firstAvailable") instanceof List<?>) {
            kept.put("options", all(Fields.list(request, "firstAvailable"), one -> option(one, true)));
            mark(request, OF_REQUEST, kept);
        } else {
            kept.put("options", List.of(option(request, false)));
        }
        return kept;
    }

    private static Map<String, Object> option(Map<?, ?> option, boolean needsOne) {
        var kept = new LinkedHashMap<String, Object>();
        if (needsOne && option.get("name") != null) {
            kept.put("name", option.get("name"));
        }
        kept.put("class", Objects.toString(option.get("deviceClassName"), ""));
        kept.put("selectors", selectors(Fields.list(option, "selectors")));
        if (Objects.toString(option.get("allocationMode"), "ExactCount").equals("ExactCount")) {
            kept.put("count", Objects.toString(option.get("count"), "1"));
        } else {
            kept.put("mode", option.get("allocationMode") + (needsOne ? "OfSome" : ""));
        }
        if (Boolean.TRUE.equals(option.get("adminAccess"))) {
            kept.put("admin", true);
        }
        mark(option, OF_OPTION, kept);
        return kept;
    }

    private static List<String> selectors(List<Map<?, ?>> selectors) {
        return selectors.stream()
                .map(one -> one.get("cel") instanceof Map<?, ?> cel ? Objects.toString(cel.get("expression"), "") : "")
                .toList();
    }

    private static Map<String, Object> constraint(Map<?, ?> constraint) {
        var kept = new LinkedHashMap<String, Object>();
        if (constraint.get("requests") instanceof List<?> requests) {
            kept.put("requests", requests);
        }
        kept.put("attribute", Objects.toString(constraint.get("matchAttribute"), ""));
        mark(constraint, OF_CONSTRAINT, kept);
        return kept;
    }

    private static void mark(Map<?, ?> object, Set<String> known, Map<String, Object> kept) {
        if (object.entrySet().stream()
                .anyMatch(field -> field.getValue() != null && !known.contains(String.valueOf(field.getKey())))) {
            kept.put("more", true);
        }
    }

    /// Tells an attribute once where all devices of the slice have the same value of it, and else with each device.
    private static Map<String, Object> devices(List<Map<?, ?>> devices) {
        var each = devices.stream().map(DeviceFacts::device).toList();
        var common = new TreeMap<String, Object>();
        if (each.size() > 1) {
            common.putAll(each.getFirst());
            common.remove("name");
            each.forEach(device ->
                    common.entrySet().removeIf(one -> !one.getValue().equals(device.get(one.getKey()))));
            each.forEach(device -> device.keySet().removeAll(common.keySet()));
        }
        var kept = new TreeMap<String, Object>();
        kept.put("common", common);
        kept.put("devices", new ArrayList<>(each));
        return kept;
    }

    /// The names of attributes are kept with `a:` before them and their values with the letter of their types,
    /// the names of capacities with `q:`.
    private static Map<String, Object> device(Map<?, ?> device) {
        var kept = new TreeMap<String, Object>();
        kept.put("name", Objects.toString(device.get("name"), ""));
        mark(device, OF_DEVICE, kept);
        if (device.get("basic") instanceof Map<?, ?> basic) {
            mark(basic, OF_BASIC, kept);
            properties(basic, kept);
        } else {
            properties(device, kept);
        }
        return kept;
    }

    private static void properties(Map<?, ?> device, Map<String, Object> kept) {
        if (device.get("attributes") instanceof Map<?, ?> attributes) {
            attributes.forEach((name, value) -> kept.put("a:" + name, attribute(value)));
        }
        if (device.get("capacity") instanceof Map<?, ?> capacity) {
            capacity.forEach((name, value) -> kept.put(
                    "q:" + name,
                    value instanceof Map<?, ?> one
                            ? Fields.quantity(one.get("value")).orElse("")
                            : Fields.quantity(value).orElse("")));
        }
    }

    private static String attribute(@Nullable Object value) {
        if (value instanceof Map<?, ?> typed && typed.size() == 1) {
            var one = typed.entrySet().iterator().next();
            return switch (String.valueOf(one.getKey())) {
                case "string" -> "s" + one.getValue();
                case "int" -> "i" + one.getValue();
                case "bool" -> "b" + one.getValue();
                case "version" -> "v" + one.getValue();
                default -> "?";
            };
        }
        return "?";
    }
}
