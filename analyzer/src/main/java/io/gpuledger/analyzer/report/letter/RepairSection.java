package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Items;
import java.util.List;
import java.util.Map;

/// Where too little was seen, this says why, and what would let more be seen.
final class RepairSection {
    private RepairSection() {}

    static List<Block> of(TeamStory story) {
        if (!story.isUnseen()) {
            return List.of();
        }
        var items = story.week().unobserved().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(cause -> "%s: %s GPU-hours. %s"
                        .formatted(Plain.name(cause.getKey()), hours(cause.getValue()), remedy(cause.getKey())))
                .toList();
        return List.of(new Heading("What to repair"), new Items(items));
    }

    static String remedy(String cause) {
        return switch (cause) {
            case "silent" ->
                "Nothing was read from the GPUs. Look whether the exporter runs on their nodes, and at"
                        + " /api/v1/targets whether it is scraped.";
            case "no_activity" ->
                "Nothing says how active the GPUs were. Have the exporter give SM_ACTIVE, GR_ENGINE_ACTIVE or GPU_UTIL;"
                        + " of MIG instances only the first two exist.";
            default -> "Ask whoever runs gpu-ledger.";
        };
    }
}
