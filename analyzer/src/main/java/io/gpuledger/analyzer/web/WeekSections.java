package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.change;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.money;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.Shares;
import io.gpuledger.analyzer.web.Rows.Head;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Where the fleet's time went: the headline, the bar, its table, its days, and why.
final class WeekSections {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEE d MMM", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final int CAUSES_MAX = 12;

    private final Markup page;
    private final FleetWeek week;
    private final long capacity;
    private final boolean isPriced;

    WeekSections(Markup page, FleetWeek week) {
        this.page = page;
        this.week = week;
        this.capacity = week.now().all();
        this.isPriced = !week.now().cost().isEmpty();
    }

    private boolean isOfDays() {
        return week.hours() > 24;
    }

    private String when() {
        var from = Instant.ofEpochMilli(week.window().from());
        var to = Instant.ofEpochMilli(week.window().to());
        return isOfDays()
                ? DAY.format(from) + " to " + DAY.format(to.minusSeconds(1))
                : TIME.format(from) + " to " + TIME.format(to);
    }

    void headline() {
        var idle = week.now().of(State.IDLE);
        page.open("p", "class", "headline")
                .open("strong")
                .text(percent(idle, capacity))
                .close("strong")
                .text(" of %s GPU-hours were held idle: ".formatted(hours(capacity)))
                .open("strong")
                .text(week.gpus(idle) + " GPUs")
                .close("strong")
                .text(" all the time");
        var cost = money(week.now().cost(State.IDLE));
        if (!cost.isEmpty()) {
            page.text(", ").tag("strong", cost);
        }
        page.text(".").close("p");
        page.open("p", "class", "faint").text("%s, in UTC. ".formatted(when()));
        if (week.isComparable()) {
            page.text("Idle to the %s before: %s GPU-hours. "
                    .formatted(
                            isOfDays() ? "week" : "day",
                            compared(idle, week.before().of(State.IDLE))));
        }
        if (week.hoursBooked() < week.hours()) {
            page.text("The books have %d of %d hours. ".formatted(week.hoursBooked(), week.hours()));
        }
        page.text("Coverage: %s. ".formatted(Figures.coverage(week.now().of(State.UNOBSERVED), capacity)));
        page.tag(
                "span",
                "Uncertain: %s.".formatted(Figures.uncertain(week.now().uncertain(), capacity)),
                "title",
                "So much of the time may stand in another state: something changed between two readings, and when"
                        + " was found by an estimate. The shorter the scrape interval, the less that is.");
        page.text(" ");
        provisional();
        page.close("p").line();
    }

    private static String compared(long now, long before) {
        var relative = Figures.relativeChange(now, before);
        return change(now, before) + (relative.isEmpty() ? "" : " (" + relative + ")");
    }

    private void provisional() {
        if (week.now().open() > 0) {
            page.tag(
                    "span",
                    "%s GPU-hours are provisional%s".formatted(hours(week.now().open()), filling()),
                    "class",
                    "mark");
        }
    }

    private String filling() {
        return week.now().filling() > 0
                ? ", %s of them as their past is still coming in"
                        .formatted(hours(week.now().filling()))
                : "";
    }

    void states() {
        page.tag("h2", "Where the time of all GPUs went").line();
        Bars.states(page, "bar", "Parts of capacity by state; the table below has the numbers", week.now());
        var heads = new ArrayList<>(List.of(
                Head.of("State"), Head.of("GPU-hours"), Head.of("Part"), Head.of("GPUs"), Head.extra("Change")));
        if (isPriced) {
            heads.add(Head.extra("Cost"));
        }
        heads.add(Head.words("Meaning"));
        var rows = new Rows(
                page,
                "Every GPU-second is in one state; together they are the capacity."
                        + (week.isComparable() ? " Change is to the time before." : ""),
                heads);
        var parts = States.ORDER.stream().mapToLong(week.now()::of).toArray();
        var tenths = Shares.of(parts, Figures.TENTH_OF_HOUR);
        var thousandths = Shares.thousandths(parts);
        for (var i = 0; i < parts.length; i++) {
            row(rows, States.ORDER.get(i), tenths[i], thousandths[i]);
        }
        rows.foot();
        rows.begin("capacity");
        rows.cell(hours(capacity));
        rows.cell("100.0 %");
        rows.cell(week.gpus(capacity));
        rows.cell(week.isComparable() ? change(capacity, week.before().all()) : "");
        if (isPriced) {
            rows.cost(week.now().cost());
        }
        rows.cell("");
        rows.end();
        rows.close(true);
        if (isPriced && week.now().unpriced() > 0) {
            page.tag(
                    "p",
                    "%s GPU-hours have no price.".formatted(hours(week.now().unpriced())),
                    "class",
                    "faint");
        }
    }

    private void row(Rows rows, State state, long tenths, long thousandths) {
        var millis = week.now().of(state);
        rows.begin();
        Bars.swatch(page, state);
        page.text(state.word());
        rows.headed();
        rows.cell(Figures.tenths(tenths));
        rows.cell(Figures.tenths(thousandths) + " %");
        rows.cell(week.gpus(millis));
        rows.cell(week.isComparable() ? change(millis, week.before().of(state)) : "");
        if (isPriced) {
            rows.cost(week.now().cost(state));
        }
        rows.cell(States.meaning(state));
        rows.end();
    }

    void days() {
        if (!isOfDays()) {
            return;
        }
        page.tag("h2", "Day by day").line().open("dl", "class", "days");
        for (var day : week.days()) {
            var name = DAY.format(day.date().atStartOfDay(ZoneOffset.UTC));
            page.line().tag("dt", name).open("dd");
            Bars.states(page, "day", "Parts by state of " + name, day.accounts());
            page.close("dd")
                    .tag(
                            "dd",
                            "idle %s of %s GPU-hours%s"
                                    .formatted(
                                            hours(day.accounts().of(State.IDLE)),
                                            hours(day.accounts().all()),
                                            day.accounts().open() > 0 ? ", provisional" : ""),
                            "class",
                            "more");
        }
        page.close("dl").line();
    }

    void causes() {
        if (week.causes().isEmpty()) {
            return;
        }
        page.tag("h2", "Why it was of no use").line();
        var rows = new Rows(
                page,
                "wide small",
                "States that have a cause.",
                List.of(Head.of("State and cause"), Head.of("GPU-hours"), Head.of("GPUs")));
        for (var cause : week.causes().stream().limit(CAUSES_MAX).toList()) {
            rows.begin();
            Bars.swatch(page, cause.state());
            page.text(cause.state().word() + ": " + cause.name());
            rows.headed();
            rows.cell(hours(cause.millis()));
            rows.cell(week.gpus(cause.millis()));
            rows.end();
        }
        rows.close(false);
        var more = week.causes().size() - CAUSES_MAX;
        if (more > 0) {
            page.tag("p", "and %d more: /api/v1/ledger?by=state,cause".formatted(more), "class", "faint");
        }
    }
}
