package io.gpuledger.simulator.page;

import static io.gpuledger.exporter.device.Quantity.*;

import io.gpuledger.exporter.device.ClockEvent;
import io.gpuledger.exporter.device.Part;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Symptom.Ecc;
import io.gpuledger.simulator.story.Symptom.NvlinkError;
import io.gpuledger.simulator.story.Symptom.Retired;
import io.gpuledger.simulator.story.Symptom.Sensor;
import io.gpuledger.simulator.story.Symptom.Throttle;
import io.gpuledger.simulator.story.Trouble;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a GPU's troubles make of what is read of it.
final class Effects {
    /// Most GPUs have no trouble, and share this.
    private static final Effects NONE = new Effects();

    private static final double MEGAHERTZ = 1e6;
    private static final int CLOCK_STEP_MEGAHERTZ = 15;
    private static final int SECOND = 1;
    private static final int MINUTE = 60;
    /// A state of the fabric, in which a GPU stays whose fabric manager has failed.
    private static final int BEING_JOINED = 2;

    private static final Readings DOWN = Readings.of(Map.of(NVLINK_UP, Reading.of(0)));

    /// What becomes of a quantity's value.
    private interface Effect {
        /// @param second that was seen last
        double on(double value, long second);

        default Effect then(Effect next) {
            return (value, second) -> next.on(on(value, second), second);
        }
    }

    /// What is on pages only where a GPU of the node has something to tell by it.
    private static final Set<Quantity> RARE =
            EnumSet.of(ECC_SRAM_THRESHOLD_EXCEEDED, PCIE_LINK_WIDTH, PCIE_LINK_GENERATION, FABRIC_STATE);

    private final Map<Quantity, Effect> effects = new TreeMap<>();

    private final List<Symptom.NvlinkDown> linksDown = new ArrayList<>();

    private Effects() {}

    /// @param troubles of the GPU, or of others that are alike
    static Effects of(Gpu gpu, List<Trouble> troubles) {
        var effects = new Effects();
        for (var trouble : troubles) {
            if (trouble instanceof Symptom symptom) {
                effects.add(gpu, symptom);
            } else if (trouble instanceof Trouble.RemapFailed(String _, Span span)) {
                effects.is(ROW_REMAP_FAILED, 1, span);
            }
        }
        return effects.effects.isEmpty() && effects.linksDown.isEmpty() ? NONE : effects;
    }

    /// What is told of all GPUs of a node, as one of them has something to tell by it.
    static Set<Quantity> told(Chapter chapter) {
        var any = of(chapter.node().gpus().getFirst(), chapter.troubles());
        return RARE.stream().filter(any.effects::containsKey).collect(Collectors.toUnmodifiableSet());
    }

    private void add(Gpu gpu, Symptom symptom) {
        var span = symptom.span();
        switch (symptom) {
            case Symptom.CountedXid _,
                    Symptom.OrphanMemory _,
                    Symptom.Filled _,
                    Symptom.Creeping _,
                    Symptom.OtherVbios _ -> {
                // They change no reading that there is without them.
            }
            case Symptom.EccErrors errors -> {
                rises(errors.kind() == Ecc.CORRECTED ? ECC_CORRECTED : ECC_UNCORRECTED, errors.count(), span);
                rises(
                        errors.kind() == Ecc.CORRECTED ? ECC_LIFETIME_CORRECTED : ECC_LIFETIME_UNCORRECTED,
                        errors.count(),
                        span);
            }
            case Symptom.SramExceeded _ -> is(ECC_SRAM_THRESHOLD_EXCEEDED, 1, span);
            case Symptom.RemapPending _ -> {
                is(ROW_REMAP_PENDING, 1, span);
                rises(REMAPPED_ROWS_UNCORRECTABLE, 1, span);
            }
            case Symptom.RetiredPages pages ->
                rises(
                        pages.kind() == Retired.SINGLE_BIT ? RETIRED_PAGES_SINGLE_BIT : RETIRED_PAGES_DOUBLE_BIT,
                        pages.count(),
                        span);
            case Symptom.RetirementPending _ -> is(RETIRED_PAGES_PENDING, 1, span);
            case Symptom.Hot hot ->
                is(hot.sensor() == Sensor.GPU ? GPU_TEMPERATURE : MEMORY_TEMPERATURE, hot.celsius(), span);
            case Symptom.Throttled throttled -> {
                slows(gpu, throttled.thousandths(), span);
                throttles(throttled.reason(), span);
            }
            case Symptom.Slowed slowed -> slows(gpu, slowed.thousandths(), span);
            case Symptom.PcieReplays replays -> runs(PCIE_REPLAYS, replays.perMinute(), MINUTE, span);
            case Symptom.NarrowLink link -> is(PCIE_LINK_WIDTH, link.lanes(), span);
            case Symptom.SlowLink link -> is(PCIE_LINK_GENERATION, link.generation(), span);
            case Symptom.NvlinkDown down -> linksDown.add(down);
            case Symptom.NvlinkErrors errors -> runs(counter(errors.kind()), errors.perSecond(), SECOND, span);
            case Symptom.Unjoined _ -> is(FABRIC_STATE, BEING_JOINED, span);
            case Symptom.EccOff _ -> is(ECC_MODE, 0, span);
            case Symptom.PowerLimited limited -> is(POWER_LIMIT, limited.watts(), span);
            case Symptom.ClockLimited limited -> {
                is(SM_CLOCK_MAX, limited.megahertz() * MEGAHERTZ, span);
                isAtMost(SM_CLOCK, limited.megahertz() * MEGAHERTZ, span);
            }
        }
    }

    private static Quantity counter(NvlinkError kind) {
        return switch (kind) {
            case CRC -> NVLINK_CRC_ERRORS;
            case REPLAY -> NVLINK_REPLAY_ERRORS;
            case RECOVERY -> NVLINK_RECOVERY_ERRORS;
        };
    }

    /// The clock goes in steps, as it does without.
    private void slows(Gpu gpu, int thousandths, Span span) {
        var megahertz = gpu.model().clocks().maxMegahertz() * thousandths / 1000;
        var most = megahertz / CLOCK_STEP_MEGAHERTZ * CLOCK_STEP_MEGAHERTZ * MEGAHERTZ;
        isAtMost(SM_CLOCK, most, span);
    }

    private void throttles(Throttle reason, Span span) {
        switch (reason) {
            case HW_THERMAL -> throttles(THROTTLED_HW_THERMAL, span, ClockEvent.HW_THERMAL, ClockEvent.HW_SLOWDOWN);
            case SW_THERMAL -> throttles(THROTTLED_SW_THERMAL, span, ClockEvent.SW_THERMAL);
            case HW_POWER_BRAKE ->
                throttles(THROTTLED_HW_POWER_BRAKE, span, ClockEvent.HW_POWER_BRAKE, ClockEvent.HW_SLOWDOWN);
            case POWER_CAP -> throttles(THROTTLED_POWER_CAP, span, ClockEvent.POWER_CAP);
        }
    }

    private void throttles(Quantity time, Span span, ClockEvent... events) {
        runs(time, 1, SECOND, span);
        var bits = Arrays.stream(events).mapToLong(ClockEvent::bit).sum();
        add(CLOCK_EVENTS, (value, second) -> span.contains(second) ? (long) value | bits : value);
    }

    /// It rises by so much in so many seconds; what is less than one is not counted yet.
    private void runs(Quantity quantity, long by, int seconds, Span span) {
        add(quantity, (value, second) -> {
            var elapsed = Math.clamp(second + 1 - span.from(), 0, span.seconds());
            var counted = by * elapsed / seconds;
            return value + counted;
        });
    }

    /// It stays as high when the span is over.
    private void rises(Quantity quantity, long by, Span span) {
        add(quantity, (value, second) -> second < span.from() ? value : value + by);
    }

    private void is(Quantity quantity, double shown, Span span) {
        add(quantity, (value, second) -> span.contains(second) ? shown : value);
    }

    private void isAtMost(Quantity quantity, double most, Span span) {
        add(quantity, (value, second) -> span.contains(second) ? Math.min(value, most) : value);
    }

    private void add(Quantity quantity, Effect effect) {
        effects.merge(quantity, effect, Effect::then);
    }

    /// What is not given has no value to change.
    Reading on(Quantity quantity, Reading reading, long second) {
        if (effects.isEmpty()) {
            return reading;
        }
        var effect = effects.get(quantity);
        return effect != null && reading instanceof Reading.Value(double value)
                ? Reading.of(effect.on(value, second))
                : reading;
    }

    /// @param up all links of the GPU
    SortedMap<Part, Readings> on(SortedMap<Part, Readings> up, long second) {
        if (linksDown.isEmpty()) {
            return up;
        }
        var links = new TreeMap<>(up);
        for (var down : linksDown) {
            if (down.span().contains(second)) {
                links.put(new Part(Part.Kind.NVLINK, down.link()), DOWN);
            }
        }
        return links;
    }
}
