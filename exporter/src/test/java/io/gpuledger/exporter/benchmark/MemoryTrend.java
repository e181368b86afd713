package io.gpuledger.exporter.benchmark;

import java.util.ArrayList;
import java.util.List;

/// Whether memory is flat: the line of least squares through the last half of the samples rises by less than a MiB.
/// A JVM takes its heap bit by bit, so the first half is for it to come to rest.
final class MemoryTrend {
    private record Sample(double seconds, double mebibytes) {}

    private static final double MEBIBYTE = 1024 * 1024;

    private final List<Sample> samples = new ArrayList<>();

    void add(double seconds, long bytes) {
        samples.add(new Sample(seconds, bytes / MEBIBYTE));
    }

    /// Returns by how much the line rises over the last half.
    double growthMebibytes() {
        var half = samples.subList(samples.size() / 2, samples.size());
        var seconds = half.stream().mapToDouble(Sample::seconds).average().orElse(0);
        var mebibytes = half.stream().mapToDouble(Sample::mebibytes).average().orElse(0);
        double covariance = 0;
        double variance = 0;
        for (var sample : half) {
            covariance += (sample.seconds() - seconds) * (sample.mebibytes() - mebibytes);
            variance += (sample.seconds() - seconds) * (sample.seconds() - seconds);
        }
        return variance == 0
                ? 0
                : covariance
                        / variance
                        * (half.getLast().seconds() - half.getFirst().seconds());
    }

    double maxMebibytes() {
        return samples.stream().mapToDouble(Sample::mebibytes).max().orElse(0);
    }

    double lastMebibytes() {
        return samples.getLast().mebibytes();
    }

    /// The mean of each quarter, to see what the line does not show.
    List<Double> quarterMebibytes() {
        var means = new ArrayList<Double>();
        for (var quarter = 0; quarter < 4; quarter++) {
            var part = samples.subList(samples.size() * quarter / 4, samples.size() * (quarter + 1) / 4);
            means.add(part.stream().mapToDouble(Sample::mebibytes).average().orElse(0));
        }
        return means;
    }
}
