package io.gpuledger.simulator.page;

import static io.gpuledger.exporter.device.Quantity.*;

import io.gpuledger.exporter.device.ClockEvent;
import io.gpuledger.exporter.device.Part;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Quantity.Kind;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.simulated.Load;
import io.gpuledger.exporter.device.simulated.Measurements;
import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.exporter.device.simulated.Quantities;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Unit;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// Measures what a GPU does, and reads it as its driver would.
///
/// Power goes with what is at work: engine, multiprocessors and memory have 5, 60 and 35 % of what there is above the
/// idle power, so that energy follows from sums. The temperature follows power at once.
final class GpuReadings {
    private static final double ALL = 1000;
    private static final double MEGAHERTZ = 1e6;
    /// A state of the fabric.
    private static final int JOINED = 3;

    /// What a unit did: in all, since the look before, and in the last second, with the part of its memory
    /// that is in use.
    record UnitCounts(Unit unit, Count all, Count lately, Count second, double memory) {
        /// The mean of what it did, if it was seen at all.
        private Optional<Load> mean(Function<UnitCounts, Count> when) {
            var count = when.apply(this);
            return count.seconds() == 0 ? Optional.empty() : Optional.of(mean(count));
        }

        private Load mean(Count count) {
            var pcie = mean(count, count.pcie());
            return Load.of(
                            mean(count, count.engine()),
                            mean(count, count.sm()),
                            mean(count, count.tensor()),
                            mean(count, count.dram()))
                    .holding(memory)
                    .moving(pcie / 4, pcie, mean(count, count.nvlink()));
        }

        private static double mean(Count count, long thousandths) {
            return (double) thousandths / count.seconds() / ALL;
        }
    }

    /// What says how the GPU is at the instant.
    private static final Set<Quantity> OF_NOW = EnumSet.of(
            MEMORY_TOTAL,
            MEMORY_USED,
            MEMORY_FREE,
            MEMORY_RESERVED,
            GPU_TEMPERATURE,
            MEMORY_TEMPERATURE,
            POWER,
            SM_CLOCK,
            CLOCK_EVENTS);

    /// All links are up. The objects are the same for all GPUs of a model, of which there may be a hundred thousand.
    private static final Map<Model, SortedMap<Part, Readings>> LINKS =
            Arrays.stream(Model.values()).collect(Collectors.toMap(Function.identity(), GpuReadings::links));

    private final Gpu gpu;
    private final boolean mig;
    private final Effects effects;
    private final Set<Quantity> told;

    /// @param told what is read of GPUs only where there is something to tell
    GpuReadings(Gpu gpu, Effects effects, Set<Quantity> told) {
        this.gpu = gpu;
        this.effects = effects;
        this.told = told;
        this.mig = !gpu.layout().isEmpty();
    }

    /// What is read of the GPU. Until it has been seen for a second it has no gauges that say what it does.
    ///
    /// @param second that was seen last
    Readings gpu(List<UnitCounts> units, long second) {
        var seen = seconds(units) > 0;
        return readings(units, second, quantity -> seen || !OF_NOW.contains(quantity));
    }

    /// What is known of the GPU while it cannot be read: its counters stay.
    ///
    /// @param second that was seen last
    Readings counters(List<UnitCounts> units, long second) {
        return readings(units, second, quantity -> quantity.kind() == Kind.COUNTER);
    }

    private Readings readings(List<UnitCounts> units, long second, Predicate<Quantity> isGiven) {
        var measured = measure(units);
        var readings = new EnumMap<Quantity, Reading>(Quantity.class);
        for (var quantity : Quantities.OF_A_GPU) {
            var reading = effects.on(quantity, reading(measured, quantity), second);
            if (reading == Absent.NOT_SUPPORTED || (reading != Absent.NO_DATA && isGiven.test(quantity))) {
                readings.put(quantity, reading);
            }
        }
        return Readings.of(readings);
    }

    private Reading reading(Measurements measured, Quantity quantity) {
        return switch (quantity) {
            case SM_CLOCK_MAX -> Reading.of(gpu.model().clocks().maxMegahertz() * MEGAHERTZ);
            case MEMORY_CLOCK_MAX -> Reading.of(gpu.model().clocks().memoryMegahertz() * MEGAHERTZ);
            case ECC_MODE, PERSISTENCE_MODE -> Reading.of(1);
            case VIOLATION_POWER,
                    VIOLATION_THERMAL,
                    VIOLATION_SYNC_BOOST,
                    VIOLATION_BOARD_LIMIT,
                    VIOLATION_LOW_UTILIZATION,
                    VIOLATION_RELIABILITY -> Absent.NO_DATA;
            case ECC_SRAM_THRESHOLD_EXCEEDED -> rare(quantity, 0);
            case PCIE_LINK_WIDTH -> rare(quantity, Gpu.PCIE_LANES);
            case PCIE_LINK_GENERATION -> rare(quantity, gpu.pcieGeneration());
            case FABRIC_STATE -> rare(quantity, JOINED);
            default -> measured.reading(gpu.model(), mig, quantity);
        };
    }

    private Reading rare(Quantity quantity, double healthy) {
        return told.contains(quantity) ? Reading.of(healthy) : Absent.NO_DATA;
    }

    /// What is read of a MIG instance.
    Readings instance(UnitCounts unit) {
        var memory = gpu.model().memory(unit.unit().memorySlices());
        var readings = new EnumMap<Quantity, Reading>(Quantity.class);
        for (var quantity : Quantities.OF_AN_INSTANCE) {
            var reading = Measurements.instance(memory, unit.memory(), unit.mean(UnitCounts::lately), quantity);
            if (reading != Absent.NO_DATA && (unit.all().seconds() > 0 || !OF_NOW.contains(quantity))) {
                readings.put(quantity, reading);
            }
        }
        return Readings.of(readings);
    }

    private Measurements measure(List<UnitCounts> units) {
        var power = gpu.model().power();
        var watts = seconds(units) == 0 ? power.idleWatts() : power.watts(atWork(units, UnitCounts::second));
        var now = mean(units, UnitCounts::second).orElse(Load.NONE);
        return new Measurements(
                now,
                mean(units, UnitCounts::second),
                mean(units, UnitCounts::lately),
                Math.rint(1000 * watts) / 1000,
                power.celsius(watts),
                watts / power.maxWatts(),
                1,
                now.engine() > 0 ? 0 : ClockEvent.GPU_IDLE.bit(),
                quantity -> count(units, quantity));
    }

    /// How far a counter has come where nothing goes wrong.
    private double count(List<UnitCounts> units, Quantity quantity) {
        var lanes = gpu.model().lanes();
        var power = gpu.model().power();
        return switch (quantity) {
            case ENERGY ->
                power.idleWatts() * seconds(units)
                        + (power.maxWatts() - power.idleWatts()) * atWork(units, UnitCounts::all);
            case PCIE_TX_BYTES -> lanes.pcie() * wholes(units, UnitCounts::all, Count::pcie) / 4;
            case PCIE_RX_BYTES -> lanes.pcie() * wholes(units, UnitCounts::all, Count::pcie);
            case NVLINK_TX_BYTES, NVLINK_RX_BYTES -> lanes.nvlink() * wholes(units, UnitCounts::all, Count::nvlink);
            default -> 0;
        };
    }

    /// The part of the power above the idle power that is drawn, added up over the seconds.
    private double atWork(List<UnitCounts> units, Function<UnitCounts, Count> when) {
        return 0.05 * wholes(units, when, Count::engine)
                + 0.6 * wholes(units, when, Count::sm)
                + 0.35 * wholes(units, when, Count::dram);
    }

    /// The mean of what the GPU did, of which each unit is as much as it has of the slices.
    private Optional<Load> mean(List<UnitCounts> units, Function<UnitCounts, Count> when) {
        return units.stream()
                .map(look -> look.mean(when).map(load -> mig ? within(look.unit(), load) : load))
                .reduce(Optional.of(Load.NONE), (some, more) -> some.flatMap(one -> more.map(one::plus)));
    }

    private Load within(Unit unit, Load load) {
        var compute = (double) unit.slices() / gpu.computeSlices();
        var memorySlices = (double) unit.memorySlices() / gpu.model().memorySlices();
        var part = load.within(compute, memorySlices);
        return part.moving(part.pcieTx(), part.pcieRx(), load.nvlink() * compute);
    }

    /// Returns what the units did in seconds of the whole GPU.
    private double wholes(List<UnitCounts> units, Function<UnitCounts, Count> when, ToLongFunction<Count> what) {
        var sum = 0L;
        for (var look : units) {
            sum += what.applyAsLong(when.apply(look)) * look.unit().slices();
        }
        return sum / ALL / gpu.computeSlices();
    }

    /// Returns for how long the GPU was seen; its units were seen with it.
    private static long seconds(List<UnitCounts> units) {
        return units.getFirst().all().seconds();
    }

    /// @param second that was seen last
    SortedMap<Part, Readings> links(long second) {
        return effects.on(LINKS.getOrDefault(gpu.model(), Collections.emptySortedMap()), second);
    }

    private static SortedMap<Part, Readings> links(Model model) {
        var up = Readings.of(Map.of(NVLINK_UP, Reading.of(1)));
        var links = new TreeMap<Part, Readings>();
        for (var number = 0; number < model.lanes().links(); number++) {
            links.put(new Part(Part.Kind.NVLINK, number), up);
        }
        return Collections.unmodifiableSortedMap(links);
    }
}
