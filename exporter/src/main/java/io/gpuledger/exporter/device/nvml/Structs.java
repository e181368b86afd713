package io.gpuledger.exporter.device.nvml;

/// The structures of nvml.h (API 13): sizes and offsets, as a compiler for 64 bits lays them out. A test holds each
/// against C.
final class Structs {
    private Structs() {}

    /// What a structure's first field says, where it has a version: its size, and the version in the highest byte.
    static int version(int size, int version) {
        return size | version << 24;
    }

    /// `{ unsigned gpu, memory; }`, 8 bytes: percent
    static final class Utilization {
        static final int SIZE = 8;
        static final int gpu = 0;
        static final int memory = 4;
    }

    /// `{ u64 total, free, used; }`, 24 bytes
    static final class Memory {
        static final int SIZE = 24;
        static final int total = 0;
        static final int free = 8;
        static final int used = 16;
    }

    /// `{ unsigned version; u64 total, reserved, free, used; }`, 40 bytes
    static final class Memory_v2 {
        static final int SIZE = 40;
        static final int VERSION = version(SIZE, 2);
        static final int version = 0;
        static final int total = 8;
        static final int reserved = 16;
        static final int free = 24;
        static final int used = 32;
    }

    /// `{ u64 bar1Total, bar1Free, bar1Used; }`, 24 bytes
    static final class BAR1Memory {
        static final int SIZE = 24;
        static final int bar1Total = 0;
        static final int bar1Free = 8;
        static final int bar1Used = 16;
    }

    /// `{ char busIdLegacy[16]; unsigned domain, bus, device, pciDeviceId, pciSubSystemId; char busId[32]; }`, 68 bytes
    static final class PciInfo {
        static final int SIZE = 68;
        static final int busId = 36;
    }

    /// `{ unsigned fieldId, scopeId; s64 timestamp, latencyUsec; int valueType, nvmlReturn; u64 value; }`, 40 bytes
    static final class FieldValue {
        static final int SIZE = 40;
        static final int fieldId = 0;
        static final int scopeId = 4;
        static final int timestamp = 8;
        static final int latencyUsec = 16;
        static final int valueType = 24;
        static final int nvmlReturn = 28;
        static final int value = 32;
    }

    /// `{ unsigned version; int sensorType; int temperature; }`, 12 bytes
    static final class Temperature_v1 {
        static final int SIZE = 12;
        static final int VERSION = version(SIZE, 1);
        static final int version = 0;
        static final int sensorType = 4;
        static final int temperature = 8;
    }

    /// `{ unsigned version; int marginTemperature; }`, 8 bytes
    static final class MarginTemperature_v1 {
        static final int SIZE = 8;
        static final int VERSION = version(SIZE, 1);
        static final int version = 0;
        static final int marginTemperature = 4;
    }

    /// `{ u64 referenceTime, violationTime; }`, 16 bytes
    static final class ViolationTime {
        static final int SIZE = 16;
        static final int referenceTime = 0;
        static final int violationTime = 8;
    }

    /// `{ unsigned pid; u64 usedGpuMemory; unsigned gpuInstanceId, computeInstanceId; }`, 24 bytes
    static final class ProcessInfo {
        static final int SIZE = 24;
        static final int pid = 0;
        static final int usedGpuMemory = 8;
        static final int gpuInstanceId = 16;
        static final int computeInstanceId = 20;
    }

    /// `{ unsigned pid; u64 timeStamp; unsigned smUtil, memUtil, encUtil, decUtil; }`, 32 bytes
    static final class ProcessUtilizationSample {
        static final int SIZE = 32;
        static final int pid = 0;
        static final int timeStamp = 8;
        static final int smUtil = 16;
        static final int memUtil = 20;
        static final int encUtil = 24;
        static final int decUtil = 28;
    }

    /// `{ u64 timeStamp; u64 sampleValue; }`, 16 bytes
    static final class Sample {
        static final int SIZE = 16;
        static final int timeStamp = 0;
        static final int sampleValue = 8;
    }

    /// `{ nvmlDevice_t device; u64 eventType, eventData; unsigned gpuInstanceId, computeInstanceId; }`, 32 bytes
    static final class EventData {
        static final int SIZE = 32;
        static final int device = 0;
        static final int eventType = 8;
        static final int eventData = 16;
        static final int gpuInstanceId = 24;
        static final int computeInstanceId = 28;
    }

    /// `{ unsigned multiprocessorCount, shared*Count[5], gpuInstanceSliceCount, computeInstanceSliceCount;
    /// u64 memorySizeMB; }`, 40 bytes
    static final class DeviceAttributes {
        static final int SIZE = 40;
        static final int gpuInstanceSliceCount = 24;
        static final int computeInstanceSliceCount = 28;
        static final int memorySizeMB = 32;
    }

    /// `{ unsigned id, isP2pSupported, sliceCount, instanceCount, multiprocessorCount, ...; u64 memorySizeMB; }`,
    /// 48 bytes
    static final class GpuInstanceProfileInfo {
        static final int SIZE = 48;
        static final int sliceCount = 8;
    }

    /// `{ unsigned version, isSupportedDevice; }`, 8 bytes; the version is plain
    static final class GpmSupport {
        static final int SIZE = 8;
        static final int VERSION = 1;
        static final int version = 0;
        static final int isSupportedDevice = 4;
    }

    /// `{ unsigned metricId; int nvmlReturn; double value; char *shortName, *longName, *unit; }`, 40 bytes
    static final class GpmMetric {
        static final int SIZE = 40;
        static final int metricId = 0;
        static final int nvmlReturn = 4;
        static final int value = 8;
    }

    /// `{ unsigned version, numMetrics; nvmlGpmSample_t sample1, sample2; nvmlGpmMetric_t metrics[333]; }`, 13344
    /// bytes; the version is plain. The array grew with drivers, so it is made this long whatever is asked for.
    static final class GpmMetricsGet {
        static final int SIZE = 13_344;
        static final int VERSION = 1;
        static final int version = 0;
        static final int numMetrics = 4;
        static final int sample1 = 8;
        static final int sample2 = 16;
        static final int metrics = 24;
    }

    /// `{ unsigned version; u8 clusterUuid[16]; int status; unsigned cliqueId; u8 state; unsigned healthMask; }`,
    /// 36 bytes
    static final class GpuFabricInfo_v2 {
        static final int SIZE = 36;
        static final int VERSION = version(SIZE, 2);
        static final int version = 0;
        static final int status = 20;
        static final int cliqueId = 24;
        static final int state = 28;
        static final int healthMask = 32;
    }

    /// `{ unsigned max, high, partial, low, none; }`, 20 bytes
    static final class RowRemapperHistogramValues {
        static final int SIZE = 20;
        static final int max = 0;
        static final int high = 4;
        static final int partial = 8;
        static final int low = 12;
        static final int none = 16;
    }

    /// `{ unsigned version; u64 aggregateUncParity, aggregateUncSecDed, aggregateCor, volatileUncParity,
    /// volatileUncSecDed, volatileCor, aggregateUncBucket*[5]; unsigned bThresholdExceeded; }`, 104 bytes
    static final class EccSramErrorStatus_v1 {
        static final int SIZE = 104;
        static final int VERSION = version(SIZE, 1);
        static final int version = 0;
        static final int aggregateUncParity = 8;
        static final int aggregateUncSecDed = 16;
        static final int aggregateCor = 24;
        static final int bThresholdExceeded = 96;
    }
}
