package io.gpuledger.exporter.sampler;

import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Part;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.sampler.CallThread.Answer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A GPU for as long as this process lives: it keeps its thread, its counters and its integrals when it is lost, stuck
/// or comes back under another index.
final class TrackedGpu implements AutoCloseable {
    /// A sample of a device as it was then, and the instants of the monotonic clock between which it was read.
    private record Timed(Device device, Sample sample, Set<Pace> paces, long begunNanos, long endedNanos) {}

    /// What tells one series of a GPU's units from another on the page. A MIG instance that is made anew in the place
    /// of an old one has the old one's series, whatever its UUID: so it goes on counting.
    private record Place(Optional<Integer> gpuInstanceId, Optional<Integer> computeInstanceId, String profile) {
        static Place of(Unit unit) {
            return unit.instance()
                    .map(instance -> new Place(
                            Optional.of(instance.gpuInstanceId()), instance.computeInstanceId(), instance.profile()))
                    .orElse(new Place(Optional.empty(), Optional.empty(), ""));
        }
    }

    private final SamplerSettings settings;
    private final Clock clock;
    private final CallThread<Timed> thread;
    private final KeptReadings series = new KeptReadings();
    private final Map<Place, UnitTrack> units = new HashMap<>();
    private SortedMap<Part, Readings> parts = new TreeMap<>();
    private List<DeviceProcess> processes = List.of();
    private Map<Quantity, String> sources = Map.of();
    private Device device;
    private List<Present> present;
    private Condition condition = Condition.PRESENT;
    /// Whether a straggler came in this cycle, and what it said is wrong with the GPU.
    private boolean heard;
    private Optional<String> trouble = Optional.empty();
    private OptionalLong slowReadNanos = OptionalLong.empty();

    TrackedGpu(Device device, SamplerSettings settings, Clock clock) {
        this.device = device;
        this.settings = settings;
        this.clock = clock;
        this.thread = new CallThread<>("gpu " + device.uuid(), settings.deadline());
        this.present = present(device);
    }

    private record UnitTrack(KeptReadings series, Integrator integrator) {
        void read(long atNanos, Readings readings) {
            series.read(readings);
            integrator.read(atNanos, readings);
        }

        void gap() {
            series.gap();
            integrator.gap();
        }
    }

    /// A unit that is there at the moment.
    private record Present(Unit unit, UnitTrack track) {
        UnitState state() {
            var series = track.series();
            return new UnitState(
                    unit,
                    series.readings(),
                    series.standing(),
                    track.integrator().activity());
        }
    }

    /// Begins to read; [#finish] takes the answer.
    void begin(Gpu gpu) throws InterruptedException {
        var straggler = thread.straggler().filter(late -> !late.overdue());
        heard = straggler.isPresent();
        trouble = straggler.flatMap(late -> take(late.answer()));
        identify(gpu.device());
        var paces = paces();
        thread.begin(() -> {
            var begunNanos = clock.nanoTime();
            var sample = gpu.read(paces);
            return new Timed(gpu.device(), sample, paces, begunNanos, clock.nanoTime());
        });
    }

    /// Device and units stay the same objects for as long as it is the same GPU in the same parts, so whoever compares
    /// them is done at once.
    private void identify(Device now) {
        if (!now.equals(device)) {
            device = now;
            present = present(now);
            var gone = new HashSet<>(units.values());
            present.forEach(one -> gone.remove(one.track()));
            gone.forEach(UnitTrack::gap);
        }
    }

    private List<Present> present(Device device) {
        return device.units().stream()
                .map(unit -> new Present(
                        unit,
                        units.computeIfAbsent(
                                Place.of(unit),
                                _ -> new UnitTrack(new KeptReadings(), new Integrator(settings.interval())))))
                .toList();
    }

    /// Cannot be read in this cycle.
    void skip(Condition why) {
        thread.missed();
        gap(why);
    }

    private Set<Pace> paces() {
        // Half a cycle early rather than a whole one late: no two cycles begin at quite the same distance.
        var dueNanos =
                settings.slowInterval().minus(settings.interval().dividedBy(2)).toNanos();
        var slowDue = slowReadNanos.isEmpty() || clock.nanoTime() - slowReadNanos.getAsLong() >= dueNanos;
        return slowDue ? EnumSet.allOf(Pace.class) : EnumSet.of(Pace.FAST);
    }

    /// Waits for the answer until this instant of the system's monotonic clock, and takes it in. Returns what is wrong
    /// with the GPU, if anything.
    Optional<String> finish(long deadlineNanos) throws InterruptedException {
        return take(thread.await(deadlineNanos)).map(trouble -> "GPU " + device.index() + " " + trouble);
    }

    private Optional<String> take(Answer<Timed> answer) {
        return switch (answer) {
            case Answer.Done<Timed>(Timed timed) -> take(timed);
            case Answer.Failed<Timed>(Throwable cause) -> gap(Condition.FAILING, "cannot be read: " + cause);
            // One that is slow but steady is heard of one cycle later.
            case Answer.Late<Timed> _ when heard -> trouble;
            case Answer.Late<Timed> _ -> gap(Condition.STUCK, "does not answer");
        };
    }

    private Optional<String> take(Timed timed) {
        var readings = timed.sample().gpu();
        if (readings.lack(Absent.LOST)) {
            return gap(Condition.LOST, "is lost");
        }
        if (!readings.giveAnything()) {
            return gap(Condition.FAILING, "answers with errors only");
        }
        identify(timed.device());
        condition = Condition.PRESENT;
        series.read(readings);
        if (timed.paces().contains(Pace.SLOW)) {
            slowReadNanos = OptionalLong.of(timed.begunNanos());
            parts = timed.sample().parts();
        }
        processes = timed.sample().processes();
        sources = timed.sample().sources();
        takeUnits(timed);
        return Optional.empty();
    }

    private void takeUnits(Timed timed) {
        for (var one : present) {
            var readings = readings(one.unit(), timed.sample());
            if (readings.isPresent()) {
                // Where a read took long, the driver may have looked at its end: better unobserved than made up.
                one.track().read(timed.endedNanos(), readings.get());
            } else {
                one.track().gap();
            }
        }
    }

    private static Optional<Readings> readings(Unit unit, Sample sample) {
        return unit.instance()
                .map(instance -> Optional.ofNullable(sample.instances().get(instance.uuid())))
                .orElse(Optional.of(sample.gpu()));
    }

    /// This is called when nothing was learned this time, and why: gauges go, counters and integrals stay.
    private void gap(Condition why) {
        condition = why;
        series.gap();
        units.values().forEach(UnitTrack::gap);
        parts = new TreeMap<>();
        processes = List.of();
        slowReadNanos = OptionalLong.empty();
    }

    private Optional<String> gap(Condition why, String trouble) {
        gap(why);
        return Optional.of(trouble);
    }

    /// The driver as a whole does not answer. That is no evidence to the contrary for a GPU that was lost or stuck.
    void unreachable() {
        skip(condition == Condition.LOST || condition == Condition.STUCK ? condition : Condition.UNREACHABLE);
    }

    Device device() {
        return device;
    }

    Condition condition() {
        return condition;
    }

    GpuState state(DeviceEvents events) {
        return new GpuState(
                device,
                condition,
                series.readings(),
                series.standing(),
                present.stream().map(Present::state).toList(),
                parts,
                processes,
                sources,
                events.happened(device.uuid()));
    }

    @Override
    public void close() {
        thread.close();
    }
}
