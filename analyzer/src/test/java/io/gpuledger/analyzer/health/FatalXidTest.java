package io.gpuledger.analyzer.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A GPU has a fatal XID for an hour, which ends with a reset of a minute and a half. However it is cut, whenever it is
/// scraped and whichever scrapes fail, it is unhealthy for that hour, as well as a step lets that be known.
class FatalXidTest {
    private static final long BEGIN = 1_790_035_200;
    private static final long HOUR = 3600;

    private static String fleet(long begin) {
        return """
            node whole h100 1
            node cut a100 1 mig 3g.40gb,2g.20gb,1g.10gb
            node other a100 1
            pod a vision on whole/0 from 10m to 4h doing 60%%
            pod b vision on cut/0.0 from 10m to 4h doing 60%%
            xid 95 whole/0 from %1$ds to %2$ds
            xid 95 cut/0 from %1$ds to %2$ds
            xid 95 other/0 from %1$ds to %2$ds
            """.formatted(begin, begin + HOUR);
    }

    /// Seconds that each GPU is booked as unhealthy.
    private static Map<String, Double> unhealthy(long step, long phase, long begin, int failing) {
        var story = Script.read(fleet(begin), new io.gpuledger.simulator.story.Span(BEGIN, BEGIN + 5 * HOUR));
        var heard = new Heard(story, Exporter.GPU_EXPORTER, step, phase, new FailingScrapes(failing));
        var window = new Span(BEGIN * 1000, (BEGIN + 4 * HOUR) * 1000);
        var sums = new TreeMap<String, Double>();
        for (var facts : heard.facts()) {
            sums.put(facts.gpu().gpu(), 0.0);
            Ledger.entries(facts, window).stream()
                    .filter(entry -> entry.account().state() == State.UNHEALTHY)
                    .forEach(entry -> sums.merge(facts.gpu().gpu(), entry.millis() / 1000.0, Double::sum));
        }
        return sums;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 60, 90, 120, 300})
    void it_is_over_with_the_reset_whatever_the_step_the_phase_and_the_cut(int step) {
        var errors = new ArrayList<Double>();
        for (var begin : phases(step)) {
            unhealthy(step, 0, HOUR + begin, 0).forEach((gpu, seconds) -> {
                assertThat(seconds)
                        .as("%s, each %d s, from second %d of a step", gpu, step, begin)
                        .isBetween((double) HOUR - step - 1, (double) HOUR + step + 1);
                errors.add(seconds - HOUR);
            });
        }
        var mean = errors.stream().mapToDouble(error -> error).average().orElseThrow();
        System.out.printf("each %d s: off by %+.1f s in the mean%n", step, mean);
        assertThat(mean).as("neither too long nor too short").isBetween(-1 - step * 0.06, 1 + step * 0.06);
    }

    /// Spread over a step.
    private static List<Long> phases(int step) {
        return step == 1 ? List.of(0L) : List.of(step / 8L, 3L * step / 8, 5L * step / 8, 7L * step / 8);
    }

    @Test
    void it_is_over_with_the_reset_whichever_scrapes_fail() {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var trial = 0; trial < 12; trial++) {
            var step = 1 + random.nextInt(300);
            var phase = random.nextInt(step);
            var begin = HOUR + random.nextInt(600);
            var failing = 2 + random.nextInt(4);
            var blind = longestGap(step, phase, failing);
            unhealthy(step, phase, begin, failing)
                    .forEach((gpu, seconds) -> assertThat(seconds)
                            .as("%s, each %d s + %d, one of %d fails, from %d s", gpu, step, phase, failing, begin)
                            .isBetween((double) HOUR - blind - 1, (double) HOUR + blind + 1));
        }
    }

    /// Between scrapes of a node that do not fail.
    private static long longestGap(long step, long phase, int failing) {
        var scrapes = new FailingScrapes(failing);
        var longest = 0L;
        for (var node = 0; node < 3; node++) {
            var before = BEGIN;
            for (var at = BEGIN + 1 + (phase + node) % step; at < BEGIN + 5 * HOUR; at += step) {
                if (!scrapes.hits(node, at)) {
                    longest = Math.max(longest, at - before);
                    before = at;
                }
            }
        }
        return longest;
    }
}
