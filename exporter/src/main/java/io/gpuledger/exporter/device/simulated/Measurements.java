package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// What is measured on a GPU, and how its readings follow from that: with the resolutions and the refusals of NVML.
///
/// @param now what the GPU does at this instant
/// @param lately what it did in the latest window of the driver's gauges, if one is over
/// @param mean what it did since it was last read, if it was
/// @param watts what its power sensor shows
/// @param strain how much of its power range is asked for, from 0 to 1: the clocks give way to it
/// @param speed the part of its clock that throttling leaves
/// @param clockEvents why the clocks are not at their highest, as the bits of [io.gpuledger.exporter.device.ClockEvent]
/// @param counts how far each of its counters and flags has come
public record Measurements(
        Load now,
        Optional<Load> lately,
        Optional<Load> mean,
        double watts,
        double celsius,
        double strain,
        double speed,
        long clockEvents,
        ToDoubleFunction<Quantity> counts) {
    private static final double HERTZ = 1e6;
    private static final int CLOCK_STEP_MEGAHERTZ = 15;

    /// Returns what the driver answers for the GPU as a whole.
    ///
    /// @param mig whether the GPU is in MIG mode
    public Reading reading(Model model, boolean mig, Quantity quantity) {
        if (!model.supports(quantity) || (mig && Quantities.NOT_OF_A_MIG_GPU.contains(quantity))) {
            return Absent.NOT_SUPPORTED;
        }
        return switch (quantity) {
            case UTILIZATION -> percent(Load::engine);
            case MEMORY_UTILIZATION -> percent(Load::dram);
            case ENCODER_UTILIZATION, DECODER_UTILIZATION, VGPU_LICENSE -> Reading.of(0);
            case BUSY -> activity(mean, Load::engine);
            case ENGINE_ACTIVE,
                    SM_ACTIVE,
                    TENSOR_ACTIVE,
                    DRAM_ACTIVE,
                    SM_OCCUPANCY,
                    FP64_ACTIVE,
                    FP32_ACTIVE,
                    FP16_ACTIVE,
                    MEMORY_TOTAL,
                    MEMORY_USED,
                    MEMORY_FREE,
                    MEMORY_RESERVED -> instance(model.memory(), now.memory(), mean, quantity);
            case GPU_TEMPERATURE -> Reading.of(Math.rint(celsius));
            case MEMORY_TEMPERATURE -> Reading.of(Math.rint(Model.Power.memoryCelsius(celsius)));
            case POWER -> Reading.of(watts);
            case POWER_LIMIT -> Reading.of(model.power().maxWatts());
            case ENERGY -> Reading.of(thousandths(count(quantity)));
            case SM_CLOCK -> Reading.of(smMegahertz(model.clocks()) * HERTZ);
            case MEMORY_CLOCK -> Reading.of(memoryMegahertz(model.clocks()) * HERTZ);
            case CLOCK_EVENTS -> Reading.of((double) clockEvents);
            case VIOLATION_POWER -> held(Quantity.THROTTLED_POWER_CAP, Quantity.THROTTLED_HW_POWER_BRAKE);
            case VIOLATION_THERMAL -> held(Quantity.THROTTLED_SW_THERMAL, Quantity.THROTTLED_HW_THERMAL);
            case VIOLATION_SYNC_BOOST -> held(Quantity.THROTTLED_SYNC_BOOST);
            case VIOLATION_BOARD_LIMIT,
                    VIOLATION_LOW_UTILIZATION,
                    VIOLATION_RELIABILITY,
                    RETIRED_PAGES_SINGLE_BIT,
                    RETIRED_PAGES_DOUBLE_BIT,
                    RETIRED_PAGES_PENDING -> Reading.of(0);
            case PCIE_TX_RATE -> rate(Load::pcieTx, model.lanes().pcie());
            case PCIE_RX_RATE -> rate(Load::pcieRx, model.lanes().pcie());
            case NVLINK_RATE -> rate(load -> 2 * load.nvlink(), model.lanes().nvlink());
            case PCIE_TX_BYTES, PCIE_RX_BYTES, NVLINK_TX_BYTES, NVLINK_RX_BYTES ->
                Reading.of(Math.floor(count(quantity)));
            case THROTTLED_POWER_CAP,
                    THROTTLED_SYNC_BOOST,
                    THROTTLED_SW_THERMAL,
                    THROTTLED_HW_THERMAL,
                    THROTTLED_HW_POWER_BRAKE,
                    ECC_CORRECTED,
                    ECC_UNCORRECTED,
                    ECC_LIFETIME_CORRECTED,
                    ECC_LIFETIME_UNCORRECTED,
                    REMAPPED_ROWS_CORRECTABLE,
                    REMAPPED_ROWS_UNCORRECTABLE,
                    ROW_REMAP_PENDING,
                    ROW_REMAP_FAILED,
                    PCIE_REPLAYS,
                    NVLINK_REPLAY_ERRORS,
                    NVLINK_RECOVERY_ERRORS,
                    NVLINK_CRC_ERRORS -> Reading.of(count(quantity));
            // What is not simulated stands nowhere on the page, not even as refused.
            default -> Absent.NO_DATA;
        };
    }

    /// Returns what the driver answers for a MIG instance.
    ///
    /// @param memory that the instance has
    /// @param taken the part of it that is in use, from 0 to 1
    public static Reading instance(Model.Memory memory, double taken, Optional<Load> mean, Quantity quantity) {
        return switch (quantity) {
            case ENGINE_ACTIVE -> activity(mean, Load::engine);
            case SM_ACTIVE -> activity(mean, Load::sm);
            case TENSOR_ACTIVE -> activity(mean, Load::tensor);
            case DRAM_ACTIVE -> activity(mean, Load::dram);
            // The mix of a transformer in mixed precision: what is not on the tensor pipes is mostly FP32.
            case SM_OCCUPANCY -> activity(mean, load -> 0.6 * load.sm());
            case FP32_ACTIVE -> activity(mean, load -> 0.3 * Math.max(0, load.sm() - load.tensor()));
            case FP16_ACTIVE -> activity(mean, load -> 0.1 * load.tensor());
            case FP64_ACTIVE -> activity(mean, _ -> 0);
            case MEMORY_TOTAL -> Reading.of((double) memory.total());
            case MEMORY_USED -> Reading.of((double) memory.used(taken));
            case MEMORY_FREE -> Reading.of((double) memory.free(taken));
            case MEMORY_RESERVED -> Reading.of((double) memory.reserved());
            default -> Absent.NOT_SUPPORTED;
        };
    }

    private double count(Quantity quantity) {
        return counts.applyAsDouble(quantity);
    }

    private Reading percent(ToDoubleFunction<Load> part) {
        return lately.map(load -> Reading.of(Math.rint(1000 * part.applyAsDouble(load) / 10) / 100))
                .orElse(Absent.NO_DATA);
    }

    private static Reading activity(Optional<Load> mean, ToDoubleFunction<Load> part) {
        return mean.map(load -> Reading.of(part.applyAsDouble(load))).orElse(Absent.NO_DATA);
    }

    private Reading held(Quantity... throttled) {
        return Reading.of(Stream.of(throttled).mapToDouble(counts).sum());
    }

    private Reading rate(ToDoubleFunction<Load> part, double bytesPerSecond) {
        return mean.map(load -> Reading.of(Math.rint(part.applyAsDouble(load) * bytesPerSecond)))
                .orElse(Absent.NO_DATA);
    }

    private long smMegahertz(Model.Clocks clocks) {
        if (now.engine() == 0) {
            return clocks.idleMegahertz();
        }
        var megahertz = clocks.maxMegahertz() * (1 - 0.06 * strain) * speed;
        return Math.round(megahertz / CLOCK_STEP_MEGAHERTZ) * CLOCK_STEP_MEGAHERTZ;
    }

    private long memoryMegahertz(Model.Clocks clocks) {
        return now.engine() == 0 ? clocks.idleMemoryMegahertz() : clocks.memoryMegahertz();
    }

    static double thousandths(double value) {
        return Math.floor(1000 * value) / 1000;
    }
}
