package io.gpuledger.exporter.device;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/// The node at an instant: what the page is rendered from. Immutable.
///
/// @param gpus every GPU that this process has ever seen, by index and then UUID
/// @param backends how each source of readings stands with what it asks
public record Snapshot(Instant at, List<GpuState> gpus, List<BackendState> backends, List<Run> runs) {
    public Snapshot {
        gpus = List.copyOf(gpus);
        backends = List.copyOf(backends);
        runs = List.copyOf(runs);
    }

    /// Returns this snapshot with the runs of other collectors beside its own.
    public Snapshot alsoRan(List<Run> others) {
        return new Snapshot(
                at,
                gpus,
                backends,
                Stream.concat(runs.stream(), others.stream()).toList());
    }

    /// What of it stands for longer than a cycle.
    public Snapshot standing() {
        return new Snapshot(
                Instant.EPOCH, gpus.stream().map(GpuState::standingState).toList(), backends, List.of());
    }

    /// Whether nothing but time has passed since another: what stands of both is equal.
    public boolean standsAs(Snapshot before) {
        return alike(gpus, before.gpus, GpuState::standsAs) && backends.equals(before.backends);
    }

    private static <T> boolean alike(List<T> these, List<T> those, BiPredicate<T, T> are) {
        var size = these.size();
        var alike = size == those.size();
        for (var i = 0; alike && i < size; i++) {
            alike = are.test(these.get(i), those.get(i));
        }
        return alike;
    }

    /// How far a GPU can be trusted at the moment.
    public enum Condition {
        PRESENT,
        /// The GPU answers, but gives nothing but errors.
        FAILING,
        /// A call into the driver has not come back within its deadline.
        STUCK,
        /// It has fallen off the bus, or a scan that worked no longer names it.
        LOST,
        /// The driver as a whole could not be asked, so nothing is known of this GPU.
        UNREACHABLE
    }

    /// A GPU with all that is known of it. Gauges are there only while it is [Condition#PRESENT]; counters stay.
    ///
    /// @param standing what of the readings stands from one slow read to the next
    public record GpuState(
            Device device,
            Condition condition,
            Readings readings,
            Readings standing,
            List<UnitState> units,
            SortedMap<Part, Readings> parts,
            List<DeviceProcess> processes,
            Map<Quantity, String> sources,
            Happened happened) {
        public GpuState {
            units = List.copyOf(units);
            processes = List.copyOf(processes);
        }

        /// The processes of a unit, each once, whatever kinds of contexts it has.
        public Collection<DeviceProcess> processes(Unit unit) {
            var instance = unit.instance().map(Device.Instance::uuid);
            var once = new TreeMap<Integer, DeviceProcess>();
            for (var process : processes) {
                if (process.instance().equals(instance)) {
                    once.putIfAbsent(process.pid(), process);
                }
            }
            return once.values();
        }

        /// How much memory a unit has in use. Of memory that it shares, what its own processes take, if all who share
        /// it say that; never more than there is in use.
        public OptionalDouble memoryUsed(UnitState unit) {
            var used = unit.readings().value(Quantity.MEMORY_USED);
            if (used.isEmpty() || !unit.unit().sharesMemory()) {
                return used;
            }
            var own = memoryOfProcesses(unit.unit());
            var all = OptionalDouble.of(0);
            for (var sharer : unit.unit().memorySharers()) {
                all = sum(all, memoryOfProcesses(sharer));
            }
            return own.isEmpty() || all.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(
                            own.getAsDouble() * Math.min(1, used.getAsDouble() / Math.max(1, all.getAsDouble())));
        }

        private OptionalDouble memoryOfProcesses(Unit unit) {
            var memory = OptionalDouble.of(0);
            for (var process : processes(unit)) {
                memory = sum(memory, process.readings().value(Quantity.MEMORY_USED));
            }
            return memory;
        }

        /// Returns nothing where either is not known.
        private static OptionalDouble sum(OptionalDouble one, OptionalDouble other) {
            return one.isPresent() && other.isPresent()
                    ? OptionalDouble.of(one.getAsDouble() + other.getAsDouble())
                    : OptionalDouble.empty();
        }

        private GpuState standingState() {
            return new GpuState(
                    device,
                    condition,
                    standing,
                    standing,
                    units.stream().map(UnitState::standingState).toList(),
                    parts,
                    List.of(),
                    sources,
                    happened);
        }

        /// Compares by hand what is compared each cycle, and is the same object most of the time: a record's own way is
        /// slow before the second compiler, which the exporter does without.
        private boolean standsAs(GpuState before) {
            return condition == before.condition
                    && device.equals(before.device)
                    && standing.equals(before.standing)
                    && alike(units, before.units, UnitState::standsAs)
                    && parts.equals(before.parts)
                    && sources.equals(before.sources)
                    && happened.equals(before.happened);
        }
    }

    /// How often each event came since this process started.
    public record Happened(
            SortedMap<Integer, Long> xids, Optional<Integer> lastXid, SortedMap<Incident.Kind, Long> incidents) {
        public static final Happened NOTHING = new Happened(new TreeMap<>(), Optional.empty(), new TreeMap<>());
    }

    /// A unit's own readings (of a GPU that is not in MIG mode: the GPU's; of a compute instance what is read of its
    /// GPU instance), and what was integrated for it.
    ///
    /// @param standing what of the readings stands from one slow read to the next
    public record UnitState(Unit unit, Readings readings, Readings standing, Activity activity) {
        private UnitState standingState() {
            return new UnitState(unit, standing, standing, Activity.NONE);
        }

        private boolean standsAs(UnitState before) {
            return unit.equals(before.unit) && standing.equals(before.standing);
        }
    }

    /// This is what the sampler integrated for a unit since it first saw it.
    ///
    /// @param observedNanos the time for which every activity that this unit can give was read
    /// @param activeNanos the integral of each such activity over that time
    public record Activity(long observedNanos, Map<Quantity, Long> activeNanos) {
        static final Activity NONE = new Activity(0, Map.of());

        public Activity {
            activeNanos = Map.copyOf(activeNanos);
        }
    }

    /// This is how the latest run of a collector went.
    public record Run(String collector, boolean success, Duration took, Optional<Instant> lastSuccess) {}
}
