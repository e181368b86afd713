package io.gpuledger.exporter.device.nvml;

import static io.gpuledger.exporter.device.Quantity.*;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading.Absent;

/// The readings that have a function of their own, of a GPU. What a call wrote means something only if it returned
/// success, which [CollectedReadings] looks after.
final class Calls {
    private static final double PERCENT = 100;
    private static final double MILLI = 1e3;
    private static final double NANO = 1e9;
    private static final double MEGAHERTZ = 1e6;
    private static final int UNKNOWN_STATE = 32;

    private final long device;
    private final Memory out;
    private final Pointer second;

    Calls(long device, Buffers buffers) {
        this.device = device;
        this.out = buffers.take(256);
        this.second = out.share(128);
    }

    void readFast(CollectedReadings answers) {
        activity(answers);
        memory(device, out, answers);
        heat(answers);
        power(answers);
        clocks(answers);
    }

    void readSlow(CollectedReadings answers) {
        limits(answers);
        bar1(answers);
        links(answers);
        errors(answers);
        fabric(answers);
    }

    private double unsigned(long at) {
        return Integer.toUnsignedLong(out.getInt(at));
    }

    private void activity(CollectedReadings answers) {
        var code = Nvml.nvmlDeviceGetUtilizationRates(device, out);
        var source = "nvmlDeviceGetUtilizationRates";
        answers.take(UTILIZATION, code, unsigned(Structs.Utilization.gpu) / PERCENT, source);
        answers.take(MEMORY_UTILIZATION, code, unsigned(Structs.Utilization.memory) / PERCENT, source);
        code = Nvml.nvmlDeviceGetEncoderUtilization(device, out, second);
        answers.take(ENCODER_UTILIZATION, code, unsigned(0) / PERCENT, "nvmlDeviceGetEncoderUtilization");
        code = Nvml.nvmlDeviceGetDecoderUtilization(device, out, second);
        answers.take(DECODER_UTILIZATION, code, unsigned(0) / PERCENT, "nvmlDeviceGetDecoderUtilization");
        code = Nvml.nvmlDeviceGetJpgUtilization(device, out, second);
        answers.take(JPEG_UTILIZATION, code, unsigned(0) / PERCENT, "nvmlDeviceGetJpgUtilization");
        code = Nvml.nvmlDeviceGetOfaUtilization(device, out, second);
        answers.take(OFA_UTILIZATION, code, unsigned(0) / PERCENT, "nvmlDeviceGetOfaUtilization");
    }

    /// Reads the memory of a GPU, or of a MIG device by its own handle. What older drivers call used has the reserved
    /// memory in it.
    static void memory(long device, Memory out, CollectedReadings answers) {
        out.setInt(Structs.Memory_v2.version, Structs.Memory_v2.VERSION);
        var code = Nvml.nvmlDeviceGetMemoryInfo_v2(device, out);
        var source = "nvmlDeviceGetMemoryInfo_v2";
        answers.take(MEMORY_TOTAL, code, bytes(out, Structs.Memory_v2.total), source);
        answers.take(MEMORY_RESERVED, code, bytes(out, Structs.Memory_v2.reserved), source);
        answers.take(MEMORY_FREE, code, bytes(out, Structs.Memory_v2.free), source);
        answers.take(MEMORY_USED, code, bytes(out, Structs.Memory_v2.used), source);
        if (code != NvmlReturn.SUCCESS) {
            code = Nvml.nvmlDeviceGetMemoryInfo(device, out);
            source = "nvmlDeviceGetMemoryInfo";
            answers.take(MEMORY_TOTAL, code, bytes(out, Structs.Memory.total), source);
            answers.take(MEMORY_FREE, code, bytes(out, Structs.Memory.free), source);
            answers.take(MEMORY_USED, code, bytes(out, Structs.Memory.used), source);
        }
    }

    private static double bytes(Pointer out, long at) {
        return FieldBatch.unsigned(out.getLong(at));
    }

    private void heat(CollectedReadings answers) {
        out.setInt(Structs.Temperature_v1.version, Structs.Temperature_v1.VERSION);
        out.setInt(Structs.Temperature_v1.sensorType, 0);
        var code = Nvml.nvmlDeviceGetTemperatureV(device, out);
        answers.take(
                GPU_TEMPERATURE, code, out.getInt(Structs.Temperature_v1.temperature), "nvmlDeviceGetTemperatureV");
        if (code != NvmlReturn.SUCCESS) {
            code = Nvml.nvmlDeviceGetTemperature(device, 0, out);
            answers.take(GPU_TEMPERATURE, code, unsigned(0), "nvmlDeviceGetTemperature");
        }
        out.setInt(Structs.MarginTemperature_v1.version, Structs.MarginTemperature_v1.VERSION);
        code = Nvml.nvmlDeviceGetMarginTemperature(device, out);
        answers.take(
                TEMPERATURE_MARGIN,
                code,
                out.getInt(Structs.MarginTemperature_v1.marginTemperature),
                "nvmlDeviceGetMarginTemperature");
    }

    private void power(CollectedReadings answers) {
        var code = Nvml.nvmlDeviceGetPowerUsage(device, out);
        answers.take(POWER, code, unsigned(0) / MILLI, "nvmlDeviceGetPowerUsage");
        code = Nvml.nvmlDeviceGetEnforcedPowerLimit(device, out);
        answers.take(POWER_LIMIT, code, unsigned(0) / MILLI, "nvmlDeviceGetEnforcedPowerLimit");
        code = Nvml.nvmlDeviceGetTotalEnergyConsumption(device, out);
        answers.take(ENERGY, code, bytes(out, 0) / MILLI, "nvmlDeviceGetTotalEnergyConsumption");
    }

    private void clocks(CollectedReadings answers) {
        clock(GRAPHICS_CLOCK, 0, answers);
        clock(SM_CLOCK, 1, answers);
        clock(MEMORY_CLOCK, 2, answers);
        clock(VIDEO_CLOCK, 3, answers);
        var code = Nvml.nvmlDeviceGetCurrentClocksEventReasons(device, out);
        answers.take(CLOCK_EVENTS, code, bytes(out, 0), "nvmlDeviceGetCurrentClocksEventReasons");
        if (code != NvmlReturn.SUCCESS) {
            code = Nvml.nvmlDeviceGetCurrentClocksThrottleReasons(device, out);
            answers.take(CLOCK_EVENTS, code, bytes(out, 0), "nvmlDeviceGetCurrentClocksThrottleReasons");
        }
        code = Nvml.nvmlDeviceGetPerformanceState(device, out);
        if (code == NvmlReturn.SUCCESS && out.getInt(0) == UNKNOWN_STATE) {
            answers.absent(PERFORMANCE_STATE, Absent.NO_DATA);
        } else {
            answers.take(PERFORMANCE_STATE, code, unsigned(0), "nvmlDeviceGetPerformanceState");
        }
    }

    private void clock(Quantity quantity, int type, CollectedReadings answers) {
        var code = Nvml.nvmlDeviceGetClockInfo(device, type, out);
        answers.take(quantity, code, unsigned(0) * MEGAHERTZ, "nvmlDeviceGetClockInfo");
    }

    private void limits(CollectedReadings answers) {
        var code = Nvml.nvmlDeviceGetPowerManagementLimit(device, out);
        answers.take(POWER_LIMIT_SET, code, unsigned(0) / MILLI, "nvmlDeviceGetPowerManagementLimit");
        code = Nvml.nvmlDeviceGetMaxClockInfo(device, 1, out);
        answers.take(SM_CLOCK_MAX, code, unsigned(0) * MEGAHERTZ, "nvmlDeviceGetMaxClockInfo");
        code = Nvml.nvmlDeviceGetMaxClockInfo(device, 2, out);
        answers.take(MEMORY_CLOCK_MAX, code, unsigned(0) * MEGAHERTZ, "nvmlDeviceGetMaxClockInfo");
        code = Nvml.nvmlDeviceGetPersistenceMode(device, out);
        answers.take(PERSISTENCE_MODE, code, unsigned(0), "nvmlDeviceGetPersistenceMode");
    }

    private void bar1(CollectedReadings answers) {
        var code = Nvml.nvmlDeviceGetBAR1MemoryInfo(device, out);
        var source = "nvmlDeviceGetBAR1MemoryInfo";
        answers.take(BAR1_TOTAL, code, bytes(out, Structs.BAR1Memory.bar1Total), source);
        answers.take(BAR1_FREE, code, bytes(out, Structs.BAR1Memory.bar1Free), source);
        answers.take(BAR1_USED, code, bytes(out, Structs.BAR1Memory.bar1Used), source);
    }

    private void links(CollectedReadings answers) {
        var code = Nvml.nvmlDeviceGetCurrPcieLinkGeneration(device, out);
        answers.take(PCIE_LINK_GENERATION, code, unsigned(0), "nvmlDeviceGetCurrPcieLinkGeneration");
        code = Nvml.nvmlDeviceGetCurrPcieLinkWidth(device, out);
        answers.take(PCIE_LINK_WIDTH, code, unsigned(0), "nvmlDeviceGetCurrPcieLinkWidth");
        // Where the fields are not known yet, functions are.
        if (!answers.has(PCIE_REPLAYS)) {
            code = Nvml.nvmlDeviceGetPcieReplayCounter(device, out);
            answers.take(PCIE_REPLAYS, code, unsigned(0), "nvmlDeviceGetPcieReplayCounter");
        }
    }

    private void errors(CollectedReadings answers) {
        ecc(ECC_CORRECTED, 0, 0, answers);
        ecc(ECC_UNCORRECTED, 1, 0, answers);
        ecc(ECC_LIFETIME_CORRECTED, 0, 1, answers);
        ecc(ECC_LIFETIME_UNCORRECTED, 1, 1, answers);
        remaps(answers);
        histogram(answers);
        out.setInt(Structs.EccSramErrorStatus_v1.version, Structs.EccSramErrorStatus_v1.VERSION);
        var code = Nvml.nvmlDeviceGetSramEccErrorStatus(device, out);
        var source = "nvmlDeviceGetSramEccErrorStatus";
        answers.take(ECC_SRAM_PARITY, code, bytes(out, Structs.EccSramErrorStatus_v1.aggregateUncParity), source);
        answers.take(ECC_SRAM_DOUBLE_BIT, code, bytes(out, Structs.EccSramErrorStatus_v1.aggregateUncSecDed), source);
        answers.take(ECC_SRAM_CORRECTED, code, bytes(out, Structs.EccSramErrorStatus_v1.aggregateCor), source);
        answers.take(
                ECC_SRAM_THRESHOLD_EXCEEDED, code, unsigned(Structs.EccSramErrorStatus_v1.bThresholdExceeded), source);
    }

    private void ecc(Quantity quantity, int errorType, int counterType, CollectedReadings answers) {
        if (!answers.has(quantity)) {
            var code = Nvml.nvmlDeviceGetTotalEccErrors(device, errorType, counterType, out);
            answers.take(quantity, code, bytes(out, 0), "nvmlDeviceGetTotalEccErrors");
        }
    }

    private void remaps(CollectedReadings answers) {
        if (answers.has(REMAPPED_ROWS_CORRECTABLE)) {
            return;
        }
        var code = Nvml.nvmlDeviceGetRemappedRows(device, out, out.share(4), out.share(8), out.share(12));
        var source = "nvmlDeviceGetRemappedRows";
        answers.take(REMAPPED_ROWS_CORRECTABLE, code, unsigned(0), source);
        answers.take(REMAPPED_ROWS_UNCORRECTABLE, code, unsigned(4), source);
        answers.take(ROW_REMAP_PENDING, code, unsigned(8), source);
        answers.take(ROW_REMAP_FAILED, code, unsigned(12), source);
    }

    private void histogram(CollectedReadings answers) {
        var code = Nvml.nvmlDeviceGetRowRemapperHistogram(device, out);
        var source = "nvmlDeviceGetRowRemapperHistogram";
        answers.take(REMAP_BANKS_MAX, code, unsigned(Structs.RowRemapperHistogramValues.max), source);
        answers.take(REMAP_BANKS_HIGH, code, unsigned(Structs.RowRemapperHistogramValues.high), source);
        answers.take(REMAP_BANKS_PARTIAL, code, unsigned(Structs.RowRemapperHistogramValues.partial), source);
        answers.take(REMAP_BANKS_LOW, code, unsigned(Structs.RowRemapperHistogramValues.low), source);
        answers.take(REMAP_BANKS_NONE, code, unsigned(Structs.RowRemapperHistogramValues.none), source);
    }

    private void fabric(CollectedReadings answers) {
        out.setInt(Structs.GpuFabricInfo_v2.version, Structs.GpuFabricInfo_v2.VERSION);
        var code = Nvml.nvmlDeviceGetGpuFabricInfoV(device, out);
        var source = "nvmlDeviceGetGpuFabricInfoV";
        answers.take(FABRIC_STATE, code, Byte.toUnsignedInt(out.getByte(Structs.GpuFabricInfo_v2.state)), source);
        answers.take(FABRIC_CLIQUE, code, unsigned(Structs.GpuFabricInfo_v2.cliqueId), source);
        answers.take(FABRIC_HEALTH, code, unsigned(Structs.GpuFabricInfo_v2.healthMask), source);
    }

    /// Reads by older functions what is too new for the driver to be read as fields.
    void violations(CollectedReadings answers) {
        violation(VIOLATION_POWER, 0, answers);
        violation(VIOLATION_THERMAL, 1, answers);
        violation(VIOLATION_SYNC_BOOST, 2, answers);
        violation(VIOLATION_BOARD_LIMIT, 3, answers);
        violation(VIOLATION_LOW_UTILIZATION, 4, answers);
        violation(VIOLATION_RELIABILITY, 5, answers);
        violation(VIOLATION_APP_CLOCKS, 10, answers);
        violation(VIOLATION_BASE_CLOCKS, 11, answers);
    }

    private void violation(Quantity quantity, int policy, CollectedReadings answers) {
        if (!answers.has(quantity)) {
            var code = Nvml.nvmlDeviceGetViolationStatus(device, policy, out);
            answers.take(
                    quantity,
                    code,
                    bytes(out, Structs.ViolationTime.violationTime) / NANO,
                    "nvmlDeviceGetViolationStatus");
        }
    }
}
