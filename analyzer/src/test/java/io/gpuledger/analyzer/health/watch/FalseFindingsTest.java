package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.LOW_USE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is found in weeks of noise that is not ours ([NoisyGpu]). `-Dfindings.seeds=50` plays fifty weeks.
@Timeout(3_600)
class FalseFindingsTest {
    private static final int SEEDS = Integer.getInteger("findings.seeds", 2);
    /// Faults of so many times as many GPUs, so that a week of few has some.
    private static final double UNLUCKY = 20;

    @Test
    void a_healthy_week_pages_nobody() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var week = NoisyWeek.play(seed, 0, new DrawnWork());
            assertThat(week.opened(Severity.CRITICAL)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void whoever_is_paged_is_paged_for_a_fault_and_each_fault_pages_once() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var week = NoisyWeek.play(seed, UNLUCKY, new DrawnWork());
            for (var gpu : week.gpus()) {
                assertThat(week.pages(gpu)).as("seed %d %s", seed, gpu.id()).isEqualTo(gpu.faults());
            }
        }
    }

    /// Of warnings there may be one by chance in a thousand days of a GPU. Low use is for whoever looks.
    @Test
    void warnings_are_rare_and_low_use_is_true() {
        Map<FindingKind, Integer> counts = new EnumMap<>(FindingKind.class);
        var low = 0L;
        for (var seed = 1; seed <= SEEDS; seed++) {
            var week = NoisyWeek.play(seed, 1, new DrawnWork());
            week.opened(Severity.WARNING)
                    .forEach(finding -> counts.merge(finding.key().kind(), 1, Integer::sum));
            low += week.opened(LOW_USE).count();
            assertThat(week.opened(LOW_USE))
                    .allSatisfy(finding ->
                            assertThat(week.activity(finding)).as("%s", finding).isLessThan(0.12));
        }
        System.out.printf("%d weeks of %d GPUs: warnings %s, low use %d%n", SEEDS, NoisyWeek.GPUS, counts, low);
        var byChance = counts.values().stream().mapToInt(count -> count).sum();
        assertThat(byChance).isLessThanOrEqualTo(1 + SEEDS * NoisyWeek.GPUS * NoisyWeek.DAYS / 1_000);
    }
}
