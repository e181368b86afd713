package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.health.Xids;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A week of a fleet of noisy GPUs, and what was found in it.
///
/// @param opened findings, as they were when they opened
record NoisyWeek(List<NoisyGpu> gpus, List<Finding> opened) {
    static final int GPUS = 64;
    static final int DAYS = 7;

    private static final long MINUTES = DAYS * 24 * 60;

    /// @param unlucky how many times as often as published its GPUs fail
    static NoisyWeek play(long seed, double unlucky, Work work) {
        var gpus = IntStream.range(0, GPUS)
                .mapToObj(number -> new NoisyGpu(number, new Random(1_000 * seed + number), unlucky, work))
                .toList();
        var watches = new Watches(Xids.BUILT_IN, List.of());
        var found = new ArrayList<Finding>();
        for (var minute = 0; minute < MINUTES; minute++) {
            found.addAll(watches.read(gpus.stream().map(NoisyGpu::next).toList()));
        }
        return new NoisyWeek(gpus, found.stream().filter(Finding::isOpen).toList());
    }

    Stream<Finding> opened(Severity severity) {
        return opened.stream().filter(finding -> finding.severity() == severity);
    }

    Stream<Finding> opened(FindingKind kind) {
        return opened.stream().filter(finding -> finding.key().kind() == kind);
    }

    NoisyGpu gpu(Finding finding) {
        return gpus.stream()
                .filter(gpu -> finding.key().subject().equals(new Subject.OfUnit(gpu.id())))
                .findFirst()
                .orElseThrow();
    }

    /// Returns when somebody was paged for a GPU, in seconds, as the readings of whole minutes say it.
    List<Long> pages(NoisyGpu gpu) {
        return opened(Severity.CRITICAL)
                .filter(finding -> gpu(finding).equals(gpu))
                .map(finding -> (finding.opened() / 1_000 + 59) / 60 * 60)
                .toList();
    }

    /// Returns how active the GPU truly was from when a finding says that it began until it opened.
    double activity(Finding finding) {
        return gpu(finding).activity(finding.opened() / 1_000, finding.told() / 1_000);
    }
}
