package io.gpuledger.exporter.device.dcgm;

/// The layouts of DCGM's structs, as offsets into plain memory. A version is the size with the number on top.
final class Structs {
    private Structs() {}

    private static int version(int number, int size) {
        return number << 24 | size;
    }

    /// `{unsigned version; dcgmOperationMode_t opMode; uintptr_t dcgmHandle; const char *logFile; int severity;
    /// unsigned denyListCount; unsigned denyList[10];}`
    static final class StartEmbeddedV2 {
        static final int SIZE = 72;
        static final int VERSION = version(1, SIZE);
        static final int OPERATION_MODE = 4;
        static final int HANDLE = 8;
        static final int LOG_FILE = 16;
        static final int SEVERITY = 24;

        private StartEmbeddedV2() {}
    }

    /// The struct is `{unsigned version, persistAfterDisconnect, timeoutMs, addressIsUnixSocket;}`.
    static final class ConnectV2 {
        static final int SIZE = 16;
        static final int VERSION = version(2, SIZE);
        static final int TIMEOUT_MILLIS = 8;
        static final int IS_UNIX_SOCKET = 12;

        private ConnectV2() {}
    }

    /// The struct is `{unsigned version, persistAfterDisconnect, timeoutMs;}`.
    static final class ConnectV3 {
        static final int SIZE = 12;
        static final int VERSION = version(1, SIZE);
        static final int TIMEOUT_MILLIS = 8;

        private ConnectV3() {}
    }

    /// `{dcgm_field_entity_group_t entityGroupId; unsigned entityId;}`
    static final class EntityPair {
        static final int SIZE = 8;
        static final int ID = 4;

        private EntityPair() {}
    }

    /// `{unsigned version; unsigned short fieldId, fieldType; int status; int64_t ts; union {int64_t i64; double dbl;
    /// char str[256]; char blob[4096];} value;}`
    static final class FieldValueV1 {
        static final int SIZE = 4120;
        static final int FIELD = 4;
        static final int TYPE = 6;
        static final int STATUS = 8;
        static final int MICROS = 16;
        static final int VALUE = 24;
        static final int TEXT_SIZE = 256;

        private FieldValueV1() {}
    }

    /// `{unsigned version; dcgm_field_entity_group_t entityGroupId; unsigned entityId; unsigned short fieldId,
    /// fieldType; int status; unsigned unused; int64_t ts; union {...} value;}`
    static final class FieldValueV2 {
        static final int SIZE = 4128;
        static final int FIELD = 12;
        static final int TYPE = 14;
        static final int STATUS = 16;
        static final int MICROS = 24;
        static final int VALUE = 32;

        private FieldValueV2() {}
    }

    /// `{unsigned version, count; dcgmMigHierarchyInfo_v2 entityList[448];}`
    static final class MigHierarchy {
        static final int SIZE = 73480;
        static final int VERSION = version(2, SIZE);
        static final int COUNT = 4;
        static final int ENTITIES = 8;
        static final int ENTITIES_MAX = 448;

        private MigHierarchy() {}
    }

    /// `{dcgmGroupEntityPair_t entity, parent; struct {char gpuUuid[128]; unsigned nvmlGpuIndex, nvmlInstanceId,
    /// nvmlComputeInstanceId, nvmlMigProfileId, nvmlProfileSlices;} info;}`
    static final class MigEntity {
        static final int SIZE = 164;
        static final int PARENT = 8;
        static final int INSTANCE = 148;
        static final int COMPUTE_INSTANCE = 152;
        static final int SLICES = 160;

        private MigEntity() {}
    }

    /// `{unsigned version, unused, gpuId, numMetricGroups; dcgmProfMetricGroupInfo_v2 metricGroups[10];}`
    static final class MetricGroups {
        static final int SIZE = 1376;
        static final int VERSION = version(3, SIZE);
        static final int GPU = 8;
        static final int COUNT = 12;
        static final int GROUPS = 16;
        static final int GROUPS_MAX = 10;

        private MetricGroups() {}
    }

    /// `{unsigned short majorId, minorId; unsigned numFieldIds; unsigned short fieldIds[64];}`
    static final class MetricGroup {
        static final int SIZE = 136;
        static final int COUNT = 4;
        static final int FIELDS = 8;
        static final int FIELDS_MAX = 64;

        private MetricGroup() {}
    }

    /// `{unsigned short fieldId; char fieldType; unsigned char size; char tag[48]; int scope, nvmlFieldId;
    /// dcgm_field_entity_group_t entityLevel; void *valueFormat;}`
    static final class FieldMeta {
        static final int SIZE = 72;
        static final int LEVEL = 60;

        private FieldMeta() {}
    }

    /// The array is `unsigned gpuIdList[32]`.
    static final class GpuIds {
        static final int SIZE = 128;
        static final int MAX = 32;

        private GpuIds() {}
    }
}
