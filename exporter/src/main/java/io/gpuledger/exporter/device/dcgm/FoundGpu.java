package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import java.util.List;
import java.util.stream.Stream;

/// This is a GPU of this node under DCGM's numbers.
record FoundGpu(Entity entity, Device device, List<FoundInstance> instances) {
    /// This is a GPU instance, with the MIG devices on it.
    ///
    /// @param devices what pods can hold of it: one, or one for each compute instance that it is split into
    /// @param parts its compute instances
    record FoundInstance(Entity entity, List<Instance> devices, List<Entity> parts) {
        boolean isSplit() {
            return devices.size() > 1;
        }
    }

    /// Whether watches of the one are watches of the other, and its numbers mean the same: whatever else has changed.
    boolean isAlike(FoundGpu other) {
        return entity.equals(other.entity)
                && device.uuid().equals(other.device.uuid())
                && instances.equals(other.instances);
    }

    /// Returns the same GPU for the time in which nobody says what its instances are.
    FoundGpu withoutInstances() {
        var partition = device.mig().map(mig -> new Device.Mig(mig.computeSlices(), mig.memorySlices(), List.of()));
        var bare = new Device(
                device.index(),
                device.minor(),
                device.uuid(),
                device.model(),
                device.pciBusId(),
                device.serial(),
                device.platform(),
                partition);
        return new FoundGpu(entity, bare, List.of());
    }

    /// Whatever an XID of this GPU may be laid at: DCGM blames the smallest part that it can.
    Stream<Entity> blamed() {
        return Stream.concat(
                Stream.of(entity),
                instances.stream()
                        .flatMap(instance -> Stream.concat(Stream.of(instance.entity()), instance.parts().stream())));
    }
}
