package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.gpus;
import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import io.gpuledger.analyzer.report.letter.Block.Row;
import io.gpuledger.analyzer.report.letter.Block.Table;
import io.gpuledger.analyzer.stranded.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// This section says why GPUs that nobody held were of no use to anybody, and what to do about it. What is less than a
/// tenth of an hour is left out.
final class StrandedSection {
    private static final long SHOWN = Figures.TENTH_OF_HOUR;

    private StrandedSection() {}

    static List<Block> of(FleetStory story) {
        var causes = story.fleet().causes().stream()
                .filter(cause -> cause.state() == State.STRANDED && cause.millis() >= SHOWN)
                .toList();
        if (causes.isEmpty()) {
            return List.of();
        }
        var currencies = new TreeSet<String>();
        causes.forEach(cause -> currencies.addAll(cause.cost().keySet()));
        var columns = new ArrayList<>(List.of("GPU-hours", "GPUs"));
        columns.addAll(currencies);
        return List.of(
                new Heading("Free, and of no use to anybody"),
                new Table(
                        Names.WORDS,
                        "",
                        columns,
                        Set.of("GPUs"),
                        causes.stream()
                                .map(cause -> row(story, cause, currencies))
                                .toList()),
                new Remark("To nobody: to none of the kinds of pods that had 95 % of the GPU time of the two weeks"
                        + " before. /api/v1/stranded names the nodes, and from which numbers it follows."));
    }

    private static Row row(FleetStory story, FleetWeek.Cause cause, Set<String> currencies) {
        var cells = new ArrayList<>(List.of(
                hours(cause.millis()), gpus(cause.millis(), story.week().span().millis())));
        for (var currency : currencies) {
            cells.add(Figures.money(cause.cost().getOrDefault(currency, 0L)));
        }
        return new Row(Plain.name(cause.name()), cells, words(cause), false);
    }

    private static String words(FleetWeek.Cause cause) {
        return Cause.ofWord(cause.name())
                .map(why -> why.meaning() + " " + why.remedy())
                .orElse("");
    }
}
