package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.DeviceProcess.Kind;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.nvml.Structs.ProcessInfo;
import io.gpuledger.exporter.device.nvml.Structs.ProcessUtilizationSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// This says who runs on a GPU or an instance, and what each takes of it.
final class Processes {
    private static final int MORE = 16;
    private static final int MOST = 4096;
    private static final int TRIES = 3;
    private static final long UNKNOWN_MEMORY = -1;
    private static final int NO_INSTANCE = -1;
    private static final double PERCENT = 100;

    @FunctionalInterface
    private interface Listing {
        int list(long device, Pointer count, Pointer infos);
    }

    /// Room for a list whose length only the driver knows: where it says that there is too little, it is asked again
    /// with more.
    private final class Entries {
        private final int size;
        private Memory memory;

        Entries(int size) {
            this.size = size;
            this.memory = buffers.take((long) MORE * size);
        }

        Memory memory() {
            return memory;
        }

        /// How many there are now; none where the call fails.
        int fill(ToIntFunction<Memory> call) {
            var room = (int) (memory.size() / size);
            var code = NvmlReturn.INSUFFICIENT_SIZE;
            for (var tries = 0; tries < TRIES && code == NvmlReturn.INSUFFICIENT_SIZE; tries++) {
                count.setInt(0, room);
                code = call.applyAsInt(memory);
                if (code == NvmlReturn.INSUFFICIENT_SIZE) {
                    // Some may start until it is asked again.
                    room = Math.min(Math.max(room, count.getInt(0)), MOST) + MORE;
                    memory = buffers.instead(memory, (long) room * size);
                }
            }
            return code == NvmlReturn.SUCCESS ? Math.min(count.getInt(0), room) : 0;
        }
    }

    private final long device;
    private final Optional<Instance> instance;
    private final Buffers buffers;
    private final Memory count;
    private final Entries infos;
    private final Entries entries;
    private final ProcessSamples samples = new ProcessSamples(this::sampledSince);

    /// @param device the handle of the GPU, or of the MIG device
    Processes(long device, Optional<Instance> instance, Buffers buffers) {
        this.device = device;
        this.instance = instance;
        this.buffers = buffers;
        this.count = buffers.take(Integer.BYTES);
        this.infos = new Entries(ProcessInfo.SIZE);
        this.entries = new Entries(ProcessUtilizationSample.SIZE);
    }

    /// Reads the processes of an instance, which the driver does not sample.
    List<DeviceProcess> read() {
        var processes = new ArrayList<DeviceProcess>();
        list(Nvml::nvmlDeviceGetComputeRunningProcesses_v3, Kind.COMPUTE, processes);
        list(Nvml::nvmlDeviceGetGraphicsRunningProcesses_v3, Kind.GRAPHICS, processes);
        list(Nvml::nvmlDeviceGetMPSComputeRunningProcesses_v3, Kind.MPS, processes);
        samples.keep(processes.stream().map(DeviceProcess::pid).toList());
        return processes;
    }

    /// Reads the processes of a whole GPU.
    ///
    /// @param gpuSampled when the driver has sampled it since the read before, in microseconds of its clock
    List<DeviceProcess> read(List<Long> gpuSampled) {
        samples.read(gpuSampled);
        return read();
    }

    private void list(Listing listing, Kind kind, List<DeviceProcess> processes) {
        var listed = infos.fill(memory -> listing.list(device, count, memory));
        for (var i = 0; i < listed; i++) {
            if (isOurs(infos.memory(), (long) i * ProcessInfo.SIZE)) {
                processes.add(process(kind, infos.memory(), (long) i * ProcessInfo.SIZE));
            }
        }
    }

    /// Says whether the process is ours: each compute instance of a GPU instance has processes of its own.
    private boolean isOurs(Pointer infos, long at) {
        var compute = infos.getInt(at + ProcessInfo.computeInstanceId);
        return compute == NO_INSTANCE
                || instance.flatMap(Instance::computeInstanceId)
                        .filter(own -> own != compute)
                        .isEmpty();
    }

    private DeviceProcess process(Kind kind, Pointer infos, long at) {
        var used = infos.getLong(at + ProcessInfo.usedGpuMemory);
        var readings = used == UNKNOWN_MEMORY
                ? Readings.NONE
                : Readings.of(Map.of(Quantity.MEMORY_USED, Reading.of(FieldBatch.unsigned(used))));
        var pid = infos.getInt(at + ProcessInfo.pid);
        return new DeviceProcess(pid, kind, instance.map(Instance::uuid), readings, samples.busy(pid));
    }

    private List<ProcessSamples.Sample> sampledSince(long micros) {
        var given = entries.fill(memory -> Nvml.nvmlDeviceGetProcessUtilization(device, memory, count, micros));
        var read = new ArrayList<ProcessSamples.Sample>();
        for (var i = 0; i < given; i++) {
            var at = (long) i * ProcessUtilizationSample.SIZE;
            read.add(new ProcessSamples.Sample(
                    entries.memory().getInt(at + ProcessUtilizationSample.pid),
                    entries.memory().getLong(at + ProcessUtilizationSample.timeStamp),
                    Integer.toUnsignedLong(entries.memory().getInt(at + ProcessUtilizationSample.smUtil)) / PERCENT));
        }
        return read;
    }
}
