package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import io.gpuledger.analyzer.report.letter.FixesSection.Whose;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// This section has the biggest fixes of all teams.
final class FleetFixes {
    /// The advice of so many teams is looked at: of those that were idle for longest.
    static final int TEAMS_MAX = 30;

    private FleetFixes() {}

    static List<Block> of(FleetStory story) {
        var team = new HashMap<Advice, String>();
        story.advice().forEach((name, all) -> all.forEach(advice -> team.put(advice, name)));
        var choice =
                Choice.of(story.advice().values().stream().flatMap(List::stream).toList());
        var biggest = choice.biggest().stream()
                .map(advice -> new Whose(team.getOrDefault(advice, ""), advice))
                .toList();
        var blocks = new ArrayList<>(FixesSection.of("The biggest fixes of all teams", biggest));
        if (!blocks.isEmpty() && story.teams().size() > TEAMS_MAX) {
            blocks.add(new Remark("Of the %d teams that were idle for longest.".formatted(TEAMS_MAX)));
        }
        return blocks;
    }
}
