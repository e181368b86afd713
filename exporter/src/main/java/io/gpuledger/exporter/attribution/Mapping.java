package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.attribution.Grant.Claimed;
import io.gpuledger.exporter.attribution.Grant.Devices;
import io.gpuledger.exporter.device.Device;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The mapping leads from what the kubelet says to who holds which unit of these devices. It is pure, but for what it
/// has found so far.
final class Mapping {
    private static final String DRA_DRIVER = "gpu.nvidia.com";
    private static final Pattern UUID =
            Pattern.compile("(?:GPU|MIG)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final ResourceNames resources;
    private final Units units;
    /// The UUID of a device that a DRA driver has published.
    private final Function<Claimed, Optional<String>> published;
    private final Map<String, Slots> slots = new HashMap<>();
    private final TreeMap<String, Integer> unmapped = new TreeMap<>();

    private Mapping(ResourceNames resources, List<Device> devices, Function<Claimed, Optional<String>> published) {
        this.resources = resources;
        this.units = new Units(devices);
        this.published = published;
    }

    static Holders of(
            KubeletWord word,
            ResourceNames resources,
            List<Device> devices,
            Function<Claimed, Optional<String>> published,
            Contest contest) {
        var mapping = new Mapping(resources, devices, published);
        word.offers().forEach(mapping::add);
        word.grants().forEach(mapping::add);
        return mapping.decided(contest);
    }

    private Holders decided(Contest contest) {
        var held = new HashMap<String, Held>();
        slots.forEach((unit, slot) ->
                slot.held(candidates -> contest.fit(unit, candidates)).ifPresent(decision -> held.put(unit, decision)));
        return new Holders(held, unmapped);
    }

    private void add(Offer offer) {
        for (var id : offer.ids()) {
            // What nobody holds need not be mapped.
            device(offer.resource(), id)
                    .ifPresent(device -> units.named(device.device())
                            .ifPresent(unit -> device.replica()
                                    .ifPresent(replica -> slots(unit).offered(replica))));
        }
    }

    /// Returns nothing where the id is no GPU's.
    private Optional<DeviceId> device(String resource, String id) {
        if (resources.isGpu(resource)) {
            return DeviceId.parse(id);
        }
        return resources.mayBeGpu(resource) ? DeviceId.parse(id).filter(DeviceId::isUnmistakable) : Optional.empty();
    }

    private void add(Grant grant) {
        switch (grant) {
            case Devices devices -> add(devices);
            case Claimed claimed when claimed.driver().equals(DRA_DRIVER) -> add(claimed);
            case Claimed _ -> {}
        }
    }

    private void add(Devices devices) {
        for (var id : devices.ids()) {
            var device = device(devices.resource(), id);
            var unit = device.flatMap(known -> units.named(known.device()));
            if (unit.isPresent()) {
                slots(unit.get()).held(device.flatMap(DeviceId::replica), devices.holder());
            } else if (resources.isGpu(devices.resource())) {
                unmapped.merge(devices.resource(), 1, Integer::sum);
            }
        }
    }

    private void add(Claimed claimed) {
        published
                .apply(claimed)
                .or(() -> named(claimed))
                .flatMap(uuid -> units.named(new DeviceId.Device.Uuid(uuid)))
                .ifPresentOrElse(
                        unit -> slots(unit).claimed(claimed.holder()),
                        () -> unmapped.merge(claimed.driver(), 1, Integer::sum));
    }

    /// A UUID in the device's own name, or in what the container runtime was told.
    private static Optional<String> named(Claimed claimed) {
        return Stream.concat(Stream.of(claimed.device()), claimed.cdiDevices().stream())
                .flatMap(name -> UUID.matcher(name).results())
                .map(found -> found.group())
                .findFirst();
    }

    private Slots slots(String unit) {
        return slots.computeIfAbsent(unit, _ -> new Slots());
    }
}
