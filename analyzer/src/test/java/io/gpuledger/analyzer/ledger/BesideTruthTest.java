package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.time.Span;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.truth.Truth;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The ledger of what an analyzer hears of a drawn fleet in a day, held against what is true of it. `-Dtruth.days=2`
/// plays two, which have the same bounds.
class BesideTruthTest {
    private static final long BEGIN = 1_790_035_200;
    private static final long HOUR = 3600;
    private static final int HOURS = 24 * Integer.getInteger("truth.days", 1);

    private record Sum(String team, String state) {}

    @ParameterizedTest
    @CsvSource({
        "GPU_EXPORTER, 0, 0.001",
        "GPU_EXPORTER, 3, 0.001",
        "DCGM_EXPORTER, 0, 0.02",
    })
    void no_state_of_a_team_is_off_by_more_than_its_part_of_the_team_s_time(
            Exporter exporter, int oneScrapeFailsOf, double most) {
        var story = Drawing.of(1, 6, new io.gpuledger.simulator.story.Span(BEGIN, BEGIN + HOURS * HOUR));
        // What is known at the edges of a story is less than what is true there.
        var span = new Span((BEGIN + HOUR) * 1000, (BEGIN + (HOURS - 2) * HOUR) * 1000);
        var basis = exporter == Exporter.DCGM_EXPORTER ? Basis.ENGINE_ACTIVE : Basis.SM_ACTIVE;
        var truth = truth(story, basis, span);
        var ours = ours(new Heard(story, exporter, 30, new FailingScrapes(oneScrapeFailsOf)), span);

        var teams = new HashMap<String, Double>();
        truth.forEach((sum, seconds) -> teams.merge(sum.team(), seconds, Double::sum));
        var all = new HashSet<>(truth.keySet());
        all.addAll(ours.keySet());
        var worst = 0.0;
        for (var sum : all) {
            var difference = ours.getOrDefault(sum, 0.0) - truth.getOrDefault(sum, 0.0);
            var part = Math.abs(difference) / teams.getOrDefault(sum.team(), 1.0);
            worst = Math.max(worst, part);
            assertThat(part).as("%s is off by %.1f s", sum, difference).isLessThanOrEqualTo(most);
        }
        System.out.printf(
                "%s, one of %d scrapes fails: off by %.4f %% at most%n", exporter, oneScrapeFailsOf, 100 * worst);
        assertThat(sum(ours)).isEqualTo(sum(truth));
    }

    private static long sum(Map<Sum, Double> sums) {
        return Math.round(
                1000 * sums.values().stream().mapToDouble(seconds -> seconds).sum());
    }

    private static Map<Sum, Double> truth(Story story, Basis basis, Span span) {
        var book = Truth.of(story, basis, new io.gpuledger.simulator.story.Span(span.from() / 1000, span.to() / 1000));
        var sums = new HashMap<Sum, Double>();
        book.parts()
                .forEach((account, parts) -> sums.merge(
                        new Sum(
                                account.owner().map(Pod::team).orElse(""),
                                account.state().word()),
                        (double) parts / book.partsInSecond(account.gpu()),
                        Double::sum));
        return sums;
    }

    private static Map<Sum, Double> ours(Heard heard, Span span) {
        var sums = new HashMap<Sum, Double>();
        for (var facts : heard.facts()) {
            for (var entry : Ledger.entries(facts, span)) {
                var account = entry.account();
                sums.merge(
                        new Sum(
                                account.owner().map(Owner::namespace).orElse(""),
                                account.state().word()),
                        entry.millis() / 1000.0,
                        Double::sum);
            }
        }
        return sums;
    }
}
