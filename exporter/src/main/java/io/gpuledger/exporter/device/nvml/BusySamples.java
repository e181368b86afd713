package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.nvml.Structs.Sample;
import java.util.ArrayList;
import java.util.List;

/// The driver's own samples of GPU utilization, of which it keeps the last seconds: they tell what the gauge, which is
/// but the latest of them, does not.
final class BusySamples {
    private static final int GPU_UTILIZATION_SAMPLES = 1;
    private static final int ROOM = 128;
    private static final double PERCENT = 100;
    private static final double MICRO_NANOS = 1e3;

    private final Memory valueType;
    private final Memory count;
    private final Memory samples;
    private final SamplePeriod period = new SamplePeriod();
    private final SampledMean mean = new SampledMean();
    private final List<Long> taken = new ArrayList<>();
    private long newest;

    BusySamples(Buffers buffers) {
        this.valueType = buffers.take(Integer.BYTES);
        this.count = buffers.take(Integer.BYTES);
        this.samples = buffers.take((long) ROOM * Sample.SIZE);
    }

    /// Returns when the samples of the last read were taken, oldest first, in microseconds of the driver's clock.
    List<Long> taken() {
        return List.copyOf(taken);
    }

    void read(long device, long nanos, CollectedReadings answers) {
        taken.clear();
        count.setInt(0, ROOM);
        var code = Nvml.nvmlDeviceGetSamples(device, GPU_UTILIZATION_SAMPLES, newest, valueType, count, samples);
        if (code == NvmlReturn.SUCCESS) {
            take(Math.min(count.getInt(0), ROOM));
        } else if (code != NvmlReturn.NOT_FOUND) {
            answers.absent(Quantity.BUSY, NvmlReturn.absent(code));
            return;
        }
        mean.read(nanos)
                .ifPresentOrElse(
                        busy -> answers.take(Quantity.BUSY, busy, "nvmlDeviceGetSamples"),
                        () -> answers.absent(Quantity.BUSY, Absent.NO_DATA));
    }

    private void take(int given) {
        // Those of the first read were taken before this process looked.
        var first = newest == 0;
        for (var i = 0; i < given; i++) {
            var at = samples.getLong((long) i * Sample.SIZE + Sample.timeStamp);
            if (Long.compareUnsigned(at, newest) <= 0) {
                continue;
            }
            if (newest != 0) {
                var stoodFor = period.between(newest, at) * MICRO_NANOS;
                if (!first) {
                    mean.add(stoodFor, stoodFor * ratio(i));
                }
            }
            newest = at;
            taken.add(at);
        }
    }

    private double ratio(int sample) {
        var percent = Integer.toUnsignedLong(samples.getInt((long) sample * Sample.SIZE + Sample.sampleValue));
        return Math.clamp(percent / PERCENT, 0.0, 1.0);
    }
}
