package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.DeviceProcess.Kind;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.nvml.Layouts.ProcessInfo;
import io.gpuledger.exporter.device.nvml.Layouts.ProcessUtilizationSample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// Who runs on a GPU or an instance, and what each takes of it.
final class Processes {
    private static final int MORE = 16;
    private static final int MOST = 4096;
    private static final int TRIES = 3;
    private static final long UNKNOWN_MEMORY = -1;

    @FunctionalInterface
    private interface Listing {
        int list(long device, Pointer count, Pointer infos);
    }

    /// The sum of a process' samples since it was last asked for.
    private static final class Utilization {
        private final long[] sums = new long[4];
        private int samples;

        void add(Pointer sample, long at) {
            sums[0] += sample.getInt(at + ProcessUtilizationSample.smUtil);
            sums[1] += sample.getInt(at + ProcessUtilizationSample.memUtil);
            sums[2] += sample.getInt(at + ProcessUtilizationSample.encUtil);
            sums[3] += sample.getInt(at + ProcessUtilizationSample.decUtil);
            samples++;
        }

        double mean(int which) {
            return sums[which] / 100.0 / samples;
        }
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

    private static final List<Quantity> UTILIZATIONS = List.of(
            Quantity.UTILIZATION,
            Quantity.MEMORY_UTILIZATION,
            Quantity.ENCODER_UTILIZATION,
            Quantity.DECODER_UTILIZATION);

    private final long device;
    private final Optional<String> instance;
    private final Buffers buffers;
    private final Memory count;
    private final Entries infos;
    private final Entries samples;
    private long lastSeen;

    /// @param device the handle of the GPU, or of the MIG device
    Processes(long device, Optional<String> instance, Buffers buffers) {
        this.device = device;
        this.instance = instance;
        this.buffers = buffers;
        this.count = buffers.take(Integer.BYTES);
        this.infos = new Entries(ProcessInfo.SIZE);
        this.samples = new Entries(ProcessUtilizationSample.SIZE);
    }

    List<DeviceProcess> read() {
        var utilizations = instance.isPresent() ? Map.<Integer, Utilization>of() : utilizations();
        var processes = new ArrayList<DeviceProcess>();
        list(Nvml::nvmlDeviceGetComputeRunningProcesses_v3, Kind.COMPUTE, utilizations, processes);
        list(Nvml::nvmlDeviceGetGraphicsRunningProcesses_v3, Kind.GRAPHICS, utilizations, processes);
        list(Nvml::nvmlDeviceGetMPSComputeRunningProcesses_v3, Kind.MPS, utilizations, processes);
        return processes;
    }

    private void list(
            Listing listing, Kind kind, Map<Integer, Utilization> utilizations, List<DeviceProcess> processes) {
        var listed = infos.fill(memory -> listing.list(device, count, memory));
        for (var i = 0; i < listed; i++) {
            processes.add(process(kind, infos.memory(), (long) i * ProcessInfo.SIZE, utilizations));
        }
    }

    private DeviceProcess process(Kind kind, Pointer infos, long at, Map<Integer, Utilization> utilizations) {
        var readings = new EnumMap<Quantity, Reading>(Quantity.class);
        var used = infos.getLong(at + ProcessInfo.usedGpuMemory);
        if (used != UNKNOWN_MEMORY) {
            readings.put(Quantity.MEMORY_USED, Reading.of(FieldBatch.unsigned(used)));
        }
        var pid = infos.getInt(at + ProcessInfo.pid);
        Optional.ofNullable(utilizations.get(pid)).ifPresent(utilization -> {
            for (var i = 0; i < UTILIZATIONS.size(); i++) {
                readings.put(UTILIZATIONS.get(i), Reading.of(utilization.mean(i)));
            }
        });
        return new DeviceProcess(pid, kind, instance, Readings.of(readings));
    }

    private Map<Integer, Utilization> utilizations() {
        var byPid = new HashMap<Integer, Utilization>();
        var read = samples.fill(memory -> Nvml.nvmlDeviceGetProcessUtilization(device, memory, count, lastSeen));
        var memory = samples.memory();
        for (var i = 0; i < read; i++) {
            var at = (long) i * ProcessUtilizationSample.SIZE;
            var taken = memory.getLong(at + ProcessUtilizationSample.timeStamp);
            // Samples that nobody has filled stand in between, without a time.
            if (Long.compareUnsigned(taken, 0) > 0) {
                byPid.computeIfAbsent(memory.getInt(at + ProcessUtilizationSample.pid), _ -> new Utilization())
                        .add(memory, at);
                lastSeen = Long.compareUnsigned(taken, lastSeen) > 0 ? taken : lastSeen;
            }
        }
        return byPid;
    }
}
