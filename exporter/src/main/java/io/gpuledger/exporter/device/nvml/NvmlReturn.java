package io.gpuledger.exporter.device.nvml;

import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.binding.Binding;
import java.util.Map;

/// The codes that NVML's functions return: `nvmlReturn_t`.
final class NvmlReturn {
    static final int SUCCESS = 0;
    static final int UNINITIALIZED = 1;
    static final int INVALID_ARGUMENT = 2;
    static final int NOT_SUPPORTED = 3;
    static final int NO_PERMISSION = 4;
    static final int NOT_FOUND = 6;
    static final int INSUFFICIENT_SIZE = 7;
    static final int DRIVER_NOT_LOADED = 9;
    static final int TIMEOUT = 10;
    static final int LIBRARY_NOT_FOUND = 12;
    static final int FUNCTION_NOT_FOUND = 13;
    static final int GPU_IS_LOST = 15;
    static final int LIB_RM_VERSION_MISMATCH = 18;
    static final int NO_DATA = 21;
    static final int VGPU_ECC_NOT_SUPPORTED = 22;
    static final int FREQ_NOT_SUPPORTED = 24;
    static final int ARGUMENT_VERSION_MISMATCH = 25;
    static final int DEPRECATED = 26;
    static final int NOT_READY = 27;
    static final int UNKNOWN = 999;

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(SUCCESS, "SUCCESS"),
            Map.entry(UNINITIALIZED, "UNINITIALIZED"),
            Map.entry(INVALID_ARGUMENT, "INVALID_ARGUMENT"),
            Map.entry(NOT_SUPPORTED, "NOT_SUPPORTED"),
            Map.entry(NO_PERMISSION, "NO_PERMISSION"),
            Map.entry(5, "ALREADY_INITIALIZED"),
            Map.entry(NOT_FOUND, "NOT_FOUND"),
            Map.entry(INSUFFICIENT_SIZE, "INSUFFICIENT_SIZE"),
            Map.entry(8, "INSUFFICIENT_POWER"),
            Map.entry(DRIVER_NOT_LOADED, "DRIVER_NOT_LOADED"),
            Map.entry(TIMEOUT, "TIMEOUT"),
            Map.entry(11, "IRQ_ISSUE"),
            Map.entry(LIBRARY_NOT_FOUND, "LIBRARY_NOT_FOUND"),
            Map.entry(FUNCTION_NOT_FOUND, "FUNCTION_NOT_FOUND"),
            Map.entry(14, "CORRUPTED_INFOROM"),
            Map.entry(GPU_IS_LOST, "GPU_IS_LOST"),
            Map.entry(16, "RESET_REQUIRED"),
            Map.entry(17, "OPERATING_SYSTEM"),
            Map.entry(LIB_RM_VERSION_MISMATCH, "LIB_RM_VERSION_MISMATCH"),
            Map.entry(19, "IN_USE"),
            Map.entry(20, "MEMORY"),
            Map.entry(NO_DATA, "NO_DATA"),
            Map.entry(VGPU_ECC_NOT_SUPPORTED, "VGPU_ECC_NOT_SUPPORTED"),
            Map.entry(23, "INSUFFICIENT_RESOURCES"),
            Map.entry(FREQ_NOT_SUPPORTED, "FREQ_NOT_SUPPORTED"),
            Map.entry(ARGUMENT_VERSION_MISMATCH, "ARGUMENT_VERSION_MISMATCH"),
            Map.entry(DEPRECATED, "DEPRECATED"),
            Map.entry(NOT_READY, "NOT_READY"),
            Map.entry(28, "GPU_NOT_FOUND"),
            Map.entry(29, "INVALID_STATE"),
            Map.entry(UNKNOWN, "UNKNOWN"));

    private NvmlReturn() {}

    static String name(int code) {
        return Binding.isMissing(code) ? "the library lacks the function" : NAMES.getOrDefault(code, "code " + code);
    }

    /// Why there is no value.
    static Absent absent(int code) {
        if (Binding.isMissing(code)) {
            return Absent.NOT_SUPPORTED;
        }
        return switch (code) {
            // An older driver says INVALID_ARGUMENT to a field id, and ARGUMENT_VERSION_MISMATCH to a structure, that
            // it
            // does not know.
            case NOT_SUPPORTED,
                    FUNCTION_NOT_FOUND,
                    INVALID_ARGUMENT,
                    ARGUMENT_VERSION_MISMATCH,
                    VGPU_ECC_NOT_SUPPORTED,
                    FREQ_NOT_SUPPORTED,
                    DEPRECATED -> Absent.NOT_SUPPORTED;
            case NO_PERMISSION -> Absent.NO_PERMISSION;
            case NOT_FOUND, NO_DATA, NOT_READY -> Absent.NO_DATA;
            case GPU_IS_LOST -> Absent.LOST;
            default -> Absent.FAILED;
        };
    }
}
