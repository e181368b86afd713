package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.PastWeek;
import io.gpuledger.analyzer.report.letter.Block.Bars;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import io.gpuledger.analyzer.report.letter.Block.Row;
import io.gpuledger.analyzer.report.letter.Block.Table;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// This section shows how the last weeks went, as bars and in numbers.
final class TrendSection {
    static final String PICTURE = "trend.png";

    private static final String NONE = "-";

    private TrendSection() {}

    /// Returns the weeks from the first on of which the books have anything.
    static List<PastWeek> booked(List<PastWeek> weeks) {
        return weeks.stream().dropWhile(week -> !week.isBooked()).toList();
    }

    static List<Block> of(List<PastWeek> all) {
        var weeks = booked(all);
        return List.of(
                new Heading("Week by week"),
                new Bars(
                        PICTURE,
                        words(weeks),
                        new Table(
                                Names.WORDS,
                                "GPU-hours",
                                List.of("idle", "underused", "used", "other", "held"),
                                Set.of(),
                                weeks.stream().map(TrendSection::row).toList())),
                new Remark("From the foot of a bar: idle (striped red), underused (light green), used (dark green), and"
                        + " other held time (gray): starting, unhealthy, not seen. Below each week stand its idle"
                        + " GPU-hours; - stands for a week of which the books have nothing."));
    }

    static String words(List<PastWeek> weeks) {
        return "GPU-hours by week. " + weeks.stream().map(TrendSection::words).collect(Collectors.joining(" "));
    }

    private static String words(PastWeek week) {
        if (!week.isBooked()) {
            return "%s: nothing in the books.".formatted(week.week());
        }
        var its = row(week).cells();
        return "%s: idle %s, underused %s, used %s, other %s, held %s."
                .formatted(week.week(), its.get(0), its.get(1), its.get(2), its.get(3), its.get(4));
    }

    private static Row row(PastWeek week) {
        var full = week.week().toString();
        var name = full.substring(full.indexOf('W'));
        if (!week.isBooked()) {
            return Row.of(name, NONE, NONE, NONE, NONE, NONE);
        }
        var its = week.accounts();
        return Row.of(
                name,
                hours(its.of(State.IDLE)),
                hours(its.of(State.UNDERUSED)),
                hours(its.of(State.USED)),
                hours(TrendPicture.parts(its)[3]),
                hours(its.all()));
    }
}
