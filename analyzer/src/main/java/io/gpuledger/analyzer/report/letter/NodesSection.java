package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.report.NodeLoss;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Paragraph;
import io.gpuledger.analyzer.report.letter.Block.Row;
import io.gpuledger.analyzer.report.letter.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// This section lists the nodes on which most was lost to sickness, or not seen.
final class NodesSection {
    private static final int NODES_MAX = 8;
    private static final int CAUSES_MAX = 4;

    private NodesSection() {}

    static List<Block> of(FleetStory story) {
        var losses = story.losses();
        if (losses.isEmpty()) {
            return List.of();
        }
        var blocks = new ArrayList<Block>();
        blocks.add(new Heading("The worst nodes"));
        blocks.add(new Table(
                Names.NAMES,
                "GPU-hours",
                List.of("unhealthy", "unobserved"),
                Set.of(),
                losses.stream().limit(NODES_MAX).map(NodesSection::row).toList()));
        var rest = losses.stream().skip(NODES_MAX).toList();
        if (!rest.isEmpty()) {
            blocks.add(new Paragraph("and %d more nodes with %s GPU-hours."
                    .formatted(
                            rest.size(),
                            hours(rest.stream().mapToLong(NodeLoss::all).sum()))));
        }
        return blocks;
    }

    private static Row row(NodeLoss loss) {
        var name = loss.node().isEmpty() ? "no node" : Plain.name(loss.node());
        return new Row(
                "%s/%s".formatted(Plain.name(loss.cluster()), name),
                List.of(hours(loss.unhealthy()), hours(loss.unobserved())),
                causes(loss),
                false);
    }

    private static String causes(NodeLoss loss) {
        var largest = loss.causes().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(CAUSES_MAX)
                .map(cause -> "%s %s".formatted(Plain.name(cause.getKey()), hours(cause.getValue())))
                .collect(Collectors.joining(", "));
        var more = loss.causes().size() - CAUSES_MAX;
        return more > 0 ? "%s, and %d more causes".formatted(largest, more) : largest;
    }
}
