package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.simulated.Layout.Mig;
import io.gpuledger.exporter.device.simulated.Layout.MigPart;
import io.gpuledger.exporter.device.simulated.Layout.Whole;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The units of a GPU, as a [Layout] has them.
///
/// @param mig what the driver says of them, where the GPU is in MIG mode
record Partition(Optional<Device.Mig> mig, List<LoadedUnit> slots) {
    /// @param generation how often this GPU was partitioned before
    static Partition of(Layout layout, Model model, GpuIdentity identity, Noise loads, int generation) {
        return switch (layout) {
            case Whole(List<Workload> workloads) -> whole(workloads, loads);
            case Mig(List<MigPart> parts) -> instances(parts, model, identity.generation(generation), loads);
        };
    }

    private static Partition whole(List<Workload> workloads, Noise loads) {
        return new Partition(Optional.empty(), List.of(LoadedUnit.of(Optional.empty(), workloads, loads)));
    }

    private static Partition instances(List<MigPart> parts, Model model, Noise identities, Noise loads) {
        var layout = parts.stream()
                .map(part -> model.profile(part.profile()).orElseThrow())
                .toList();
        var mig = model.mig(layout, place -> "MIG-" + GpuIdentity.uuid(identities.part(place)));
        var slots = IntStream.range(0, parts.size())
                .mapToObj(place -> LoadedUnit.of(
                        Optional.of(mig.instances().get(place)),
                        parts.get(place).workloads(),
                        loads.part(place)))
                .toList();
        return new Partition(Optional.of(mig), slots);
    }

    Optional<LoadedUnit> slot(Instance instance) {
        return slots.stream()
                .filter(slot -> slot.instance().equals(Optional.of(instance)))
                .findFirst();
    }
}
