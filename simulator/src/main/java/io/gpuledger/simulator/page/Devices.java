package io.gpuledger.simulator.page;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The GPUs of a fleet, as an exporter knows them.
final class Devices {
    private static final String DRIVER = "580.65.06";

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
                Optional.of(model.vbios()),
                DRIVER,
                mig);
    }

    /// Returns what the exporter knows at a second of a device to which these troubles happen.
    static Device at(long second, Device device, List<Trouble> troubles) {
        var known = device;
        for (var trouble : troubles) {
            if (trouble.span().contains(second)) {
                known = with(trouble, known);
            }
        }
        return known;
    }

    private static Device with(Trouble trouble, Device device) {
        if (trouble instanceof Trouble.OtherDriver other) {
            return versioned(device, device.vbios(), other.version());
        }
        return trouble instanceof Symptom.OtherVbios other
                ? versioned(device, Optional.of(other.version()), device.driverVersion())
                : device;
    }

    private static Device versioned(Device device, Optional<String> vbios, String driver) {
        return new Device(
                device.index(),
                device.minor(),
                device.uuid(),
                device.model(),
                device.pciBusId(),
                device.serial(),
                vbios,
                driver,
                device.mig());
    }

    private static String instance(Unit unit) {
        return "MIG-" + UUID.nameUUIDFromBytes(unit.id().getBytes(StandardCharsets.UTF_8));
    }
}
