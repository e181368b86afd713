package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.FATAL_XID;
import static io.gpuledger.analyzer.health.FindingKind.GPU_LOST;
import static io.gpuledger.analyzer.health.FindingKind.GPU_STUCK;
import static io.gpuledger.analyzer.health.FindingKind.HUNG;
import static io.gpuledger.analyzer.health.FindingKind.LOW_USE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Load;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Trouble;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// All that goes wrong with GPUs in drawn fleets is found, at its time, and nothing else is: whatever the interval, its
/// phase and the scrapes that fail. `-Dfindings.days=7` plays a week.
@Timeout(1_800)
class DrawnFaultsTest {
    private static final long BEGIN = 1_790_035_200;
    private static final int DAYS = Integer.getInteger("findings.days", 1);
    private static final int NODES = 12;
    private static final int PORTION = 500;

    /// A fault that is this short may be over before it is a finding.
    private static final long SHORT_SECONDS = 8 * 60;

    @ParameterizedTest
    @CsvSource({"1, 60, 0, 0", "2, 30, 11, 4", "3, 97, 41, 0", "4, 120, 7, 5"})
    void each_fault_is_found_and_nothing_else(long seed, long interval, long phase, int oneScrapeFailsOf) {
        var span = new Span(BEGIN, BEGIN + DAYS * 86_400L);
        var story = Drawing.of(seed, NODES, span);
        var heard = new Heard(story, Exporter.GPU_EXPORTER, interval, phase, new FailingScrapes(oneScrapeFailsOf));
        var found = found(heard.rows());

        var holds = story.holds().stream()
                .collect(Collectors.groupingBy(hold -> hold.unit().id()));
        var troubles = story.troubles().stream()
                .filter(Trouble.OfGpu.class::isInstance)
                .map(Trouble.OfGpu.class::cast)
                .collect(Collectors.groupingBy(Trouble.OfGpu::gpu));
        var slack = 3 * interval;

        var hardware = found.stream()
                .filter(finding ->
                        !List.of(HUNG, LOW_USE).contains(finding.key().kind()))
                .toList();
        assertThat(hardware)
                .allSatisfy(finding -> assertThat(troubles.getOrDefault(gpu(finding), List.of()))
                        .as("%s", finding)
                        .anyMatch(trouble -> isOf(finding, trouble, slack)));
        for (var trouble : visible(story, interval)) {
            assertThat(hardware)
                    .as("%s", trouble)
                    .anyMatch(finding -> gpu(finding).equals(trouble.gpu()) && isOf(finding, trouble, slack));
        }
        var idle = found.stream()
                .filter(finding -> finding.key().kind() == LOW_USE && finding.isOpen())
                .toList();
        assertThat(idle)
                .allSatisfy(finding -> assertThat(mean(finding, HalfHour.MILLIS / 1000, holds, Load::sm))
                        .as("%s", finding)
                        .isLessThan(0.115));
        assertThat(found.stream()
                        .filter(finding -> finding.key().kind() == HUNG && finding.isOpen())
                        .toList())
                .allSatisfy(finding -> {
                    assertThat(mean(finding, 900, holds, Load::sm))
                            .as("%s", finding)
                            .isLessThan(0.03);
                    assertThat(mean(finding, 900, holds, Load::engine)).isGreaterThan(0.85);
                });
        System.out.printf(
                "seed %d, %d days, each %d s: %d faults, %d of use%n",
                seed, DAYS, interval, hardware.stream().filter(Finding::isOpen).count(), idle.size());
    }

    private static List<Finding> found(List<Row> rows) {
        var sorted = rows.stream().sorted(Comparator.comparingLong(Row::millis)).toList();
        var watches = new Watches(Xids.BUILT_IN, List.of());
        var found = new ArrayList<Finding>();
        for (var from = 0; from < sorted.size(); from += PORTION) {
            found.addAll(watches.read(sorted.subList(from, Math.min(sorted.size(), from + PORTION))));
        }
        return found;
    }

    private static UnitId unit(Finding finding) {
        return switch (finding.key().subject()) {
            case Subject.OfUnit(var unit) -> unit;
            case Subject.OfNode node -> throw new IllegalArgumentException("no GPU: " + node);
        };
    }

    private static String gpu(Finding finding) {
        return unit(finding).gpu();
    }

    /// Whether a finding is of this fault: it opened when that began, and where it is over, it closed when that ended.
    private static boolean isOf(Finding finding, Trouble.OfGpu trouble, long slack) {
        return kind(trouble) == finding.key().kind()
                && Math.abs(finding.opened() / 1000 - trouble.span().from()) <= slack
                && (finding.isOpen()
                        || Math.abs(finding.closed().orElseThrow() / 1000
                                        - trouble.span().to())
                                <= slack);
    }

    /// Drawn fleets have no other faults than these.
    private static FindingKind kind(Trouble.OfGpu trouble) {
        return switch (trouble) {
            case Trouble.Lost _ -> GPU_LOST;
            case Trouble.Stuck _ -> GPU_STUCK;
            case Trouble.FatalXid _ -> FATAL_XID;
            default -> throw new IllegalArgumentException("not drawn: " + trouble);
        };
    }

    /// Returns the faults that have to be found: those that last, and that nothing else hides.
    private static List<Trouble.OfGpu> visible(Story story, long interval) {
        return story.chapters().stream()
                .flatMap(chapter -> chapter.node().gpus().stream().flatMap(gpu -> {
                    var all = chapter.of(gpu);
                    return all.stream()
                            .filter(Trouble.OfGpu.class::isInstance)
                            .map(Trouble.OfGpu.class::cast)
                            .filter(trouble -> trouble.span().seconds() > SHORT_SECONDS + 3 * interval)
                            .filter(trouble ->
                                    all.stream().allMatch(other -> trouble.equals(other) || !overlap(trouble, other)));
                }))
                .toList();
    }

    private static boolean overlap(Trouble one, Trouble other) {
        return one.span().from() <= other.span().to() + 600
                && other.span().from() <= one.span().to() + 600;
    }

    /// Returns what the pods on the unit truly did from when a finding says it began. Which of a GPU's MIG
    /// devices it is about the story numbers otherwise: of these it is the least.
    private static double mean(Finding finding, long seconds, Map<String, List<Hold>> holds, ToIntFunction<Load> what) {
        var from = finding.opened() / 1000;
        return holds.entrySet().stream()
                .filter(unit -> unit.getKey().startsWith(gpu(finding)))
                .mapToDouble(unit -> mean(new Span(from, from + seconds), unit.getValue(), what))
                .min()
                .orElse(1);
    }

    private static double mean(Span span, List<Hold> holds, ToIntFunction<Load> what) {
        var sum = 0L;
        for (var hold : holds) {
            for (var second = span.from(); second < span.to(); second++) {
                if (hold.span().contains(second)) {
                    sum += what.applyAsInt(hold.activity().at(second));
                }
            }
        }
        return sum / 1000.0 / span.seconds();
    }
}
