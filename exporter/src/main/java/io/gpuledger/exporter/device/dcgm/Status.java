package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.binding.Binding;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What DCGM says of a call, and of each value (`DCGM_ST_...`): where there is none, why.
enum Status {
    OK(0, Absent.FAILED),
    BAD_PARAMETER(-1, Absent.FAILED),
    GENERIC_ERROR(-3, Absent.FAILED),
    NOT_SUPPORTED(-6, Absent.NOT_SUPPORTED),
    INIT_ERROR(-7, Absent.FAILED),
    PENDING(-9, Absent.NO_DATA),
    UNINITIALIZED(-10, Absent.FAILED),
    TIMEOUT(-11, Absent.FAILED),
    VERSION_MISMATCH(-12, Absent.FAILED),
    UNKNOWN_FIELD(-13, Absent.NOT_SUPPORTED),
    NO_DATA(-14, Absent.NO_DATA),
    STALE_DATA(-15, Absent.NO_DATA),
    NOT_WATCHED(-16, Absent.NO_DATA),
    NO_PERMISSION(-17, Absent.NO_PERMISSION),
    GPU_IS_LOST(-18, Absent.LOST),
    CONNECTION_NOT_VALID(-21, Absent.FAILED),
    GPU_NOT_SUPPORTED(-22, Absent.NOT_SUPPORTED),
    /// The GPUs of a group are not of the same model.
    GROUP_INCOMPATIBLE(-23, Absent.FAILED),
    LIBRARY_NOT_FOUND(-25, Absent.NOT_SUPPORTED),
    DUPLICATE_KEY(-26, Absent.FAILED),
    REQUIRES_ROOT(-29, Absent.NO_PERMISSION),
    FIELD_UNSUPPORTED_BY_API(-32, Absent.NOT_SUPPORTED),
    /// Before Hopper, profiling is a module that comes with the package datacenter-gpu-manager-4-proprietary.
    MODULE_NOT_LOADED(-33, Absent.NOT_SUPPORTED),
    /// Somebody else profiles; only one may.
    IN_USE(-34, Absent.NO_DATA),
    PROFILING_NOT_SUPPORTED(-36, Absent.NOT_SUPPORTED),
    PROFILING_LIBRARY_ERROR(-37, Absent.FAILED),
    /// These counters and those that are watched already cannot all be counted at once.
    PROFILING_MULTI_PASS(-38, Absent.NOT_SUPPORTED),
    INSUFFICIENT_DRIVER_VERSION(-44, Absent.NOT_SUPPORTED),
    INSTANCE_NOT_FOUND(-45, Absent.FAILED),
    PAUSED(-54, Absent.NO_DATA),
    NVML_NOT_LOADED(-56, Absent.FAILED),
    GPUS_DETACHED(-67, Absent.LOST),
    /// The library has no such function.
    FUNCTION_MISSING(1, Absent.NOT_SUPPORTED),
    /// Any other number has this status.
    OTHER(Integer.MIN_VALUE, Absent.FAILED);

    private static final Map<Integer, Status> BY_CODE =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(status -> status.code, Function.identity()));

    private final int code;
    private final Absent absent;

    Status(int code, Absent absent) {
        this.code = code;
        this.absent = absent;
    }

    static Status of(int code) {
        return Binding.isMissing(code) ? FUNCTION_MISSING : BY_CODE.getOrDefault(code, OTHER);
    }

    /// Why there is no value, where a call or a value has this status.
    Absent absent() {
        return absent;
    }

    /// Whether whatever was made over this connection is lost with it.
    boolean endsConnection() {
        return this == CONNECTION_NOT_VALID || this == UNINITIALIZED;
    }

    /// Whether it is for one entity of a group that all of them are refused.
    boolean concernsOneEntity() {
        return switch (this) {
            case GPU_IS_LOST, GPUS_DETACHED, GROUP_INCOMPATIBLE, INSTANCE_NOT_FOUND -> true;
            default -> false;
        };
    }

    /// Whether all fields of a watch are refused alike, so that it is in vain to ask for fewer.
    boolean concernsAllFields() {
        return switch (this) {
            case REQUIRES_ROOT,
                    NO_PERMISSION,
                    MODULE_NOT_LOADED,
                    LIBRARY_NOT_FOUND,
                    IN_USE,
                    PAUSED,
                    PROFILING_NOT_SUPPORTED,
                    PROFILING_LIBRARY_ERROR,
                    NVML_NOT_LOADED,
                    GPU_IS_LOST,
                    GPUS_DETACHED,
                    FUNCTION_MISSING -> true;
            default -> false;
        };
    }

    Link link() {
        return switch (this) {
            case VERSION_MISMATCH, FUNCTION_MISSING -> Link.VERSION_MISMATCH;
            case NO_PERMISSION, REQUIRES_ROOT -> Link.NO_PERMISSION;
            case NVML_NOT_LOADED, INSUFFICIENT_DRIVER_VERSION -> Link.NO_DRIVER;
            case CONNECTION_NOT_VALID, UNINITIALIZED, TIMEOUT -> Link.NO_SERVICE;
            case GPUS_DETACHED -> Link.RELEASED;
            default -> Link.FAILING;
        };
    }
}
