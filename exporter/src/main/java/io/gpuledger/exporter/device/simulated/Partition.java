package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.simulated.Layout.Mig;
import io.gpuledger.exporter.device.simulated.Layout.Part;
import io.gpuledger.exporter.device.simulated.Layout.Whole;
import io.gpuledger.exporter.device.simulated.Model.Profile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The units of a GPU, as a [Layout] has them.
///
/// @param mig what the driver says of them, where the GPU is in MIG mode
record Partition(Optional<Device.Mig> mig, List<Slot> slots) {
    /// @param generation how often this GPU was partitioned before
    static Partition of(Layout layout, Model model, Identity identity, Noise loads, int generation) {
        return switch (layout) {
            case Whole(List<Workload> workloads) -> whole(workloads, loads);
            case Mig(List<Part> parts) -> instances(parts, model, identity.generation(generation), loads);
        };
    }

    private static Partition whole(List<Workload> workloads, Noise loads) {
        return new Partition(Optional.empty(), List.of(Slot.of(Optional.empty(), workloads, loads)));
    }

    private static Partition instances(List<Part> parts, Model model, Noise identities, Noise loads) {
        var instances = new ArrayList<Instance>();
        var slots = new ArrayList<Slot>();
        Map<Integer, Integer> alike = new HashMap<>();
        for (Part part : parts) {
            Profile profile = model.profile(part.profile()).orElseThrow();
            int place = instances.size();
            int id = alike.merge(firstGpuInstance(profile), 1, Integer::sum) - 1 + firstGpuInstance(profile);
            var instance = new Instance(
                    "MIG-" + Identity.uuid(identities.part(place)),
                    id,
                    Optional.empty(),
                    profile.name(),
                    profile.computeSlices(),
                    profile.memorySlices());
            instances.add(instance);
            slots.add(Slot.of(Optional.of(instance), part.workloads(), loads.part(place)));
        }
        return new Partition(
                Optional.of(new Device.Mig(Model.COMPUTE_SLICES, Model.MEMORY_SLICES, instances)), List.copyOf(slots));
    }

    Optional<Slot> slot(Instance instance) {
        return slots.stream()
                .filter(slot -> slot.instance().equals(Optional.of(instance)))
                .findFirst();
    }

    /// NVIDIA numbers GPU instances by size, as in a binary tree: 0 is the whole, 1 and 2 its halves, and so on.
    private static int firstGpuInstance(Profile profile) {
        return switch (profile.computeSlices()) {
            case 1 -> 7;
            case 2 -> 3;
            case 3, 4 -> 1;
            default -> 0;
        };
    }
}
