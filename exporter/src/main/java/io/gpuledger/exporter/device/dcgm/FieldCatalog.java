package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.dcgm.Structs.FieldMeta;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The catalog says which fields this DCGM knows, and what they are of: GPUs, instances, or something that this backend
/// does not read.
final class FieldCatalog {
    private static final Set<Integer> OF_GPUS_OR_THE_NODE =
            Set.of(Entity.NONE, Entity.GPU, Entity.GPU_INSTANCE, Entity.COMPUTE_INSTANCE);
    private static final Set<Integer> OF_INSTANCES = Set.of(Entity.GPU_INSTANCE, Entity.COMPUTE_INSTANCE);
    private static final int UNKNOWN = -1;

    private final boolean tells;
    private final Map<Integer, Integer> levels = new HashMap<>();

    FieldCatalog(EngineConnection connection) {
        this.tells = !connection.missingFunctions().contains("DcgmFieldGetById");
    }

    boolean isOfGpu(int field) {
        return OF_GPUS_OR_THE_NODE.contains(level(field));
    }

    boolean isOfInstance(int field) {
        return OF_INSTANCES.contains(level(field));
    }

    private int level(int field) {
        return levels.computeIfAbsent(field, this::ask);
    }

    private int ask(int field) {
        if (!tells) {
            return DcgmFieldTable.OF_INSTANCES.contains(field) ? Entity.GPU_INSTANCE : Entity.GPU;
        }
        var meta = Dcgm.DcgmFieldGetById((short) field);
        return meta == null ? UNKNOWN : meta.getInt(FieldMeta.LEVEL);
    }
}
