package io.gpuledger.exporter.device;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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

    /// The same, and how other collectors did.
    public Snapshot alsoRan(List<Run> others) {
        return new Snapshot(
                at,
                gpus,
                backends,
                Stream.concat(runs.stream(), others.stream()).toList());
    }

    /// How far a GPU can be trusted at the moment.
    public enum Condition {
        PRESENT,
        /// It answers, but with nothing else than errors.
        FAILING,
        /// A call into the driver has not come back within its deadline.
        STUCK,
        /// It has fallen off the bus, or a scan that worked no longer names it.
        LOST,
        /// The driver as a whole could not be asked, so nothing is known of this GPU.
        UNREACHABLE
    }

    /// A GPU with all that is known of it. Gauges are there only while it is [Condition#PRESENT]; counters stay.
    public record GpuState(
            Device device,
            Condition condition,
            Readings readings,
            List<UnitState> units,
            SortedMap<Part, Readings> parts,
            List<DeviceProcess> processes,
            Map<Quantity, String> sources,
            Happened happened) {
        public GpuState {
            units = List.copyOf(units);
            processes = List.copyOf(processes);
        }
    }

    /// How often each event came since this process started.
    public record Happened(
            SortedMap<Integer, Long> xids, Optional<Integer> lastXid, SortedMap<Incident.Kind, Long> incidents) {
        public static final Happened NOTHING = new Happened(new TreeMap<>(), Optional.empty(), new TreeMap<>());
    }

    /// A unit's own readings (of a GPU that is not in MIG mode: the GPU's), and what was integrated for it.
    public record UnitState(Unit unit, Readings readings, Activity activity) {}

    /// What the sampler integrated for a unit since it first saw it.
    ///
    /// @param observedNanos the time for which every activity that this unit can give was read
    /// @param activeNanos the integral of each such activity over that time
    public record Activity(long observedNanos, Map<Quantity, Long> activeNanos) {
        public Activity {
            activeNanos = Map.copyOf(activeNanos);
        }
    }

    /// How a collector's latest run went.
    public record Run(String collector, boolean success, Duration took, Optional<Instant> lastSuccess) {}
}
