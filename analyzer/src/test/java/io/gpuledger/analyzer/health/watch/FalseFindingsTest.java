package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.LOW_USE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.health.Xids;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is found in weeks of noise that is not ours ([NoisyGpu]). `-Dfindings.seeds=50` plays fifty weeks.
@Timeout(3_600)
class FalseFindingsTest {
    private static final int SEEDS = Integer.getInteger("findings.seeds", 2);
    private static final int GPUS = 64;
    private static final int DAYS = 7;
    private static final long MINUTES = DAYS * 24 * 60;

    /// Faults of so many times as many GPUs, so that a week of few has some.
    private static final double UNLUCKY = 20;

    /// A week of a fleet.
    private record Week(List<NoisyGpu> gpus, List<Finding> opened) {
        static Week play(long seed, double unlucky) {
            var gpus = IntStream.range(0, GPUS)
                    .mapToObj(number -> new NoisyGpu(number, new Random(1_000 * seed + number), unlucky))
                    .toList();
            var watches = new Watches(Xids.BUILT_IN, List.of());
            var found = new ArrayList<Finding>();
            for (var minute = 0; minute < MINUTES; minute++) {
                found.addAll(watches.read(gpus.stream().map(NoisyGpu::next).toList()));
            }
            return new Week(gpus, found.stream().filter(Finding::isOpen).toList());
        }

        NoisyGpu gpu(Finding finding) {
            return gpus.stream()
                    .filter(gpu -> finding.key().subject().equals(new Subject.OfUnit(gpu.id())))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void a_healthy_week_pages_nobody() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var week = Week.play(seed, 0);
            assertThat(week.opened()).as("seed %d", seed).noneMatch(finding -> finding.severity() == Severity.CRITICAL);
        }
    }

    @Test
    void whoever_is_paged_is_paged_for_a_fault_and_each_fault_pages_once() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var week = Week.play(seed, UNLUCKY);
            var pages = week.opened().stream()
                    .filter(finding -> finding.severity() == Severity.CRITICAL)
                    .collect(Collectors.groupingBy(week::gpu));
            for (var gpu : week.gpus()) {
                assertThat(pages.getOrDefault(gpu, List.of()).stream()
                                .map(finding -> (finding.opened() / 1000 + 59) / 60 * 60))
                        .as("seed %d %s", seed, gpu.id())
                        .isEqualTo(gpu.faults());
            }
        }
    }

    /// Of warnings there may be one by chance in a thousand days of a GPU. Low use is for whoever looks.
    @Test
    void warnings_are_rare_and_low_use_is_true() {
        Map<FindingKind, Integer> counts = new EnumMap<>(FindingKind.class);
        var low = 0L;
        for (var seed = 1; seed <= SEEDS; seed++) {
            var week = Week.play(seed, 1);
            week.opened().stream()
                    .filter(finding -> finding.severity() == Severity.WARNING)
                    .forEach(finding -> counts.merge(finding.key().kind(), 1, Integer::sum));
            low += week.opened().stream()
                    .filter(finding -> finding.key().kind() == LOW_USE)
                    .count();
            assertThat(week.opened().stream().filter(finding -> finding.key().kind() == LOW_USE))
                    .allSatisfy(finding -> assertThat(
                                    week.gpu(finding).activity(finding.opened() / 1000, finding.told() / 1000))
                            .as("%s", finding)
                            .isLessThan(0.12));
        }
        System.out.printf("%d weeks of %d GPUs: warnings %s, low use %d%n", SEEDS, GPUS, counts, low);
        var byChance = counts.values().stream().mapToInt(count -> count).sum();
        assertThat(byChance).isLessThanOrEqualTo(1 + SEEDS * GPUS * DAYS / 1_000);
    }
}
