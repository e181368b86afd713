package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// Reads a chip as NVML would, with its resolutions and its refusals.
final class Readout implements Probe {
    private static final double HERTZ = 1e6;
    private static final int CLOCK_STEP_MEGAHERTZ = 15;

    private final Chip chip;
    private final Model model;
    private final boolean mig;
    private final Load now;
    private final Optional<Load> lately;
    private final Optional<Load> mean;

    Readout(Chip chip) {
        this.chip = chip;
        this.model = chip.model();
        this.mig = chip.partition().mig().isPresent();
        this.now = chip.now();
        this.lately = chip.lately();
        this.mean = chip.window().mean();
    }

    @Override
    public Reading gpu(Quantity quantity) {
        if (!model.supports(quantity) || (mig && Quantities.NOT_OF_A_MIG_GPU.contains(quantity))) {
            return Absent.NOT_SUPPORTED;
        }
        return switch (quantity) {
            case UTILIZATION -> percent(Load::engine);
            case MEMORY_UTILIZATION -> percent(Load::dram);
            case ENCODER_UTILIZATION, DECODER_UTILIZATION, VGPU_LICENSE -> Reading.of(0);
            case BUSY, ENGINE_ACTIVE -> activity(mean, Load::engine);
            case SM_ACTIVE -> activity(mean, Load::sm);
            case TENSOR_ACTIVE -> activity(mean, Load::tensor);
            case DRAM_ACTIVE -> activity(mean, Load::dram);
            case SM_OCCUPANCY, FP64_ACTIVE, FP32_ACTIVE, FP16_ACTIVE -> pipe(mean, quantity);
            case MEMORY_TOTAL -> bytes(model.memory().total());
            case MEMORY_USED -> bytes(model.memory().used(now));
            case MEMORY_FREE -> bytes(model.memory().free(now));
            case MEMORY_RESERVED -> bytes(model.memory().reserved());
            case GPU_TEMPERATURE -> Reading.of(Math.rint(chip.heat().celsius()));
            case MEMORY_TEMPERATURE -> Reading.of(Math.rint(chip.heat().memoryCelsius()));
            case POWER -> Reading.of(thousandths(chip.heat().watts()));
            case POWER_LIMIT -> Reading.of(model.power().maxWatts());
            case ENERGY -> Reading.of(thousandths(chip.tally().of(quantity)));
            case SM_CLOCK -> Reading.of(smMegahertz() * HERTZ);
            case MEMORY_CLOCK -> Reading.of(memoryMegahertz() * HERTZ);
            case CLOCK_EVENTS -> Reading.of((double) chip.clockEvents());
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
                Reading.of(Math.floor(chip.tally().of(quantity)));
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
                    NVLINK_CRC_ERRORS -> Reading.of(chip.tally().of(quantity));
            // What is not simulated stands nowhere on the page, not even as refused.
            default -> Absent.NO_DATA;
        };
    }

    /// An instance that is gone since the scan fails, as its handle would.
    @Override
    public Reading instance(Instance instance, Quantity quantity) {
        return chip.partition()
                .slot(instance)
                .map(slot -> ofInstance(slot, instance, quantity))
                .orElse(Absent.FAILED);
    }

    private Reading ofInstance(Slot slot, Instance instance, Quantity quantity) {
        Optional<Load> mean = slot.window().mean();
        Model.Memory memory = model.memory().slices(instance.memorySlices());
        return switch (quantity) {
            case ENGINE_ACTIVE -> activity(mean, Load::engine);
            case SM_ACTIVE -> activity(mean, Load::sm);
            case TENSOR_ACTIVE -> activity(mean, Load::tensor);
            case DRAM_ACTIVE -> activity(mean, Load::dram);
            case SM_OCCUPANCY, FP64_ACTIVE, FP32_ACTIVE, FP16_ACTIVE -> pipe(mean, quantity);
            case MEMORY_TOTAL -> bytes(memory.total());
            case MEMORY_USED -> bytes(memory.used(chip.now(slot)));
            case MEMORY_FREE -> bytes(memory.free(chip.now(slot)));
            case MEMORY_RESERVED -> bytes(memory.reserved());
            default -> Absent.NOT_SUPPORTED;
        };
    }

    @Override
    public Reading link(int number) {
        return Reading.of(chip.linkUp(number));
    }

    private Reading percent(ToDoubleFunction<Load> part) {
        return lately.map(load -> Reading.of(Math.rint(100 * part.applyAsDouble(load)) / 100))
                .orElse(Absent.NO_DATA);
    }

    private static Reading activity(Optional<Load> mean, ToDoubleFunction<Load> part) {
        return mean.map(load -> Reading.of(part.applyAsDouble(load))).orElse(Absent.NO_DATA);
    }

    /// The mix of a transformer in mixed precision: what is not on the tensor pipes is mostly FP32.
    private static Reading pipe(Optional<Load> mean, Quantity quantity) {
        return switch (quantity) {
            case SM_OCCUPANCY -> activity(mean, load -> 0.6 * load.sm());
            case FP32_ACTIVE -> activity(mean, load -> 0.3 * Math.max(0, load.sm() - load.tensor()));
            case FP16_ACTIVE -> activity(mean, load -> 0.1 * load.tensor());
            default -> activity(mean, _ -> 0);
        };
    }

    private Reading held(Quantity... throttled) {
        return Reading.of(Stream.of(throttled).mapToDouble(chip.tally()::of).sum());
    }

    private Reading rate(ToDoubleFunction<Load> part, double bytesPerSecond) {
        return mean.map(load -> Reading.of(Math.rint(part.applyAsDouble(load) * bytesPerSecond)))
                .orElse(Absent.NO_DATA);
    }

    private long smMegahertz() {
        Model.Clocks clocks = model.clocks();
        if (now.engine() == 0) {
            return clocks.idleMegahertz();
        }
        double megahertz = clocks.maxMegahertz() * (1 - 0.06 * now.power()) * chip.speed();
        return Math.round(megahertz / CLOCK_STEP_MEGAHERTZ) * CLOCK_STEP_MEGAHERTZ;
    }

    private long memoryMegahertz() {
        Model.Clocks clocks = model.clocks();
        return now.engine() == 0 ? clocks.idleMemoryMegahertz() : clocks.memoryMegahertz();
    }

    private static Reading bytes(long count) {
        return Reading.of((double) count);
    }

    private static double thousandths(double value) {
        return Math.floor(1000 * value) / 1000;
    }
}
