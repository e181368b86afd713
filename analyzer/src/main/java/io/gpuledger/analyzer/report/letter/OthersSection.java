package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// These sections have in a line each what else could be changed, and what may break.
final class OthersSection {
    private static final int OTHERS_MAX = 8;
    private static final int WARNINGS_MAX = 8;

    private OthersSection() {}

    static List<Block> of(Choice choice) {
        return Stream.of(
                        section("What else could be smaller", choice.others(), OTHERS_MAX),
                        section("What may break", choice.warnings(), WARNINGS_MAX))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Block> section(String heading, List<Advice> all, int most) {
        if (all.isEmpty()) {
            return List.of();
        }
        var items = new ArrayList<>(
                all.stream().limit(most).map(OthersSection::item).toList());
        if (all.size() > most) {
            var rest = all.stream().skip(most).toList();
            items.add("and %d more, which save %s GPU-hours a week together"
                    .formatted(
                            rest.size(),
                            hours(rest.stream()
                                    .mapToLong(advice -> advice.saving().millis())
                                    .sum())));
        }
        return List.of(new Heading(heading), new Items(items));
    }

    private static String item(Advice advice) {
        var isWarning = advice.kind() == Advice.Kind.WARNING;
        return "%s: %s %s %s"
                .formatted(
                        Words.workload(advice.workload()),
                        advice.what(),
                        isWarning ? advice.why() : Words.saving(advice.saving()),
                        isWarning
                                ? ""
                                : "Confidence: %s."
                                        .formatted(advice.confidence().words()))
                .replaceAll(" +", " ")
                .strip();
    }
}
