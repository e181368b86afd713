package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.nvml.Layouts.Sample;

/// The driver's own samples of GPU utilization, of which it keeps the last seconds: their mean since the last read
/// tells what the gauge, which is but the latest of them, does not.
final class BusySamples {
    private static final int GPU_UTILIZATION_SAMPLES = 1;
    private static final int ROOM = 128;
    private static final double PERCENT = 100;

    private final Memory valueType;
    private final Memory count;
    private final Memory samples;
    private long lastSeen;

    BusySamples(Buffers buffers) {
        this.valueType = buffers.take(Integer.BYTES);
        this.count = buffers.take(Integer.BYTES);
        this.samples = buffers.take((long) ROOM * Sample.SIZE);
    }

    void read(long device, Answers answers) {
        count.setInt(0, ROOM);
        var code = Nvml.nvmlDeviceGetSamples(device, GPU_UTILIZATION_SAMPLES, lastSeen, valueType, count, samples);
        if (code != NvmlReturn.SUCCESS) {
            answers.absent(Quantity.BUSY, NvmlReturn.absent(code));
            return;
        }
        var first = lastSeen == 0;
        var sum = 0.0;
        var fresh = 0;
        for (var i = 0; i < Math.min(count.getInt(0), ROOM); i++) {
            var taken = samples.getLong((long) i * Sample.SIZE + Sample.timeStamp);
            if (Long.compareUnsigned(taken, lastSeen) > 0) {
                lastSeen = taken;
                sum += Integer.toUnsignedLong(samples.getInt((long) i * Sample.SIZE + Sample.sampleValue));
                fresh++;
            }
        }
        // At the first read they speak of a time before this process looked.
        if (fresh == 0 || first) {
            answers.absent(Quantity.BUSY, Absent.NO_DATA);
        } else {
            answers.take(Quantity.BUSY, Math.clamp(sum / PERCENT / fresh, 0.0, 1.0), "nvmlDeviceGetSamples");
        }
    }
}
