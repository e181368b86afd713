package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Activity;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.Happened;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

final class Nodes {
    private Nodes() {}

    static String uuid(int gpu) {
        return "GPU-%08d-0000-4000-8000-000000000000".formatted(gpu);
    }

    static String uuid(int gpu, int gpuInstance) {
        return "MIG-%08d-%04d-4000-8000-000000000000".formatted(gpu, gpuInstance);
    }

    static Device gpu(int index) {
        return device(index, Optional.empty());
    }

    /// Returns a GPU in MIG mode, with an instance for each of these ids of GPU instances.
    static Device mig(int index, int... gpuInstances) {
        var instances = new ArrayList<Instance>();
        for (var id : gpuInstances) {
            instances.add(new Instance(uuid(index, id), id, Optional.empty(), "1g.10gb", 1, 1));
        }
        return device(index, Optional.of(new Mig(7, 8, instances)));
    }

    /// A GPU whose device file has another number than it.
    static Device withMinor(int minor, Device device) {
        return new Device(
                device.index(),
                Optional.of(minor),
                device.uuid(),
                device.model(),
                device.pciBusId(),
                device.serial(),
                device.platform(),
                device.mig());
    }

    private static Device device(int index, Optional<Mig> mig) {
        return new Device(
                index,
                Optional.of(index),
                uuid(index),
                "NVIDIA H100",
                "00000000:%02X:00.0".formatted(index),
                Optional.empty(),
                new Platform(Optional.empty(), "580.95.05", Optional.empty(), Optional.empty()),
                mig);
    }

    /// Returns a snapshot for which nothing was read yet.
    static Snapshot snapshot(Device... devices) {
        var states = Stream.of(devices).map(Nodes::state).toList();
        return new Snapshot(Instant.EPOCH, states, List.of(), List.of());
    }

    private static GpuState state(Device device) {
        var units = device.units().stream()
                .map(unit -> new UnitState(unit, Readings.NONE, Readings.NONE, new Activity(0, Map.of())))
                .toList();
        return state(device, units, List.of());
    }

    static GpuState state(Device device, List<UnitState> units, List<DeviceProcess> processes) {
        return new GpuState(
                device,
                Condition.PRESENT,
                Readings.NONE,
                Readings.NONE,
                units,
                new TreeMap<>(),
                processes,
                Map.of(),
                Happened.NOTHING);
    }

    static Holder holder(String pod) {
        return new Holder(new PodName("team", pod), "main");
    }

    static Grant has(String pod, String resource, String... ids) {
        return new Grant.Devices(holder(pod), resource, List.of(ids));
    }
}
