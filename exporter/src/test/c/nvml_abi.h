/*
 * The structures of NVML (API 13) as this project's doubles lay them out, with the sizes and offsets that were measured
 * by compiling against NVIDIA's own header. With a real nvml.h, that one takes their place, and the same is asserted.
 */
#ifndef NVML_ABI_H
#define NVML_ABI_H

#include <stddef.h>

#ifdef REAL_NVML_HEADER
#include REAL_NVML_HEADER
typedef nvmlMemory_v2_t abi_memory_v2;
#else
typedef void *nvmlDevice_t;
typedef void *nvmlEventSet_t;
typedef void *nvmlGpmSample_t;
typedef int nvmlReturn_t;
typedef unsigned long long u64;
typedef unsigned int u32;

typedef struct { u32 gpu, memory; } nvmlUtilization_t;
typedef struct { u64 total, free, used; } nvmlMemory_t;
typedef struct { u32 version; u64 total, reserved, free, used; } nvmlMemory_v2_t;
typedef struct { u64 bar1Total, bar1Free, bar1Used; } nvmlBAR1Memory_t;
typedef struct {
    char busIdLegacy[16];
    u32 domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
} nvmlPciInfo_t;
typedef union { double dVal; u32 uiVal; unsigned long ulVal; u64 ullVal; long long sllVal; int siVal; unsigned short usVal; } nvmlValue_t;
typedef struct {
    u32 fieldId, scopeId;
    long long timestamp, latencyUsec;
    int valueType;
    nvmlReturn_t nvmlReturn;
    nvmlValue_t value;
} nvmlFieldValue_t;
typedef struct { u32 version; int sensorType; int temperature; } nvmlTemperature_v1_t;
typedef struct { u32 version; int marginTemperature; } nvmlMarginTemperature_v1_t;
typedef struct { u64 referenceTime, violationTime; } nvmlViolationTime_t;
typedef struct { u32 pid; u64 usedGpuMemory; u32 gpuInstanceId, computeInstanceId; } nvmlProcessInfo_t;
typedef struct { u32 pid; u64 timeStamp; u32 smUtil, memUtil, encUtil, decUtil; } nvmlProcessUtilizationSample_t;
typedef struct { u64 timeStamp; nvmlValue_t sampleValue; } nvmlSample_t;
typedef struct { nvmlDevice_t device; u64 eventType, eventData; u32 gpuInstanceId, computeInstanceId; } nvmlEventData_t;
typedef struct {
    u32 multiprocessorCount, sharedCopyEngineCount, sharedDecoderCount, sharedEncoderCount, sharedJpegCount,
        sharedOfaCount, gpuInstanceSliceCount, computeInstanceSliceCount;
    u64 memorySizeMB;
} nvmlDeviceAttributes_t;
typedef struct {
    u32 id, isP2pSupported, sliceCount, instanceCount, multiprocessorCount, copyEngineCount, decoderCount, encoderCount,
        jpegCount, ofaCount;
    u64 memorySizeMB;
} nvmlGpuInstanceProfileInfo_t;
typedef struct { u32 version, isSupportedDevice; } nvmlGpmSupport_t;
typedef struct {
    u32 metricId;
    nvmlReturn_t nvmlReturn;
    double value;
    struct { char *shortName, *longName, *unit; } metricInfo;
} nvmlGpmMetric_t;
typedef struct { u32 version, numMetrics; nvmlGpmSample_t sample1, sample2; nvmlGpmMetric_t metrics[333]; } nvmlGpmMetricsGet_t;
typedef struct {
    u32 version;
    unsigned char clusterUuid[16];
    nvmlReturn_t status;
    u32 cliqueId;
    unsigned char state;
    u32 healthMask;
} nvmlGpuFabricInfo_v2_t;
typedef struct { u32 max, high, partial, low, none; } nvmlRowRemapperHistogramValues_t;
typedef struct {
    u32 version;
    u64 aggregateUncParity, aggregateUncSecDed, aggregateCor, volatileUncParity, volatileUncSecDed, volatileCor,
        aggregateUncBucketL2, aggregateUncBucketSm, aggregateUncBucketPcie, aggregateUncBucketMcu,
        aggregateUncBucketOther;
    u32 bThresholdExceeded;
} nvmlEccSramErrorStatus_v1_t;
/* Not used yet, and measured all the same. */
typedef struct { u32 pid; u64 usedGpuMemory; u32 gpuInstanceId, computeInstanceId; u64 usedGpuCcProtectedMemory; } nvmlProcessDetail_v1_t;
typedef struct { u32 version, mode, numProcArrayEntries; nvmlProcessDetail_v1_t *procArray; } nvmlProcessDetailList_v1_t;
typedef struct { u64 timeStamp; u32 pid, smUtil, memUtil, encUtil, decUtil, jpgUtil, ofaUtil; } nvmlProcessUtilizationInfo_v1_t;
typedef struct { u32 version, processSamplesCount; u64 lastSeenTimeStamp; nvmlProcessUtilizationInfo_v1_t *procUtilArray; } nvmlProcessesUtilizationInfo_v1_t;
typedef struct {
    u32 version, id, isP2pSupported, sliceCount, instanceCount, multiprocessorCount, copyEngineCount, decoderCount,
        encoderCount, jpegCount, ofaCount;
    u64 memorySizeMB;
    char name[96];
} nvmlGpuInstanceProfileInfo_v2_t;
typedef struct { u32 start, size; } abi_placement;
typedef struct { nvmlDevice_t device; u32 id, profileId; abi_placement placement; } nvmlGpuInstanceInfo_t;
typedef struct { nvmlDevice_t device; void *gpuInstance; u32 id, profileId; abi_placement placement; } nvmlComputeInstanceInfo_t;
typedef struct {
    u32 version;
    unsigned char clusterUuid[16];
    nvmlReturn_t status;
    u32 cliqueId;
    unsigned char state;
    u32 healthMask;
    unsigned char healthSummary;
} nvmlGpuFabricInfo_v3_t;
#endif

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), "size of " #type)
#define AT(type, field, offset) _Static_assert(offsetof(type, field) == (offset), "offset of " #type "." #field)

SIZE(nvmlUtilization_t, 8); AT(nvmlUtilization_t, gpu, 0); AT(nvmlUtilization_t, memory, 4);
SIZE(nvmlMemory_t, 24); AT(nvmlMemory_t, total, 0); AT(nvmlMemory_t, free, 8); AT(nvmlMemory_t, used, 16);
SIZE(nvmlMemory_v2_t, 40); AT(nvmlMemory_v2_t, version, 0); AT(nvmlMemory_v2_t, total, 8);
AT(nvmlMemory_v2_t, reserved, 16); AT(nvmlMemory_v2_t, free, 24); AT(nvmlMemory_v2_t, used, 32);
SIZE(nvmlBAR1Memory_t, 24); AT(nvmlBAR1Memory_t, bar1Total, 0); AT(nvmlBAR1Memory_t, bar1Free, 8);
AT(nvmlBAR1Memory_t, bar1Used, 16);
SIZE(nvmlPciInfo_t, 68); AT(nvmlPciInfo_t, busIdLegacy, 0); AT(nvmlPciInfo_t, domain, 16); AT(nvmlPciInfo_t, bus, 20);
AT(nvmlPciInfo_t, device, 24); AT(nvmlPciInfo_t, pciDeviceId, 28); AT(nvmlPciInfo_t, pciSubSystemId, 32);
AT(nvmlPciInfo_t, busId, 36);
SIZE(nvmlFieldValue_t, 40); AT(nvmlFieldValue_t, fieldId, 0); AT(nvmlFieldValue_t, scopeId, 4);
AT(nvmlFieldValue_t, timestamp, 8); AT(nvmlFieldValue_t, latencyUsec, 16); AT(nvmlFieldValue_t, valueType, 24);
AT(nvmlFieldValue_t, nvmlReturn, 28); AT(nvmlFieldValue_t, value, 32);
SIZE(nvmlTemperature_v1_t, 12); AT(nvmlTemperature_v1_t, sensorType, 4); AT(nvmlTemperature_v1_t, temperature, 8);
SIZE(nvmlMarginTemperature_v1_t, 8); AT(nvmlMarginTemperature_v1_t, marginTemperature, 4);
SIZE(nvmlViolationTime_t, 16); AT(nvmlViolationTime_t, referenceTime, 0); AT(nvmlViolationTime_t, violationTime, 8);
SIZE(nvmlProcessInfo_t, 24); AT(nvmlProcessInfo_t, pid, 0); AT(nvmlProcessInfo_t, usedGpuMemory, 8);
AT(nvmlProcessInfo_t, gpuInstanceId, 16); AT(nvmlProcessInfo_t, computeInstanceId, 20);
SIZE(nvmlProcessUtilizationSample_t, 32); AT(nvmlProcessUtilizationSample_t, pid, 0);
AT(nvmlProcessUtilizationSample_t, timeStamp, 8); AT(nvmlProcessUtilizationSample_t, smUtil, 16);
AT(nvmlProcessUtilizationSample_t, memUtil, 20); AT(nvmlProcessUtilizationSample_t, encUtil, 24);
AT(nvmlProcessUtilizationSample_t, decUtil, 28);
SIZE(nvmlSample_t, 16); AT(nvmlSample_t, timeStamp, 0); AT(nvmlSample_t, sampleValue, 8);
SIZE(nvmlEventData_t, 32); AT(nvmlEventData_t, device, 0); AT(nvmlEventData_t, eventType, 8);
AT(nvmlEventData_t, eventData, 16); AT(nvmlEventData_t, gpuInstanceId, 24); AT(nvmlEventData_t, computeInstanceId, 28);
SIZE(nvmlDeviceAttributes_t, 40); AT(nvmlDeviceAttributes_t, gpuInstanceSliceCount, 24);
AT(nvmlDeviceAttributes_t, computeInstanceSliceCount, 28); AT(nvmlDeviceAttributes_t, memorySizeMB, 32);
SIZE(nvmlGpuInstanceProfileInfo_t, 48); AT(nvmlGpuInstanceProfileInfo_t, sliceCount, 8);
SIZE(nvmlGpmSupport_t, 8); AT(nvmlGpmSupport_t, isSupportedDevice, 4);
SIZE(nvmlGpmMetric_t, 40); AT(nvmlGpmMetric_t, metricId, 0); AT(nvmlGpmMetric_t, nvmlReturn, 4);
AT(nvmlGpmMetric_t, value, 8);
#ifndef REAL_NVML_HEADER
/* The array grows with drivers. */
SIZE(nvmlGpmMetricsGet_t, 13344);
#endif
AT(nvmlGpmMetricsGet_t, numMetrics, 4); AT(nvmlGpmMetricsGet_t, sample1, 8); AT(nvmlGpmMetricsGet_t, sample2, 16);
AT(nvmlGpmMetricsGet_t, metrics, 24);
SIZE(nvmlGpuFabricInfo_v2_t, 36); AT(nvmlGpuFabricInfo_v2_t, status, 20); AT(nvmlGpuFabricInfo_v2_t, cliqueId, 24);
AT(nvmlGpuFabricInfo_v2_t, state, 28); AT(nvmlGpuFabricInfo_v2_t, healthMask, 32);
SIZE(nvmlProcessDetail_v1_t, 32); AT(nvmlProcessDetail_v1_t, usedGpuMemory, 8);
AT(nvmlProcessDetail_v1_t, gpuInstanceId, 16); AT(nvmlProcessDetail_v1_t, computeInstanceId, 20);
AT(nvmlProcessDetail_v1_t, usedGpuCcProtectedMemory, 24);
SIZE(nvmlProcessDetailList_v1_t, 24); AT(nvmlProcessDetailList_v1_t, mode, 4);
AT(nvmlProcessDetailList_v1_t, numProcArrayEntries, 8); AT(nvmlProcessDetailList_v1_t, procArray, 16);
SIZE(nvmlProcessUtilizationInfo_v1_t, 40); AT(nvmlProcessUtilizationInfo_v1_t, pid, 8);
AT(nvmlProcessUtilizationInfo_v1_t, smUtil, 12); AT(nvmlProcessUtilizationInfo_v1_t, memUtil, 16);
AT(nvmlProcessUtilizationInfo_v1_t, encUtil, 20); AT(nvmlProcessUtilizationInfo_v1_t, decUtil, 24);
AT(nvmlProcessUtilizationInfo_v1_t, jpgUtil, 28); AT(nvmlProcessUtilizationInfo_v1_t, ofaUtil, 32);
SIZE(nvmlProcessesUtilizationInfo_v1_t, 24); AT(nvmlProcessesUtilizationInfo_v1_t, processSamplesCount, 4);
AT(nvmlProcessesUtilizationInfo_v1_t, lastSeenTimeStamp, 8); AT(nvmlProcessesUtilizationInfo_v1_t, procUtilArray, 16);
SIZE(nvmlGpuInstanceProfileInfo_v2_t, 152); AT(nvmlGpuInstanceProfileInfo_v2_t, id, 4);
AT(nvmlGpuInstanceProfileInfo_v2_t, memorySizeMB, 48); AT(nvmlGpuInstanceProfileInfo_v2_t, name, 56);
SIZE(nvmlGpuInstanceInfo_t, 24); AT(nvmlGpuInstanceInfo_t, id, 8); AT(nvmlGpuInstanceInfo_t, profileId, 12);
AT(nvmlGpuInstanceInfo_t, placement, 16);
SIZE(nvmlComputeInstanceInfo_t, 32); AT(nvmlComputeInstanceInfo_t, gpuInstance, 8);
AT(nvmlComputeInstanceInfo_t, id, 16); AT(nvmlComputeInstanceInfo_t, profileId, 20);
AT(nvmlComputeInstanceInfo_t, placement, 24);
SIZE(nvmlGpuFabricInfo_v3_t, 40); AT(nvmlGpuFabricInfo_v3_t, healthMask, 32); AT(nvmlGpuFabricInfo_v3_t, healthSummary, 36);
SIZE(nvmlRowRemapperHistogramValues_t, 20); AT(nvmlRowRemapperHistogramValues_t, none, 16);
SIZE(nvmlEccSramErrorStatus_v1_t, 104); AT(nvmlEccSramErrorStatus_v1_t, aggregateUncParity, 8);
AT(nvmlEccSramErrorStatus_v1_t, aggregateUncSecDed, 16); AT(nvmlEccSramErrorStatus_v1_t, aggregateCor, 24);
AT(nvmlEccSramErrorStatus_v1_t, bThresholdExceeded, 96);

#endif
