package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Unit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The units of a node under every name that a kubelet may have for them; each by its UUID.
final class Units {
    private final Map<DeviceId.Device, String> byName = new HashMap<>();

    Units(List<Device> devices) {
        for (var device : devices) {
            device.units().forEach(this::add);
        }
    }

    private void add(Unit unit) {
        name(new DeviceId.Device.Uuid(unit.uuid()), unit);
        var gpu = unit.device();
        unit.instance().ifPresentOrElse(instance -> add(gpu, instance, unit), () -> {
            name(new DeviceId.Device.Index(gpu.index()), unit);
            minor(gpu, Optional.empty(), unit);
        });
    }

    private void minor(Device gpu, Optional<Integer> gpuInstance, Unit unit) {
        gpu.minor().ifPresent(minor -> name(new DeviceId.Device.Minor(minor, gpuInstance), unit));
    }

    private void add(Device gpu, Instance instance, Unit unit) {
        var id = instance.gpuInstanceId();
        minor(gpu, Optional.of(id), unit);
        name(
                new DeviceId.Device.InstanceOf(
                        gpu.uuid(), id, instance.computeInstanceId().orElse(0)),
                unit);
    }

    /// Where a name fits several units, the first has it: GKE's plugin knows no compute instances.
    private void name(DeviceId.Device name, Unit unit) {
        byName.putIfAbsent(name, unit.uuid());
    }

    Optional<String> named(DeviceId.Device name) {
        return Optional.ofNullable(byName.get(name));
    }
}
