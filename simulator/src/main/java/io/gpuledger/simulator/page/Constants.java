package io.gpuledger.simulator.page;

import static io.gpuledger.exporter.device.Quantity.*;

import io.gpuledger.exporter.device.Part;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.simulated.Quantities;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Sku;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What is read of a GPU whatever happens to it, and what it never gives.
final class Constants {
    private static final double MEGAHERTZ = 1e6;

    /// Of a fleet in which no memory fails but by script.
    private static final List<Quantity> ZEROS = List.of(
            THROTTLED_POWER_CAP,
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
            PCIE_REPLAYS,
            NVLINK_REPLAY_ERRORS,
            NVLINK_RECOVERY_ERRORS,
            NVLINK_CRC_ERRORS);

    private static final Map<Sku, Map<Quantity, Reading>> GAUGES = eachSku(Constants::makeGauges);
    private static final Map<Sku, Map<Quantity, Reading>> REFUSALS = eachSku(sku -> makeRefusals(sku, false));
    private static final Map<Sku, Map<Quantity, Reading>> REFUSALS_IN_MIG = eachSku(sku -> makeRefusals(sku, true));
    private static final Map<Sku, SortedMap<Part, Readings>> LINKS = eachSku(Constants::makeLinks);

    private Constants() {}

    /// The same objects for all GPUs: there may be a hundred thousand.
    private static <T> Map<Sku, T> eachSku(Function<Sku, T> make) {
        return Arrays.stream(Sku.values()).collect(Collectors.toMap(Function.identity(), make));
    }

    private static <T> T of(Map<Sku, T> all, Sku sku) {
        return Objects.requireNonNull(all.get(sku), sku.name());
    }

    /// What stands there when the GPU cannot be read, too.
    static Map<Quantity, Reading> counters() {
        var counters = new EnumMap<Quantity, Reading>(Quantity.class);
        ZEROS.forEach(quantity -> counters.put(quantity, Reading.of(0)));
        return Collections.unmodifiableMap(counters);
    }

    static Map<Quantity, Reading> gauges(Sku sku) {
        return of(GAUGES, sku);
    }

    /// What the GPU as a whole does not give.
    static Map<Quantity, Reading> refusals(Gpu gpu) {
        return of(gpu.layout().isEmpty() ? REFUSALS : REFUSALS_IN_MIG, gpu.sku());
    }

    /// All links are up.
    static SortedMap<Part, Readings> links(Sku sku) {
        return of(LINKS, sku);
    }

    private static Map<Quantity, Reading> makeGauges(Sku sku) {
        var gauges = new EnumMap<Quantity, Reading>(Quantity.class);
        gauges.put(ENCODER_UTILIZATION, Reading.of(0));
        gauges.put(DECODER_UTILIZATION, Reading.of(0));
        gauges.put(VGPU_LICENSE, Reading.of(0));
        gauges.put(ROW_REMAP_PENDING, Reading.of(0));
        gauges.put(RETIRED_PAGES_SINGLE_BIT, Reading.of(0));
        gauges.put(RETIRED_PAGES_DOUBLE_BIT, Reading.of(0));
        gauges.put(RETIRED_PAGES_PENDING, Reading.of(0));
        gauges.put(POWER_LIMIT, Reading.of(sku.power().most()));
        gauges.put(SM_CLOCK_MAX, Reading.of(sku.clocks().multiprocessors() * MEGAHERTZ));
        gauges.put(MEMORY_CLOCK_MAX, Reading.of(sku.clocks().memory() * MEGAHERTZ));
        gauges.put(MEMORY_CLOCK, Reading.of(sku.clocks().memory() * MEGAHERTZ));
        gauges.put(ECC_MODE, Reading.of(1));
        gauges.put(PERSISTENCE_MODE, Reading.of(1));
        return Collections.unmodifiableMap(gauges);
    }

    private static Map<Quantity, Reading> makeRefusals(Sku sku, boolean mig) {
        var refusals = new EnumMap<Quantity, Reading>(Quantity.class);
        if (mig) {
            refuse(refusals, Quantities.NOT_OF_A_MIG_GPU);
        }
        if (sku.isProfiled()) {
            refuse(refusals, Quantities.BEFORE_AMPERE);
        } else {
            refuse(refusals, Quantities.AMPERE);
        }
        if (sku.lanes().links() == 0) {
            refuse(refusals, Quantities.NVLINK);
        }
        if (!sku.hasStackedMemory()) {
            refuse(refusals, Set.of(MEMORY_TEMPERATURE));
        }
        return Collections.unmodifiableMap(refusals);
    }

    /// What a MIG instance does not give.
    static Map<Quantity, Reading> refusalsOfInstance() {
        var refusals = new EnumMap<Quantity, Reading>(Quantity.class);
        refuse(refusals, Quantities.UTILIZED);
        return Collections.unmodifiableMap(refusals);
    }

    private static void refuse(Map<Quantity, Reading> refusals, Set<Quantity> quantities) {
        quantities.forEach(quantity -> refusals.put(quantity, Absent.NOT_SUPPORTED));
    }

    private static SortedMap<Part, Readings> makeLinks(Sku sku) {
        var up = Readings.of(Map.of(NVLINK_UP, Reading.of(1)));
        var links = new TreeMap<Part, Readings>();
        for (var number = 0; number < sku.lanes().links(); number++) {
            links.put(new Part(Part.Kind.NVLINK, number), up);
        }
        return Collections.unmodifiableSortedMap(links);
    }
}
