package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What is kept of a MIG device from read to read. NVML tells its memory and its processes, and GPM its activity: that
/// of its GPU instance, which compute instances of the same one share.
final class NvmlInstance implements AutoCloseable {
    /// What NVML gives for whole GPUs only.
    private static final List<Quantity> NEVER = List.of(
            Quantity.UTILIZATION,
            Quantity.MEMORY_UTILIZATION,
            Quantity.ENCODER_UTILIZATION,
            Quantity.DECODER_UTILIZATION,
            Quantity.BUSY);

    private final MigTable.Handle handle;
    private final boolean hasGpm;
    private final Gpm gpm;
    private final Processes processes;
    private final Buffers buffers = new Buffers();
    private final Memory out = buffers.take(Structs.Memory_v2.SIZE);

    NvmlInstance(long gpu, MigTable.Handle handle, boolean hasGpm) {
        this.handle = handle;
        this.hasGpm = hasGpm;
        this.gpm = new Gpm(gpu, OptionalInt.of(handle.instance().gpuInstanceId()), buffers);
        this.processes = new Processes(handle.device(), Optional.of(handle.instance()), buffers);
    }

    Readings read(Wanted wanted, long nanos, Sources sources) {
        var answers = new CollectedReadings(sources);
        Calls.memory(handle.device(), out, answers);
        if (hasGpm) {
            var _ = gpm.read(nanos, wanted.metrics(), answers);
        } else {
            Gpm.notSupported(wanted.metrics(), answers);
        }
        NEVER.forEach(quantity -> answers.absent(quantity, Absent.NOT_SUPPORTED));
        return answers.readings(Map.of());
    }

    List<DeviceProcess> processes() {
        return processes.read();
    }

    long clamped() {
        return gpm.clamped();
    }

    @Override
    public void close() {
        gpm.close();
        buffers.close();
    }
}
