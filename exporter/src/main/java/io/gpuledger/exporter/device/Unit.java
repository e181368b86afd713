package io.gpuledger.exporter.device;

import io.gpuledger.exporter.device.Device.Instance;
import java.util.List;
import java.util.Optional;

/// What a pod can hold: a GPU that is not in MIG mode, or a MIG device.
public record Unit(Device device, Optional<Instance> instance) {
    /// Returns the id by which the driver and the kubelet know the unit.
    public String uuid() {
        return instance.map(Instance::uuid).orElse(device.uuid());
    }

    /// Whether it is a compute instance beside others in one GPU instance, which has its memory for all of them.
    public boolean sharesMemory() {
        return instance.flatMap(Instance::computeInstanceId).isPresent()
                && memorySharers().size() > 1;
    }

    /// Whether what the driver says of its memory is to be told with it: of several that share it, with the first.
    public boolean tellsMemory() {
        return instance.flatMap(Instance::computeInstanceId).isEmpty()
                || memorySharers().getFirst().equals(this);
    }

    /// The units that have their memory in common with this one, itself among them.
    public List<Unit> memorySharers() {
        return device.units().stream()
                .filter(other -> other.gpuInstance().equals(gpuInstance()))
                .toList();
    }

    private Optional<Integer> gpuInstance() {
        return instance.map(Instance::gpuInstanceId);
    }
}
