package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.capacity.Factors;
import io.gpuledger.analyzer.capacity.Funnel.Step;
import io.gpuledger.analyzer.capacity.Part;
import io.gpuledger.analyzer.capacity.Stage;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.web.page.Sections;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Optional;

/// This section says how much of what was delivered did any good, and where the rest was lost.
///
/// @param target the part of the capacity that is meant to be effective, in per cent
record FunnelSection(FleetWeek week, int target) {
    private static final long LENGTH = 1000;

    Node node() {
        var funnel = week.funnel();
        var all = funnel.millis(Stage.DELIVERED);
        var rows = new ArrayList<Node>();
        for (var step : funnel.steps()) {
            rows.add(row(step, all));
        }
        return Node.of(
                Sections.heading("From what was delivered to what did any good"),
                Element.of("div", rows)
                        .with("class", "funnel")
                        .with("role", "list")
                        .with("aria-label", "Stages of the capacity"),
                Node.LINE,
                factors(funnel.factors()));
    }

    private Node row(Step step, long all) {
        var name = Element.of(
                "div",
                Sections.strong(step.stage().word()),
                Element.of("span", meaning(step.stage())).with("class", "faint"));
        var figures = Element.of(
                "div",
                Sections.strong(percent(step.millis(), all)),
                faint(week.gpus(step.millis()) + " GPUs"),
                faint(hours(step.millis()) + " GPU-hours"));
        return Node.of(
                Element.of(
                                "div",
                                name.with("class", "stage"),
                                bar(step, all),
                                figures.with("class", "figures"),
                                losses(step, all))
                        .with("role", "listitem"),
                Node.LINE);
    }

    private static Node faint(String text) {
        return Element.of("div", text).with("class", "faint");
    }

    /// Draws what reaches the next stage, then what is lost before it, and a line where the target is.
    private Node bar(Step step, long all) {
        var drawn = new ArrayList<Node>();
        var next = step.millis() - step.lost();
        drawn.add(rectangle("reached", 0, next, all));
        var at = next;
        for (var part : step.losses()) {
            drawn.add(rectangle(part.state().word(), at, part.millis(), all));
            at += part.millis();
        }
        drawn.add(Element.of("rect")
                .with("class", "target")
                .with("x", String.valueOf(target * LENGTH / 100 - 1))
                .with("width", "2")
                .with("height", "10"));
        return Element.of("svg", drawn)
                .with("class", "bar")
                .with("viewBox", "0 0 1000 10")
                .with("preserveAspectRatio", "none")
                .with("aria-hidden", "true");
    }

    private static Node rectangle(String kind, long from, long millis, long all) {
        return Element.of("rect")
                .with("class", kind)
                .with("x", length(from, all))
                .with("width", length(millis, all))
                .with("height", "10");
    }

    private static String length(long part, long all) {
        return String.valueOf(Math.round(100.0 * LENGTH * part / Math.max(1, all)) / 100.0);
    }

    private Node losses(Step step, long all) {
        if (step.losses().isEmpty()) {
            return Node.NONE;
        }
        var items = step.losses().stream().map(part -> item(part, all)).toList();
        return Element.of("ul", items)
                .with("class", "losses")
                .with("aria-label", "Lost after " + step.stage().word());
    }

    private Node item(Part part, long all) {
        var cost = Figures.money(part.cost());
        var words = "%s: %s, %s%s"
                .formatted(
                        part.state().word()
                                + part.cause().map(cause -> ", " + cause).orElse(""),
                        100 * 10 * part.millis() < all / 2 ? "<0.1 %" : percent(part.millis(), all),
                        gpus(part.millis()),
                        cost.isEmpty() ? "" : ", " + cost);
        var meaning = part.cause()
                .map(cause -> CauseWords.meaning(part.state(), cause))
                .filter(text -> !text.isEmpty())
                .orElseGet(() -> States.meaning(part.state()));
        return Element.of("li", Bars.named(part.state(), words)).with("title", meaning);
    }

    /// What is less than a tenth of a GPU all the time is told in GPU-hours.
    private String gpus(long millis) {
        return 10 * millis < week.bookedMillis() ? hours(millis) + " GPU-hours" : week.gpus(millis) + " GPUs";
    }

    private static String meaning(Stage stage) {
        return switch (stage) {
            case DELIVERED -> "all GPUs of the fleet, all the time";
            case HEALTHY -> "seen, and nothing against it";
            case HELD -> "a pod had it";
            case ACTIVE -> "put to use: not starting, not idle";
            case EFFECTIVE -> "the part in which it worked";
        };
    }

    private Node factors(Factors factors) {
        var product = factors.product();
        var isMet = factors.effective() * 100 >= factors.capacity() * target;
        return Element.of(
                        "p",
                        factor(factors.heldOfCapacity(), "held of capacity"),
                        Node.text(" × "),
                        factor(factors.activeOfHeld(), "active of held"),
                        Node.text(" × "),
                        factor(factors.intensity(), "effective of active"),
                        Node.text(" = "),
                        factor(product, "of the fleet did any good"),
                        Node.text(". The target is %d %%: ".formatted(target)),
                        Sections.strong(isMet ? "met" : missing(factors)),
                        Node.text("."))
                .with("class", "factors");
    }

    private String missing(Factors factors) {
        var missing = Math.ceilDiv(factors.capacity() * target, 100) - factors.effective();
        return "%s GPUs short of it".formatted(week.gpus(missing));
    }

    private static Node factor(Optional<BigDecimal> factor, String meaning) {
        return Node.of(
                Sections.strong(factor.map(part -> part.movePointRight(2).setScale(1, RoundingMode.HALF_UP) + " %")
                        .orElse("-")),
                Node.text(" " + meaning));
    }
}
