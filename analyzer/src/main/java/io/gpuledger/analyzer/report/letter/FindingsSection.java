package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.WeekFinding;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Items;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Paragraph;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import io.gpuledger.analyzer.report.letter.Block.Row;
import io.gpuledger.analyzer.report.letter.Block.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// This section says what was wrong with GPUs and nodes in the week: to the platform team by kind, and to a team
/// what it lost by it, which is credited to it and not blamed on it.
final class FindingsSection {
    private FindingsSection() {}

    /// @param found what was wrong
    private record Kind(FindingKind kind, List<WeekFinding> found) {
        long lost() {
            return found.stream().mapToLong(WeekFinding::lostMillis).sum();
        }

        Map<String, Long> cost() {
            var cost = new TreeMap<String, Long>();
            found.forEach(
                    one -> one.cost().forEach((currency, micros) -> cost.merge(currency, micros, Math::addExact)));
            return cost;
        }
    }

    static List<Block> of(FleetStory story) {
        var kinds = kinds(story.findings());
        if (kinds.isEmpty()) {
            return List.of();
        }
        var currencies = new TreeSet<String>();
        kinds.stream()
                .filter(kind -> kind.lost() > 0)
                .forEach(kind -> currencies.addAll(kind.cost().keySet()));
        var columns = new ArrayList<>(List.of("found", "open", "GPU-hours"));
        columns.addAll(currencies);
        return List.of(
                new Heading("What was wrong with GPUs and nodes"),
                new Table(
                        Names.WORDS,
                        "",
                        columns,
                        Set.of(),
                        kinds.stream().map(kind -> row(kind, currencies)).toList()),
                new Remark(
                        "GPU-hours are those that were lost in this week. Several kinds may tell of the same time of a"
                            + " GPU: they are not added up. Open: when this was written. /api/v1/findings has them one"
                            + " by one."));
    }

    /// Sorts kinds by the time that they cost; of those that cost the same, the one that was found more often
    /// comes first.
    private static List<Kind> kinds(Collection<WeekFinding> findings) {
        return findings.stream().collect(Collectors.groupingBy(WeekFinding::kind)).entrySet().stream()
                .map(each -> new Kind(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong((Kind kind) -> -kind.lost())
                        .thenComparingInt(kind -> -kind.found().size())
                        .thenComparing(Kind::kind))
                .toList();
    }

    private static Row row(Kind kind, Set<String> currencies) {
        var open = kind.found().stream().filter(WeekFinding::isOpen).count();
        var cells =
                new ArrayList<>(List.of(String.valueOf(kind.found().size()), String.valueOf(open), hours(kind.lost())));
        var cost = kind.cost();
        currencies.forEach(currency -> cells.add(Figures.money(cost.getOrDefault(currency, 0L))));
        return new Row(kind.kind().word(), cells, kind.kind().meaning(), false);
    }

    static List<Block> of(TeamStory story) {
        var kinds = kinds(story.findings().stream()
                .filter(finding -> isCredited(finding.kind()))
                .toList());
        if (kinds.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Heading("Credited: what sick GPUs cost you"),
                new Paragraph(
                        "While pods of %s held them, GPUs lost this time. It is not your waste. What is refunded is"
                                        .formatted(Plain.name(story.week().team()))
                                + " among it, and where other teams held the same GPU, they are told the same. Several"
                                + " kinds may tell of the same time: they are not added up."),
                new Items(kinds.stream().map(FindingsSection::item).toList()));
    }

    /// Whether what was lost was lost to a GPU or its node, whatever ran there. A program that hangs, that leaks or
    /// that has little to do may do so by itself.
    static boolean isCredited(FindingKind kind) {
        return switch (kind) {
            case GPU_LOST,
                    GPU_STUCK,
                    FATAL_XID,
                    XID_REPEATS,
                    ECC_UNCORRECTED,
                    ROW_REMAP_PENDING,
                    ROW_REMAP_FAILED,
                    PAGES_RETIRED,
                    HOT,
                    MEMORY_HOT,
                    THROTTLED_BY_HEAT,
                    POWER_BRAKE,
                    PCIE_REPLAYS,
                    PCIE_NARROW,
                    NVLINK_DOWN,
                    NVLINK_ERRORS,
                    MEMORY_ORPHANED,
                    GPUS_MISSING,
                    SLOW,
                    SLOWER,
                    SILENT,
                    NODE_NOT_READY,
                    STACK,
                    SKEW,
                    SRAM_WORN,
                    FABRIC -> true;
            case XID, MEMORY_FULL, MEMORY_GROWS, HUNG, LOW_USE -> false;
        };
    }

    private static String item(Kind kind) {
        var nodes = kind.found().stream()
                .map(WeekFinding::node)
                .filter(node -> !node.isEmpty())
                .distinct()
                .sorted()
                .limit(3)
                .map(Plain::name)
                .collect(Collectors.joining(", "));
        return "%s%s: %s. %s"
                .formatted(
                        kind.kind().word(),
                        nodes.isEmpty() ? "" : " on " + nodes,
                        Words.hoursAndMoney(kind.lost(), kind.cost()),
                        kind.kind().meaning());
    }
}
