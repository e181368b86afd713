package io.gpuledger.analyzer.parse.read;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// A day of a series as a server keeps it, with the labels that dcgm-exporter gives to a GPU: a sample each 15 s, of
/// which each ninth is late.
///
/// @param labels names and values by turns, `__name__` among them
record KeptSeries(List<String> labels, List<Kept> samples) {
    static final int SAMPLES = 5_760;
    private static final long BEGIN = 1_760_000_000_000L;
    private static final long STEP = 15_000;

    /// @param next makes a value of the one before it
    static KeptSeries day(int gpu, DoubleUnaryOperator next) {
        var samples = new ArrayList<Kept>();
        var value = 0.0;
        for (var i = 0; i < SAMPLES; i++) {
            value = next.applyAsDouble(value);
            samples.add(Kept.of(BEGIN + gpu + i * STEP + (i % 9 == 0 ? 1 : 0), value));
        }
        return new KeptSeries(labels(gpu), samples);
    }

    private static List<String> labels(int gpu) {
        return List.of(
                "__name__",
                "DCGM_FI_DEV_POWER_USAGE",
                "Hostname",
                "node-%d.cluster.local".formatted(gpu / 8),
                "UUID",
                "GPU-%08x-5be1-4e0c-9d2f-%012x".formatted(gpu * 0x9E3779B9, gpu),
                "device",
                "nvidia" + gpu % 8,
                "gpu",
                "" + gpu % 8,
                "instance",
                "10.0.0.%d:9400".formatted(gpu / 8),
                "job",
                "dcgm-exporter",
                "modelName",
                "NVIDIA H100 80GB HBM3");
    }
}
