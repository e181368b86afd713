package io.gpuledger.exporter.device.nvml;

import static io.gpuledger.exporter.device.Quantity.*;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.nvml.Structs.GpmMetric;
import io.gpuledger.exporter.device.nvml.Structs.GpmMetricsGet;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/// GPU performance monitoring, since Hopper: means between two samples, of a GPU or of one of its GPU instances.
///
/// NVML wants samples to be more than 100 ms apart. A pair that is too far apart is thrown away, as it would speak of a
/// time for which this GPU was not observed.
final class Gpm implements AutoCloseable {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final double PERCENT = 100;
    private static final double MEBI = 1.0 / (1 << 20);

    /// @param perUnit how many of GPM's units are one of ours
    private record Row(Quantity quantity, int metric, double perUnit) {
        boolean isRatio() {
            return perUnit == PERCENT;
        }

        String source() {
            return "nvml gpm " + metric;
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row(ENGINE_ACTIVE, 1, PERCENT),
            new Row(SM_ACTIVE, 2, PERCENT),
            new Row(SM_OCCUPANCY, 3, PERCENT),
            new Row(INTEGER_ACTIVE, 4, PERCENT),
            new Row(TENSOR_ACTIVE, 5, PERCENT),
            new Row(TENSOR_DOUBLE_ACTIVE, 6, PERCENT),
            new Row(TENSOR_HALF_ACTIVE, 7, PERCENT),
            new Row(TENSOR_INTEGER_ACTIVE, 9, PERCENT),
            new Row(DRAM_ACTIVE, 10, PERCENT),
            new Row(FP64_ACTIVE, 11, PERCENT),
            new Row(FP32_ACTIVE, 12, PERCENT),
            new Row(FP16_ACTIVE, 13, PERCENT),
            new Row(PCIE_TX_RATE, 20, MEBI),
            new Row(PCIE_RX_RATE, 21, MEBI),
            new Row(NVLINK_RX_RATE, 60, MEBI),
            new Row(NVLINK_TX_RATE, 61, MEBI));

    private final long device;
    private final OptionalInt gpuInstance;
    private final Memory metrics;
    private final Memory out;
    private final long[] samples = new long[2];
    /// Which of the samples is taken next; the other is the earlier one of the pair.
    private int later;
    private boolean begun;
    private long begunNanos;
    private long clamped;

    /// @param device the GPU's own handle, also for an instance
    Gpm(long device, OptionalInt gpuInstance, Buffers buffers) {
        this.device = device;
        this.gpuInstance = gpuInstance;
        this.metrics = buffers.take(GpmMetricsGet.SIZE);
        this.out = buffers.take(Long.BYTES);
    }

    /// The GPU is asked, whatever is to be sampled of it.
    static boolean isSupported(long device) {
        try (var support = new Memory(Structs.GpmSupport.SIZE)) {
            support.setInt(Structs.GpmSupport.version, Structs.GpmSupport.VERSION);
            support.setInt(Structs.GpmSupport.isSupportedDevice, 0);
            return Nvml.nvmlGpmQueryDeviceSupport(device, support) == NvmlReturn.SUCCESS
                    && support.getInt(Structs.GpmSupport.isSupportedDevice) != 0;
        }
    }

    static void notSupported(List<Tail.Metric> tails, CollectedReadings answers) {
        none(Absent.NOT_SUPPORTED, tails, answers);
    }

    /// How many ratios were not between 0 and 1.
    long clamped() {
        return clamped;
    }

    /// Returns of how much time, in nanoseconds, its means are: of none where it has no pair of samples.
    long read(long nanos, List<Tail.Metric> tails, CollectedReadings answers) {
        if (begun && nanos - begunNanos <= SHORTEST.toNanos()) {
            none(Absent.NO_DATA, tails, answers);
            return 0;
        }
        var code = sample();
        var pair = begun && nanos - begunNanos <= LONGEST.toNanos();
        if (code != NvmlReturn.SUCCESS) {
            begun = false;
            none(NvmlReturn.absent(code), tails, answers);
            return 0;
        }
        if (pair) {
            evaluate(tails, answers);
        } else {
            none(Absent.NO_DATA, tails, answers);
        }
        var apart = pair ? nanos - begunNanos : 0;
        later = 1 - later;
        begun = true;
        begunNanos = nanos;
        return apart;
    }

    private int sample() {
        var code = allocate();
        if (code != NvmlReturn.SUCCESS) {
            return code;
        }
        return gpuInstance.isPresent()
                ? Nvml.nvmlGpmMigSampleGet(device, gpuInstance.getAsInt(), samples[later])
                : Nvml.nvmlGpmSampleGet(device, samples[later]);
    }

    private int allocate() {
        for (var i = 0; i < samples.length; i++) {
            if (samples[i] == 0) {
                var code = Nvml.nvmlGpmSampleAlloc(out);
                if (code != NvmlReturn.SUCCESS) {
                    return code;
                }
                samples[i] = out.getLong(0);
            }
        }
        return NvmlReturn.SUCCESS;
    }

    private void evaluate(List<Tail.Metric> tails, CollectedReadings answers) {
        metrics.setInt(GpmMetricsGet.version, GpmMetricsGet.VERSION);
        metrics.setInt(GpmMetricsGet.numMetrics, ROWS.size() + tails.size());
        metrics.setLong(GpmMetricsGet.sample1, samples[1 - later]);
        metrics.setLong(GpmMetricsGet.sample2, samples[later]);
        for (var i = 0; i < ROWS.size(); i++) {
            ask(i, ROWS.get(i).metric());
        }
        for (var i = 0; i < tails.size(); i++) {
            ask(ROWS.size() + i, tails.get(i).metric());
        }
        var code = Nvml.nvmlGpmMetricsGet(metrics);
        for (var i = 0; i < ROWS.size(); i++) {
            take(ROWS.get(i), code == NvmlReturn.SUCCESS ? returned(i) : code, value(i), answers);
        }
        for (var i = 0; i < tails.size(); i++) {
            var at = ROWS.size() + i;
            take(tails.get(i), code == NvmlReturn.SUCCESS ? returned(at) : code, value(at), answers);
        }
    }

    private void ask(int index, int metric) {
        metrics.setInt(offset(index) + GpmMetric.metricId, metric);
        metrics.setInt(offset(index) + GpmMetric.nvmlReturn, NvmlReturn.UNKNOWN);
    }

    private int returned(int index) {
        return metrics.getInt(offset(index) + GpmMetric.nvmlReturn);
    }

    private double value(int index) {
        return metrics.getDouble(offset(index) + GpmMetric.value);
    }

    private static long offset(int index) {
        return GpmMetricsGet.metrics + (long) index * GpmMetric.SIZE;
    }

    private void take(Row row, int code, double value, CollectedReadings answers) {
        var scaled = value / row.perUnit();
        answers.take(row.quantity(), code, row.isRatio() ? clamp(code, scaled) : scaled, row.source());
    }

    private void take(Tail.Metric tail, int code, double value, CollectedReadings answers) {
        answers.field(
                Pace.FAST,
                tail.dcgm(),
                code == NvmlReturn.SUCCESS && Double.isFinite(value)
                        ? Reading.of(value / tail.perUnit())
                        : NvmlReturn.absent(code == NvmlReturn.SUCCESS ? NvmlReturn.UNKNOWN : code));
    }

    private double clamp(int code, double ratio) {
        if (code != NvmlReturn.SUCCESS || Double.isNaN(ratio) || (ratio >= 0 && ratio <= 1)) {
            return ratio;
        }
        clamped++;
        return Math.clamp(ratio, 0.0, 1.0);
    }

    private static void none(Absent reason, List<Tail.Metric> tails, CollectedReadings answers) {
        for (var row : ROWS) {
            answers.absent(row.quantity(), reason);
        }
        for (var tail : tails) {
            answers.field(Pace.FAST, tail.dcgm(), reason);
        }
    }

    @Override
    public void close() {
        for (var i = 0; i < samples.length; i++) {
            if (samples[i] != 0) {
                var _ = Nvml.nvmlGpmSampleFree(samples[i]);
                samples[i] = 0;
            }
        }
    }
}
