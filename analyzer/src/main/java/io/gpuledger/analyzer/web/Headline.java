package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.change;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.money;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.web.page.Sections;

/// The page begins with how much was held idle, and with what one has to know of that number.
final class Headline {
    private Headline() {}

    static Node of(FleetWeek week) {
        return Node.of(idle(week), about(week), Node.LINE);
    }

    private static Node idle(FleetWeek week) {
        var idle = week.now().of(State.IDLE);
        var capacity = week.now().all();
        var cost = money(week.now().cost(State.IDLE));
        return Element.of(
                        "p",
                        Sections.strong(percent(idle, capacity)),
                        Node.text(" of %s GPU-hours were held idle: ".formatted(hours(capacity))),
                        Sections.strong(week.gpus(idle) + " GPUs"),
                        Node.text(" all the time"),
                        cost.isEmpty() ? Node.NONE : Node.of(Node.text(", "), Sections.strong(cost)),
                        Node.text("."))
                .with("class", "headline");
    }

    private static Node about(FleetWeek week) {
        var unobserved = week.now().of(State.UNOBSERVED);
        return Sections.aside(
                Node.text("%s, in UTC. ".formatted(Period.of(week))),
                Node.text(compared(week)),
                Node.text(booked(week)),
                Node.text("Coverage: %s. "
                        .formatted(Figures.coverage(unobserved, week.now().all()))),
                uncertain(week),
                Node.text(" "),
                provisional(week));
    }

    private static String compared(FleetWeek week) {
        if (!week.isComparable()) {
            return "";
        }
        var now = week.now().of(State.IDLE);
        var before = week.before().of(State.IDLE);
        var relative = Figures.relativeChange(now, before);
        return "Idle to the %s before: %s GPU-hours. "
                .formatted(
                        Period.isOfDays(week) ? "week" : "day",
                        change(now, before) + (relative.isEmpty() ? "" : " (" + relative + ")"));
    }

    private static String booked(FleetWeek week) {
        return week.hoursBooked() < week.hours()
                ? "The books have %d of %d hours. ".formatted(week.hoursBooked(), week.hours())
                : "";
    }

    private static Node uncertain(FleetWeek week) {
        var part = Figures.uncertain(week.now().uncertain(), week.now().all());
        return Element.of("span", "Uncertain: %s.".formatted(part))
                .with(
                        "title",
                        "So much of the time may stand in another state: something changed between two readings, and"
                                + " when was found by an estimate. The shorter the scrape interval, the less that is.");
    }

    private static Node provisional(FleetWeek week) {
        var filling = week.now().filling() > 0
                ? ", %s of them as their past is still coming in"
                        .formatted(hours(week.now().filling()))
                : "";
        return week.now().open() > 0
                ? Sections.mark("%s GPU-hours are provisional%s"
                        .formatted(hours(week.now().open()), filling))
                : Node.NONE;
    }
}
