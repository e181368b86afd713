package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Pointer;

/// A transcript of nvml.h (API 13): what we use of it, under its own names. A device, a set of events and a sample are
/// pointers there, and numbers here. Every function returns an nvmlReturn_t ([NvmlReturn]).
///
/// Bound by [io.gpuledger.exporter.device.binding.Binding]: each may be missing from an older driver.
final class Nvml {
    private Nvml() {}

    // The library and the driver
    static native int nvmlInit_v2();

    static native int nvmlShutdown();

    static native int nvmlSystemGetDriverVersion(Pointer version, int length);

    static native int nvmlSystemGetNVMLVersion(Pointer version, int length);

    static native int nvmlSystemGetCudaDriverVersion_v2(Pointer version);

    static native int nvmlSystemGetCudaDriverVersion(Pointer version);

    // Which devices there are
    static native int nvmlDeviceGetCount_v2(Pointer count);

    static native int nvmlDeviceGetHandleByIndex_v2(int index, Pointer device);

    static native int nvmlDeviceGetMinorNumber(long device, Pointer minor);

    static native int nvmlDeviceGetUUID(long device, Pointer uuid, int length);

    static native int nvmlDeviceGetName(long device, Pointer name, int length);

    static native int nvmlDeviceGetSerial(long device, Pointer serial, int length);

    static native int nvmlDeviceGetVbiosVersion(long device, Pointer version, int length);

    static native int nvmlDeviceGetEccMode(long device, Pointer current, Pointer pending);

    static native int nvmlDeviceGetInforomImageVersion(long device, Pointer version, int length);

    static native int nvmlDeviceGetInforomVersion(long device, int object, Pointer version, int length);

    static native int nvmlDeviceGetPciInfo_v3(long device, Pointer pci);

    // Multi-instance GPUs
    static native int nvmlDeviceGetMigMode(long device, Pointer current, Pointer pending);

    static native int nvmlDeviceGetMaxMigDeviceCount(long device, Pointer count);

    static native int nvmlDeviceGetMigDeviceHandleByIndex(long device, int index, Pointer migDevice);

    static native int nvmlDeviceGetGpuInstanceId(long migDevice, Pointer id);

    static native int nvmlDeviceGetComputeInstanceId(long migDevice, Pointer id);

    static native int nvmlDeviceGetAttributes_v2(long migDevice, Pointer attributes);

    static native int nvmlDeviceGetGpuInstanceProfileInfo(long device, int profile, Pointer info);

    // Activity
    static native int nvmlDeviceGetUtilizationRates(long device, Pointer utilization);

    static native int nvmlDeviceGetEncoderUtilization(long device, Pointer utilization, Pointer samplingPeriodUs);

    static native int nvmlDeviceGetDecoderUtilization(long device, Pointer utilization, Pointer samplingPeriodUs);

    static native int nvmlDeviceGetJpgUtilization(long device, Pointer utilization, Pointer samplingPeriodUs);

    static native int nvmlDeviceGetOfaUtilization(long device, Pointer utilization, Pointer samplingPeriodUs);

    static native int nvmlDeviceGetSamples(
            long device, int type, long lastSeenTimeStamp, Pointer valueType, Pointer count, Pointer samples);

    // Memory
    static native int nvmlDeviceGetMemoryInfo_v2(long device, Pointer memory);

    static native int nvmlDeviceGetMemoryInfo(long device, Pointer memory);

    static native int nvmlDeviceGetBAR1MemoryInfo(long device, Pointer memory);

    // Heat, power, clocks
    static native int nvmlDeviceGetTemperatureV(long device, Pointer temperature);

    static native int nvmlDeviceGetTemperature(long device, int sensor, Pointer temperature);

    static native int nvmlDeviceGetMarginTemperature(long device, Pointer margin);

    static native int nvmlDeviceGetPowerUsage(long device, Pointer milliwatts);

    static native int nvmlDeviceGetEnforcedPowerLimit(long device, Pointer milliwatts);

    static native int nvmlDeviceGetPowerManagementLimit(long device, Pointer milliwatts);

    static native int nvmlDeviceGetTotalEnergyConsumption(long device, Pointer millijoules);

    static native int nvmlDeviceGetClockInfo(long device, int type, Pointer megahertz);

    static native int nvmlDeviceGetMaxClockInfo(long device, int type, Pointer megahertz);

    static native int nvmlDeviceGetCurrentClocksEventReasons(long device, Pointer reasons);

    static native int nvmlDeviceGetCurrentClocksThrottleReasons(long device, Pointer reasons);

    static native int nvmlDeviceGetViolationStatus(long device, int policy, Pointer violationTime);

    static native int nvmlDeviceGetPerformanceState(long device, Pointer state);

    static native int nvmlDeviceGetPersistenceMode(long device, Pointer mode);

    static native int nvmlDeviceGetNumFans(long device, Pointer count);

    static native int nvmlDeviceGetFanSpeed_v2(long device, int fan, Pointer percent);

    // Errors
    static native int nvmlDeviceGetTotalEccErrors(long device, int errorType, int counterType, Pointer count);

    static native int nvmlDeviceGetSramEccErrorStatus(long device, Pointer status);

    static native int nvmlDeviceGetRemappedRows(
            long device, Pointer correctable, Pointer uncorrectable, Pointer pending, Pointer failure);

    static native int nvmlDeviceGetRowRemapperHistogram(long device, Pointer values);

    // Links
    static native int nvmlDeviceGetCurrPcieLinkGeneration(long device, Pointer generation);

    static native int nvmlDeviceGetCurrPcieLinkWidth(long device, Pointer width);

    static native int nvmlDeviceGetPcieReplayCounter(long device, Pointer count);

    static native int nvmlDeviceGetNvLinkState(long device, int link, Pointer active);

    static native int nvmlDeviceGetGpuFabricInfoV(long device, Pointer info);

    // Fields: many readings in one call
    static native int nvmlDeviceGetFieldValues(long device, int count, Pointer values);

    // Processes
    static native int nvmlDeviceGetComputeRunningProcesses_v3(long device, Pointer count, Pointer infos);

    static native int nvmlDeviceGetGraphicsRunningProcesses_v3(long device, Pointer count, Pointer infos);

    static native int nvmlDeviceGetMPSComputeRunningProcesses_v3(long device, Pointer count, Pointer infos);

    static native int nvmlDeviceGetProcessUtilization(
            long device, Pointer utilization, Pointer count, long lastSeenTimeStamp);

    // Events
    static native int nvmlEventSetCreate(Pointer set);

    static native int nvmlDeviceGetSupportedEventTypes(long device, Pointer types);

    static native int nvmlDeviceRegisterEvents(long device, long types, long set);

    static native int nvmlEventSetWait_v2(long set, Pointer data, int timeoutMilliseconds);

    static native int nvmlEventSetFree(long set);

    // GPU performance monitoring, since Hopper
    static native int nvmlGpmQueryDeviceSupport(long device, Pointer support);

    static native int nvmlGpmSampleAlloc(Pointer sample);

    static native int nvmlGpmSampleFree(long sample);

    static native int nvmlGpmSampleGet(long device, long sample);

    static native int nvmlGpmMigSampleGet(long device, int gpuInstanceId, long sample);

    static native int nvmlGpmMetricsGet(Pointer metrics);
}
