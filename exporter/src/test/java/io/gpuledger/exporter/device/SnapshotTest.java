package io.gpuledger.exporter.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Snapshot.Activity;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.Happened;
import io.gpuledger.exporter.device.Snapshot.Run;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What makes one snapshot stand as another: all that is not read in each cycle.
class SnapshotTest {
    private static final Instance SLICE = new Instance("MIG-1", 1, Optional.empty(), "1g.10gb", 1, 1);
    private static final Device DEVICE = device(0);
    private static final int PROFILING = 1040;
    private static final int THRESHOLD = 301;
    private static final int PART_NUMBER = 52;
    private static final Readings READINGS = Readings.of(
            Map.of(
                    Quantity.POWER, Reading.of(300),
                    Quantity.ECC_MODE, Reading.of(1),
                    Quantity.SM_ACTIVE, Absent.NOT_SUPPORTED),
            new DcgmFields(
                    Map.of(PROFILING, Reading.of(7)), Map.of(THRESHOLD, Reading.of(8)), Map.of(PART_NUMBER, "900-21")));
    private static final GpuState GPU = new GpuState(
            DEVICE,
            Condition.PRESENT,
            READINGS,
            READINGS.standing(),
            List.of(unit(READINGS, 5)),
            new TreeMap<>(Map.of(new Part(Part.Kind.FAN, 0), READINGS)),
            List.of(),
            Map.of(Quantity.POWER, "nvmlDeviceGetPowerUsage"),
            Happened.NOTHING);
    private static final Snapshot SNAPSHOT = snapshot(GPU);

    private static Device device(int index) {
        var mig = new Mig(7, 8, List.of(SLICE));
        return new Device(
                index,
                Optional.of(index),
                "GPU-1",
                "H100",
                "1",
                Optional.empty(),
                new Platform(Optional.empty(), "580.95.05", Optional.empty(), Optional.empty()),
                Optional.of(mig));
    }

    private static UnitState unit(Readings readings, long observedNanos) {
        var unit = DEVICE.units().getFirst();
        return new UnitState(unit, readings, readings.standing(), new Activity(observedNanos, Map.of()));
    }

    private static Snapshot snapshot(GpuState... gpus) {
        return new Snapshot(Instant.EPOCH, List.of(gpus), List.of(BackendState.ready("nvml")), List.of());
    }

    private static Readings with(Quantity quantity, Reading reading) {
        return READINGS.with(Readings.of(Map.of(quantity, reading)));
    }

    private static Readings withFast(Reading reading) {
        return withFields(new DcgmFields(Map.of(PROFILING, reading), Map.of(), Map.of()));
    }

    private static Readings withFields(DcgmFields fields) {
        return READINGS.with(Readings.of(Map.of(), fields));
    }

    private static GpuState reads(Readings readings) {
        return new GpuState(
                DEVICE,
                Condition.PRESENT,
                readings,
                readings.standing(),
                GPU.units(),
                GPU.parts(),
                List.of(),
                GPU.sources(),
                Happened.NOTHING);
    }

    private static GpuState has(UnitState... units) {
        return new GpuState(
                DEVICE,
                Condition.PRESENT,
                READINGS,
                READINGS.standing(),
                List.of(units),
                GPU.parts(),
                List.of(),
                GPU.sources(),
                Happened.NOTHING);
    }

    private static GpuState with(
            Device device, Condition condition, Map<Part, Readings> parts, Map<Quantity, String> sources, int lastXid) {
        return new GpuState(
                device,
                condition,
                READINGS,
                READINGS.standing(),
                GPU.units(),
                new TreeMap<>(parts),
                List.of(),
                sources,
                new Happened(new TreeMap<>(), lastXid == 0 ? Optional.empty() : Optional.of(lastXid), new TreeMap<>()));
    }

    @Test
    void what_is_read_in_each_cycle_makes_no_difference() {
        var process =
                new DeviceProcess(7, DeviceProcess.Kind.COMPUTE, Optional.empty(), Readings.NONE, Optional.empty());
        var busier = new GpuState(
                DEVICE,
                Condition.PRESENT,
                READINGS,
                READINGS.standing(),
                GPU.units(),
                GPU.parts(),
                List.of(process),
                GPU.sources(),
                Happened.NOTHING);
        var run = new Run("readings", true, Duration.ZERO, Optional.empty());
        var later = new Snapshot(Instant.MAX, List.of(busier), SNAPSHOT.backends(), List.of(run));
        assertThat(later.standsAs(SNAPSHOT)).isTrue();
        assertThat(List.of(
                        reads(with(Quantity.POWER, Reading.of(301))),
                        reads(with(Quantity.POWER, Absent.NO_DATA)),
                        reads(withFast(Reading.of(9))),
                        reads(withFast(Absent.NO_DATA)),
                        has(unit(with(Quantity.POWER, Reading.of(301)), 5)),
                        has(unit(READINGS, 6))))
                .allMatch(gpu -> snapshot(gpu).standsAs(SNAPSHOT))
                .allMatch(gpu -> snapshot(gpu).standing().equals(SNAPSHOT.standing()));
    }

    @Test
    void all_else_does() {
        var parts = GPU.parts();
        var sources = GPU.sources();
        assertThat(List.of(
                        reads(with(Quantity.ECC_MODE, Reading.of(0))),
                        reads(with(Quantity.ECC_MODE, Absent.FAILED)),
                        reads(with(Quantity.POWER, Absent.NO_PERMISSION)),
                        reads(with(Quantity.POWER, Absent.FAILED)),
                        reads(with(Quantity.SM_ACTIVE, Reading.of(0.5))),
                        reads(with(Quantity.UTILIZATION, Reading.of(0.5))),
                        reads(withFast(Absent.NOT_SUPPORTED)),
                        reads(withFields(new DcgmFields(Map.of(), Map.of(THRESHOLD, Reading.of(9)), Map.of()))),
                        reads(withFields(new DcgmFields(Map.of(), Map.of(), Map.of(PART_NUMBER, "900-22")))),
                        reads(withFields(new DcgmFields(Map.of(1041, Reading.of(7)), Map.of(), Map.of()))),
                        has(),
                        has(unit(with(Quantity.ECC_MODE, Reading.of(0)), 5)),
                        has(unit(READINGS, 5), unit(READINGS, 5)),
                        with(device(1), Condition.PRESENT, parts, sources, 0),
                        with(DEVICE, Condition.STUCK, parts, sources, 0),
                        with(DEVICE, Condition.PRESENT, Map.of(), sources, 0),
                        with(DEVICE, Condition.PRESENT, parts, Map.of(), 0),
                        with(DEVICE, Condition.PRESENT, parts, sources, 79)))
                .noneMatch(gpu -> snapshot(gpu).standsAs(SNAPSHOT))
                .noneMatch(gpu -> snapshot(gpu).standing().equals(SNAPSHOT.standing()));
        assertThat(snapshot().standsAs(SNAPSHOT)).isFalse();
        assertThat(snapshot(GPU, GPU).standsAs(SNAPSHOT)).isFalse();
        var released = List.of(new BackendState("nvml", Link.RELEASED, ""));
        assertThat(new Snapshot(Instant.EPOCH, List.of(GPU), released, List.of()).standsAs(SNAPSHOT))
                .isFalse();
    }
}
