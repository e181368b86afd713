package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.Callback;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/// A transcript of what is called of DCGM's headers (dcgm_agent.h, dcgm_fields.h, dcgm_structs.h). Handles and ids of
/// groups are `uintptr_t`, which a long holds; every function returns a [Status] unless it says otherwise.
final class Dcgm {
    static final int OPERATION_MODE_AUTO = 1;
    static final int GROUP_EMPTY = 1;
    /// The most ids that a field group takes. The header says 128; DCGM refuses the last of them.
    static final int FIELDS_PER_GROUP_MAX = 127;

    /// `DCGM_FV_FLAG_LIVE_DATA`: ask the driver, not the cache.
    static final int LIVE_DATA = 1;

    static final int WAIT_FOR_UPDATE = 1;
    static final int CHIP_ARCH_AMPERE = 7;
    static final int DEFAULT_PORT = 5555;

    /// `int (*)(dcgm_field_entity_group_t, dcgm_field_eid_t, dcgmFieldValue_v1 *values, int numValues, void
    /// *userData)`.
    /// The values are gone when it returns; less than 0 ends the enumeration.
    interface Values extends Callback {
        int invoke(int entityGroup, int entityId, Pointer values, int count, Pointer userData);
    }

    private Dcgm() {}

    static native int dcgmInit();

    static native int dcgmShutdown();

    static native int dcgmStartEmbedded(int operationMode, Pointer handle);

    static native int dcgmStartEmbedded_v2(Pointer params);

    static native int dcgmStopEmbedded(long handle);

    static native int dcgmConnect_v2(String address, Pointer params, Pointer handle);

    static native int dcgmConnect_v3(String connection, Pointer params, Pointer handle);

    static native int dcgmDisconnect(long handle);

    static native int dcgmGetAllSupportedDevices(long handle, Pointer gpuIds, Pointer count);

    static native int dcgmGetGpuInstanceHierarchy(long handle, Pointer hierarchy);

    static native int dcgmGetGpuChipArchitecture(long handle, int gpuId, Pointer architecture);

    static native int dcgmProfGetSupportedMetricGroups(long handle, Pointer metricGroups);

    static native int dcgmEntitiesGetLatestValues(
            long handle, Pointer entities, int entityCount, Pointer fields, int fieldCount, int flags, Pointer values);

    static native int dcgmGroupCreate(long handle, int type, String name, Pointer group);

    static native int dcgmGroupAddEntity(long handle, long group, int entityGroup, int entityId);

    static native int dcgmGroupDestroy(long handle, long group);

    static native int dcgmFieldGroupCreate(long handle, int count, Pointer fields, String name, Pointer fieldGroup);

    static native int dcgmFieldGroupDestroy(long handle, long fieldGroup);

    static native int dcgmWatchFields(
            long handle, long group, long fieldGroup, long everyMicros, double keepSeconds, int keepSamples);

    static native int dcgmUnwatchFields(long handle, long group, long fieldGroup);

    static native int dcgmUpdateAllFields(long handle, int wait);

    static native int dcgmGetLatestValues_v2(long handle, long group, long fieldGroup, Values values, Pointer userData);

    static native int dcgmGetValuesSince_v2(
            long handle, long group, long fieldGroup, long sinceMicros, Pointer next, Values values, Pointer userData);

    /// Returns `const dcgm_field_meta_t *`, null for a field that this DCGM does not know.
    static native @Nullable Pointer DcgmFieldGetById(short field);
}
