package io.gpuledger.simulator.page;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Profile;
import io.gpuledger.simulator.fleet.Unit;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The GPUs of a fleet, as an exporter knows them.
final class Devices {
    private static final String DRIVER = "580.65.06";

    private Devices() {}

    static Device of(Gpu gpu) {
        var mig = gpu.layout().isEmpty()
                ? Optional.<Mig>empty()
                : Optional.of(new Mig(gpu.sku().computeSlices(), gpu.sku().memorySlices(), instances(gpu)));
        return new Device(
                gpu.index(),
                Optional.of(gpu.index()),
                gpu.uuid(),
                gpu.sku().product(),
                "00000000:%02X:00.0".formatted(0x10 + 0x10 * gpu.index()),
                Optional.of("%013d"
                        .formatted(1_650_000_000_000L + Math.floorMod(gpu.uuid().hashCode(), 1_000_000_000))),
                Optional.of("96.00.74.00.01"),
                DRIVER,
                mig);
    }

    private static List<Instance> instances(Gpu gpu) {
        var alike = new HashMap<Integer, Integer>();
        return gpu.units().stream()
                .flatMap(unit -> unit.profile().map(profile -> instance(unit, profile, alike)).stream())
                .toList();
    }

    private static Instance instance(Unit unit, Profile profile, Map<Integer, Integer> alike) {
        var first = firstId(unit.gpu(), profile);
        var id = first + alike.merge(first, 1, Integer::sum) - 1;
        return new Instance(
                "MIG-" + UUID.nameUUIDFromBytes(unit.id().getBytes(StandardCharsets.UTF_8)),
                id,
                Optional.empty(),
                profile.name(),
                profile.computeSlices(),
                profile.memorySlices());
    }

    /// NVIDIA numbers GPU instances by size, as in a binary tree: 0 is the whole, 1 and 2 its halves, and so on.
    private static int firstId(Gpu gpu, Profile profile) {
        var slices = profile.computeSlices();
        if (slices == gpu.sku().computeSlices()) {
            return 0;
        }
        return switch (slices) {
            case 1 -> 7;
            case 2 -> 3;
            default -> 1;
        };
    }
}
