package io.gpuledger.exporter.device;

import io.gpuledger.exporter.device.Device.Instance;
import java.util.Optional;

/// What a pod can hold: a GPU that is not in MIG mode, or a MIG device.
public record Unit(Device device, Optional<Instance> instance) {
    /// The id that the driver and the kubelet know it by.
    public String uuid() {
        return instance.map(Instance::uuid).orElse(device.uuid());
    }
}
