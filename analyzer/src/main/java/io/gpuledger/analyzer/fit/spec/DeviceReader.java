package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.fit.DeviceClaim;
import io.gpuledger.analyzer.fit.Slice;
import io.gpuledger.analyzer.fit.Slice.Reach;
import io.gpuledger.analyzer.fit.Term;
import io.gpuledger.analyzer.fit.device.Datum;
import io.gpuledger.analyzer.fit.device.Demand;
import io.gpuledger.analyzer.fit.device.Demand.Constraint;
import io.gpuledger.analyzer.fit.device.Demand.Mode;
import io.gpuledger.analyzer.fit.device.Demand.Option;
import io.gpuledger.analyzer.fit.device.Demand.Request;
import io.gpuledger.analyzer.fit.device.Device;
import io.gpuledger.analyzer.fit.device.Quantities;
import io.gpuledger.analyzer.fit.device.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads what is kept of claims on devices, of their classes and of slices, by [Attribute]s. What cannot be
/// read is not known.
public final class DeviceReader {
    private static final int ITEMS_MAX = 1_000;
    private static final int REQUESTS_MAX = 32;

    private DeviceReader() {}

    public static DeviceClaim claim(SortedMap<String, String> told) {
        var held = Optional.ofNullable(told.get(Attribute.HELD));
        var devices = held.filter(text -> !text.isEmpty())
                .map(text -> List.of(text.split(",")))
                .orElse(List.of());
        if (told.containsKey(Attribute.LEAVING)) {
            return new DeviceClaim.Leaving(devices);
        }
        if (told.containsKey(Attribute.UNREAD)) {
            return new DeviceClaim.Unread(told.getOrDefault(Attribute.UNREAD, ""));
        }
        try {
            return held.isPresent()
                    ? new DeviceClaim.Allocated(
                            terms(told), devices, whole(told.getOrDefault(Attribute.CONSUMERS, "0")))
                    : new DeviceClaim.Waiting(demand(part(told, Attribute.ASKED)));
        } catch (UnreadableException e) {
            return new DeviceClaim.Unread(e.why());
        }
    }

    /// Returns the expressions by which a class selects devices.
    public static Optional<List<String>> deviceClass(SortedMap<String, String> told) {
        try {
            return Optional.of(part(told, Attribute.SELECTORS).texts("selectors", ITEMS_MAX));
        } catch (UnreadableException _) {
            return Optional.empty();
        }
    }

    public static Slice slice(SortedMap<String, String> told) {
        var driver = told.getOrDefault(Attribute.DRIVER, "");
        var pool = told.getOrDefault(Attribute.POOL, "");
        var devices = new ArrayList<Device>();
        var isUnread = false;
        try {
            devices.addAll(devices(driver, pool, part(told, Attribute.DEVICES)));
        } catch (UnreadableException _) {
            isUnread = true;
        }
        return new Slice(
                driver + "/" + pool,
                whole(told.getOrDefault(Attribute.GENERATION, "0")),
                whole(told.getOrDefault(Attribute.SLICES, "0")),
                reach(told),
                devices,
                isUnread);
    }

    private static Part part(SortedMap<String, String> told, String attribute) throws UnreadableException {
        return new Part("", Tree.of(told.getOrDefault(attribute, "")));
    }

    private static long whole(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static Reach reach(SortedMap<String, String> told) {
        if (told.containsKey(Attribute.NODE)) {
            return new Reach.Node(told.getOrDefault(Attribute.NODE, ""));
        }
        if (told.containsKey(Attribute.EVERYWHERE)) {
            return new Reach.Everywhere();
        }
        try {
            return terms(told).<Reach>map(Reach.Nodes::new).orElseGet(Reach.Unknown::new);
        } catch (UnreadableException _) {
            return new Reach.Unknown();
        }
    }

    private static Optional<List<Term>> terms(SortedMap<String, String> told) throws UnreadableException {
        return told.containsKey(Attribute.REACH)
                ? Optional.of(AffinityReader.terms(part(told, Attribute.REACH)))
                : Optional.empty();
    }

    private static Demand demand(Part asked) throws UnreadableException {
        var isSpecial = false;
        var requests = new ArrayList<Request>();
        for (var request : asked.items("requests", REQUESTS_MAX)) {
            isSpecial |= request.flag("more");
            var options = new ArrayList<Option>();
            for (var option : request.items("options", REQUESTS_MAX)) {
                isSpecial |= option.flag("more");
                options.add(option(option));
            }
            requests.add(new Request(request.text("name"), options));
        }
        var constraints = new ArrayList<Constraint>();
        for (var constraint : asked.items("constraints", REQUESTS_MAX)) {
            isSpecial |= constraint.flag("more");
            constraints.add(new Constraint(constraint.texts("requests", ITEMS_MAX), constraint.text("attribute")));
        }
        return new Demand(requests, constraints, isSpecial);
    }

    private static Option option(Part option) throws UnreadableException {
        var mode = switch (option.text("mode", "")) {
            case "" -> Mode.EXACTLY;
            case "All" -> Mode.ALL;
            case "AllOfSome" -> Mode.ALL_OF_SOME;
            default -> throw option.not("of a known mode");
        };
        return new Option(
                option.text("name", ""),
                option.text("class"),
                option.texts("selectors", ITEMS_MAX),
                mode,
                whole(option.text("count", "1")),
                option.flag("admin"));
    }

    private static List<Device> devices(String driver, String pool, Part told) throws UnreadableException {
        var common = told.member("common");
        var devices = new ArrayList<Device>();
        for (var one : told.items("devices", ITEMS_MAX)) {
            var attributes = new TreeMap<String, Datum>();
            var capacity = new TreeMap<String, Datum>();
            var isSpecial = one.flag("more");
            if (common.isPresent()) {
                properties(common.get(), attributes, capacity);
                isSpecial |= common.get().flag("more");
            }
            properties(one, attributes, capacity);
            devices.add(new Device(Device.id(driver, pool, one.text("name")), driver, attributes, capacity, isSpecial));
        }
        return devices;
    }

    private static void properties(Part of, Map<String, Datum> attributes, Map<String, Datum> capacity)
            throws UnreadableException {
        for (var one : of.members().entrySet()) {
            var name = one.getKey().length() > 2 ? one.getKey().substring(2) : "";
            if (one.getValue() instanceof Tree.Word(var text)) {
                if (one.getKey().startsWith("a:")) {
                    attributes.put(name, attribute(text));
                } else if (one.getKey().startsWith("q:")) {
                    capacity.put(
                            name,
                            Quantities.of(text)
                                    .<Datum>map(Datum.Amount::new)
                                    .orElseGet(() -> new Datum.Unknown("a capacity that cannot be read")));
                }
            }
        }
    }

    private static Datum attribute(String typed) {
        var text = typed.isEmpty() ? "" : typed.substring(1);
        return switch (typed.isEmpty() ? '?' : typed.charAt(0)) {
            case 's' -> new Datum.Text(text);
            case 'i' -> new Datum.Whole(whole(text));
            case 'b' -> Datum.of(text.equals("true"));
            case 'v' ->
                Version.of(text)
                        .<Datum>map(Datum.Versioned::new)
                        .orElseGet(() -> new Datum.Unknown("a version that cannot be read"));
            default -> new Datum.Unknown("an attribute of a type that is not looked at here");
        };
    }
}
