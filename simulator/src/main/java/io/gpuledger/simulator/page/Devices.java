package io.gpuledger.simulator.page;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.simulated.DriverBranch;
import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// The GPUs of a fleet, as an exporter knows them.
final class Devices {
    private static final String DRIVER = "580.65.06";
    /// GPUs of a model are on the same, of which there may be a hundred thousand.
    private static final Map<Model, Platform> PLATFORMS = new ConcurrentHashMap<>();

    private Devices() {}

    static Device of(Gpu gpu) {
        var model = gpu.model();
        var mig = Optional.of(gpu.layout())
                .filter(layout -> !layout.isEmpty())
                .map(layout -> model.mig(layout, place -> instance(gpu.units().get(place))));
        return new Device(
                gpu.index(),
                Optional.of(gpu.index()),
                gpu.uuid(),
                model.product(),
                "00000000:%02X:00.0".formatted(0x10 + 0x10 * gpu.index()),
                Optional.of("%013d"
                        .formatted(1_650_000_000_000L + Math.floorMod(gpu.uuid().hashCode(), 1_000_000_000))),
                PLATFORMS.computeIfAbsent(model, known -> known.on(DRIVER)),
                mig);
    }

    /// Returns what the exporter knows at a second of a device to which these troubles happen.
    static Device at(long second, Device device, List<Trouble> troubles) {
        var platform = device.platform();
        for (var trouble : troubles) {
            if (trouble.span().contains(second)) {
                platform = with(trouble, platform);
            }
        }
        return platform.equals(device.platform()) ? device : on(platform, device);
    }

    private static Platform with(Trouble trouble, Platform platform) {
        if (trouble instanceof Trouble.OtherDriver other) {
            var cuda = DriverBranch.cudaVersion(other.version());
            return new Platform(platform.vbios(), other.version(), cuda, platform.ecc());
        }
        if (trouble instanceof Symptom.OtherVbios other) {
            var vbios = Optional.of(other.version());
            return new Platform(vbios, platform.driverVersion(), platform.cudaVersion(), platform.ecc());
        }
        if (trouble instanceof Symptom.EccOff) {
            var off = Optional.of(false);
            return new Platform(platform.vbios(), platform.driverVersion(), platform.cudaVersion(), off);
        }
        return platform;
    }

    private static Device on(Platform platform, Device device) {
        return new Device(
                device.index(),
                device.minor(),
                device.uuid(),
                device.model(),
                device.pciBusId(),
                device.serial(),
                platform,
                device.mig());
    }

    private static String instance(Unit unit) {
        return "MIG-" + UUID.nameUUIDFromBytes(unit.id().getBytes(StandardCharsets.UTF_8));
    }
}
