package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.dcgm.Structs.EntityPair;
import io.gpuledger.exporter.device.dcgm.Structs.MigEntity;
import io.gpuledger.exporter.device.dcgm.Structs.MigHierarchy;
import java.util.ArrayList;
import java.util.List;

/// How GPUs in MIG mode are partitioned, by DCGM's numbers and the driver's.
record Hierarchy(List<GpuInstance> gpuInstances, List<ComputeInstance> computeInstances) {
    private static final Hierarchy NONE = new Hierarchy(List.of(), List.of());

    /// @param number the driver's, within the GPU
    record GpuInstance(Entity entity, Entity gpu, int number, int slices) {}

    /// @param number the driver's, within the GPU instance
    record ComputeInstance(Entity entity, Entity gpuInstance, int number) {}

    /// Reads the hierarchy as it is now. A DCGM that knows of no MIG has an empty one; one that cannot say is a
    /// failure.
    static Hierarchy read(long handle, Memory struct) {
        struct.clear();
        struct.setInt(0, MigHierarchy.VERSION);
        var code = Dcgm.dcgmGetGpuInstanceHierarchy(handle, struct);
        if (Status.of(code) == Status.NOT_SUPPORTED || Status.of(code) == Status.FUNCTION_MISSING) {
            return NONE;
        }
        CallFailedException.unlessOk("dcgmGetGpuInstanceHierarchy", code);
        var gpuInstances = new ArrayList<GpuInstance>();
        var computeInstances = new ArrayList<ComputeInstance>();
        var count = Math.clamp(struct.getInt(MigHierarchy.COUNT), 0, MigHierarchy.ENTITIES_MAX);
        for (var i = 0; i < count; i++) {
            var at = MigHierarchy.ENTITIES + (long) i * MigEntity.SIZE;
            var entity = entity(struct, at);
            var parent = entity(struct, at + MigEntity.PARENT);
            switch (entity.group()) {
                case Entity.GPU_INSTANCE ->
                    gpuInstances.add(new GpuInstance(
                            entity,
                            parent,
                            struct.getInt(at + MigEntity.INSTANCE),
                            struct.getInt(at + MigEntity.SLICES)));
                case Entity.COMPUTE_INSTANCE ->
                    computeInstances.add(
                            new ComputeInstance(entity, parent, struct.getInt(at + MigEntity.COMPUTE_INSTANCE)));
                default -> {
                    // Nothing that this backend reads.
                }
            }
        }
        return new Hierarchy(List.copyOf(gpuInstances), List.copyOf(computeInstances));
    }

    private static Entity entity(Memory struct, long at) {
        return new Entity(struct.getInt(at), struct.getInt(at + EntityPair.ID));
    }

    /// The part of it that is this GPU's.
    Hierarchy of(Entity gpu) {
        var parts = gpuInstances.stream()
                .filter(instance -> instance.gpu().equals(gpu))
                .toList();
        return new Hierarchy(
                parts, parts.stream().flatMap(part -> in(part).stream()).toList());
    }

    List<ComputeInstance> in(GpuInstance gpuInstance) {
        return computeInstances.stream()
                .filter(instance -> instance.gpuInstance().equals(gpuInstance.entity()))
                .toList();
    }
}
