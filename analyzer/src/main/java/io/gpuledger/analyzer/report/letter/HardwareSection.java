package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Items;
import io.gpuledger.analyzer.report.letter.Block.Paragraph;
import java.util.List;
import java.util.Map;

/// This section says what the team lost to hardware, which is no waste of the team's.
final class HardwareSection {
    private HardwareSection() {}

    static List<Block> of(TeamStory story) {
        var now = story.week().now();
        if (now.of(State.UNHEALTHY) == 0) {
            return List.of();
        }
        var causes = story.week().unhealthy().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(cause -> "%s: %s GPU-hours".formatted(Plain.name(cause.getKey()), hours(cause.getValue())))
                .toList();
        return List.of(
                new Heading("Refunded: hardware that failed"),
                new Paragraph(
                        "%s were lost to GPUs or nodes that failed while %s held them. This is refunded: it counts"
                                        .formatted(
                                                Words.hoursAndMoney(now.of(State.UNHEALTHY), now.cost(State.UNHEALTHY)),
                                                Plain.name(story.week().team()))
                                + " neither as idle nor as used, and is not your waste."),
                new Items(causes));
    }
}
