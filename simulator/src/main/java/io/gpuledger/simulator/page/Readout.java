package io.gpuledger.simulator.page;

import static io.gpuledger.exporter.device.Quantity.*;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Load;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Reads what a GPU does as its driver would.
///
/// Power goes with what is at work: engine, multiprocessors and memory have 5, 60 and 35 % of what there is above the
/// idle power. All of it is linear, so that energy follows from sums. Until it has been seen for a second it has no
/// gauges that say what it does.
final class Readout {
    private static final double MEGABYTE = 1e6;
    private static final double MEGAHERTZ = 1e6;
    private static final double AMBIENT = 28;
    private static final double HOTTEST = 72;
    private static final int IDLE_MEGAHERTZ = 345;
    private static final double IDLE_BIT = 1;
    private static final Map<Quantity, Reading> NO_INSTANCE_GIVES = Constants.refusalsOfInstance();
    private static final Map<Quantity, Reading> COUNTERS = Constants.counters();

    /// What a unit did: in all, since the look before, and in the last second, with the memory that it holds.
    record Look(Unit unit, Count all, Count lately, Count second, int memory) {}

    private final Gpu gpu;
    private final Map<Quantity, Reading> gauges;
    private final Map<Quantity, Reading> refusals;

    Readout(Gpu gpu) {
        this.gpu = gpu;
        this.gauges = Constants.gauges(gpu.sku());
        this.refusals = Constants.refusals(gpu);
    }

    /// Of the GPU, while it cannot be read: its counters stay.
    Readings counters(List<Look> units) {
        var readings = counted(units);
        readings.putAll(refusals);
        return Readings.of(readings);
    }

    /// Of the GPU.
    ///
    /// @param remapFailed whether a row of its memory could not be replaced
    Readings gpu(List<Look> units, boolean remapFailed) {
        var readings = counted(units);
        readings.putAll(gauges);
        readings.put(ROW_REMAP_FAILED, Reading.of(remapFailed));
        if (seconds(units, Look::all) == 0) {
            readings.putAll(refusals);
            return Readings.of(readings);
        }
        putGpuGauges(readings, units);
        if (gpu.layout().isEmpty()) {
            var whole = units.getFirst();
            readings.put(UTILIZATION, percent(whole.second().engine()));
            readings.put(MEMORY_UTILIZATION, percent(whole.second().dram()));
            putActivities(readings, whole.lately());
            if (whole.lately().seconds() > 0) {
                readings.put(BUSY, mean(whole.lately(), Count::engine));
            }
        }
        readings.putAll(refusals);
        return Readings.of(readings);
    }

    /// Of a MIG instance.
    Readings instance(Look unit) {
        var readings = new EnumMap<>(NO_INSTANCE_GIVES);
        if (unit.all().seconds() > 0) {
            putMemory(readings, List.of(unit), unit.unit().memorySlices());
        }
        putActivities(readings, unit.lately());
        return Readings.of(readings);
    }

    private EnumMap<Quantity, Reading> counted(List<Look> units) {
        var readings = new EnumMap<>(COUNTERS);
        var lanes = gpu.sku().lanes();
        var joules = watts(units, Look::all) + gpu.sku().power().idle() * (double) seconds(units, Look::all);
        readings.put(ENERGY, Reading.of(Math.floor(1000 * joules) / 1000));
        var pcie = wholes(units, Look::all, Count::pcie) * lanes.pcie() * MEGABYTE;
        readings.put(PCIE_TX_BYTES, Reading.of(Math.floor(pcie / 4)));
        readings.put(PCIE_RX_BYTES, Reading.of(Math.floor(pcie)));
        var nvlink = Math.floor(wholes(units, Look::all, Count::nvlink) * lanes.nvlink() * MEGABYTE);
        readings.put(NVLINK_TX_BYTES, Reading.of(nvlink));
        readings.put(NVLINK_RX_BYTES, Reading.of(nvlink));
        return readings;
    }

    private void putGpuGauges(Map<Quantity, Reading> readings, List<Look> units) {
        var sku = gpu.sku();
        var watts = sku.power().idle() + watts(units, Look::second);
        var warmth = watts / sku.power().most();
        var celsius = AMBIENT + (HOTTEST - AMBIENT) * warmth;
        var busy = wholes(units, Look::second, Count::engine) > 0;
        readings.put(POWER, Reading.of(Math.rint(1000 * watts) / 1000));
        readings.put(GPU_TEMPERATURE, Reading.of(Math.rint(celsius)));
        readings.put(MEMORY_TEMPERATURE, Reading.of(Math.rint(celsius + 6)));
        var clock = busy ? Math.rint(sku.clocks().multiprocessors() * (1 - 0.06 * warmth) / 15) * 15 : IDLE_MEGAHERTZ;
        readings.put(SM_CLOCK, Reading.of(clock * MEGAHERTZ));
        readings.put(CLOCK_EVENTS, Reading.of(busy ? 0 : IDLE_BIT));
        putMemory(readings, units, sku.memorySlices());
        var seconds = Math.max(1, seconds(units, Look::lately));
        var pcie =
                wholes(units, Look::lately, Count::pcie) / seconds * sku.lanes().pcie() * MEGABYTE;
        var nvlink = wholes(units, Look::lately, Count::nvlink)
                / seconds
                * sku.lanes().nvlink()
                * MEGABYTE;
        readings.put(PCIE_TX_RATE, Reading.of(Math.rint(pcie / 4)));
        readings.put(PCIE_RX_RATE, Reading.of(Math.rint(pcie)));
        readings.put(NVLINK_RATE, Reading.of(Math.rint(2 * nvlink)));
    }

    private void putActivities(Map<Quantity, Reading> readings, Count lately) {
        if (lately.seconds() > 0) {
            readings.put(ENGINE_ACTIVE, mean(lately, Count::engine));
            readings.put(SM_ACTIVE, mean(lately, Count::sm));
            readings.put(TENSOR_ACTIVE, mean(lately, Count::tensor));
            readings.put(DRAM_ACTIVE, mean(lately, Count::dram));
        }
    }

    /// @param slices how many of the GPU's memory slices it is the memory of
    private void putMemory(Map<Quantity, Reading> readings, List<Look> units, int slices) {
        var total = part(gpu.sku().memoryBytes(), slices);
        var reserved = part(gpu.sku().reservedBytes(), slices);
        var used = units.stream().mapToLong(this::used).sum();
        readings.put(MEMORY_TOTAL, Reading.of((double) total));
        readings.put(MEMORY_RESERVED, Reading.of((double) reserved));
        readings.put(MEMORY_USED, Reading.of((double) used));
        readings.put(MEMORY_FREE, Reading.of((double) (total - reserved - used)));
    }

    private long used(Look look) {
        var sku = gpu.sku();
        return part(sku.memoryBytes() - sku.reservedBytes(), look.unit().memorySlices()) * look.memory() / Load.ALL;
    }

    private long part(long bytes, int slices) {
        return bytes * slices / gpu.sku().memorySlices();
    }

    private static Reading mean(Count lately, ToLongFunction<Count> what) {
        return Reading.of((double) what.applyAsLong(lately) / lately.seconds() / Load.ALL);
    }

    private static Reading percent(long thousandths) {
        return Reading.of(Math.rint(thousandths / 10.0) / 100);
    }

    /// Above the idle power, added up over the seconds.
    private double watts(List<Look> units, Function<Look, Count> when) {
        var atWork = 0.05 * wholes(units, when, Count::engine)
                + 0.6 * wholes(units, when, Count::sm)
                + 0.35 * wholes(units, when, Count::dram);
        return atWork * (gpu.sku().power().most() - gpu.sku().power().idle());
    }

    /// In seconds of the whole GPU, of which each unit is as much as it has of the slices.
    private double wholes(List<Look> units, Function<Look, Count> when, ToLongFunction<Count> what) {
        var sum = 0L;
        for (var look : units) {
            sum += what.applyAsLong(when.apply(look)) * look.unit().slices();
        }
        return (double) sum / Load.ALL / gpu.sku().computeSlices();
    }

    /// For which the GPU was seen; its units were with it.
    private static long seconds(List<Look> units, Function<Look, Count> when) {
        return when.apply(units.getFirst()).seconds();
    }
}
