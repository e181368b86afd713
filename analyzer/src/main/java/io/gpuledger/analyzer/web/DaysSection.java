package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.FleetWeek.Day;
import io.gpuledger.analyzer.web.page.Sections;

/// This section shows each day of the week with a bar of its states.
final class DaysSection {
    private DaysSection() {}

    static Node of(FleetWeek week) {
        if (!Period.isOfDays(week)) {
            return Node.NONE;
        }
        var days = week.days().stream().map(DaysSection::day).toList();
        return Node.of(Sections.heading("Day by day"), Element.of("dl", days).with("class", "days"), Node.LINE);
    }

    private static Node day(Day day) {
        var name = Period.day(day.date());
        var accounts = day.accounts();
        var idle = "idle %s of %s GPU-hours%s"
                .formatted(
                        hours(accounts.of(State.IDLE)),
                        hours(accounts.all()),
                        accounts.open() > 0 ? ", provisional" : "");
        return Node.of(
                Node.LINE,
                Element.of("dt", name),
                Element.of("dd", Bars.states("day", "Parts by state of " + name, accounts::of)),
                Element.of("dd", idle).with("class", "more"));
    }
}
