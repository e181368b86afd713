package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.report.letter.Block.Fix;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// This section has the changes that save most, with all that is needed to make them.
final class FixesSection {
    private FixesSection() {}

    static List<Block> of(Choice choice) {
        return of(
                choice.biggest().size() == 1 ? "The biggest fix" : "The biggest fixes",
                choice.biggest().stream().map(advice -> new Whose("", advice)).toList());
    }

    /// An advice to a team, which is named where the letter is not to that team.
    record Whose(String team, Advice advice) {}

    static List<Block> of(String heading, List<Whose> biggest) {
        if (biggest.isEmpty()) {
            return List.of();
        }
        var blocks = new ArrayList<Block>();
        blocks.add(new Heading(heading));
        for (var i = 0; i < biggest.size(); i++) {
            blocks.add(fix(i + 1, biggest.get(i)));
        }
        return blocks;
    }

    private static Fix fix(int number, Whose whose) {
        var advice = whose.advice();
        var where = Words.workload(advice.workload());
        var why = Stream.of(
                        advice.why(),
                        advice.margin(),
                        "%s Confidence: %s."
                                .formatted(
                                        Words.saving(advice.saving()),
                                        advice.confidence().words()))
                .map(String::strip)
                .filter(words -> !words.isEmpty())
                .toList();
        return new Fix(
                number,
                advice.what(),
                whose.team().isEmpty() ? where : "%s: %s".formatted(Plain.name(whose.team()), where),
                why,
                advice.remedy());
    }
}
