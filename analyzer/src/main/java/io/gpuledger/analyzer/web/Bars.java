package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.Shares;
import java.util.function.ToLongFunction;

/// Bars of what stands in which state. Their parts add up to their length.
final class Bars {
    private static final long LENGTH = 1000;

    private Bars() {}

    /// @param kind the class that says how high it is
    static void states(Markup page, String kind, String title, ToLongFunction<State> millis) {
        page.open("svg", "class", kind, "viewBox", "0 0 1000 10", "preserveAspectRatio", "none", "role", "img")
                .tag("title", title);
        var parts = States.ORDER.stream().mapToLong(millis).toArray();
        var lengths = Shares.thousandths(parts);
        var x = 0L;
        for (var i = 0; i < parts.length; i++) {
            if (lengths[i] > 0) {
                var state = States.ORDER.get(i).word();
                rectangle(page, state, x, lengths[i], "%s: %s".formatted(state, Figures.tenths(lengths[i]) + " %"));
                x += lengths[i];
            }
        }
        page.close("svg");
    }

    static void states(Markup page, String kind, String title, Accounts accounts) {
        states(page, kind, title, accounts::of);
    }

    /// How much of the most a part is; what it is stands beside it.
    static void meter(Markup page, State state, long part, long most) {
        page.open(
                "svg",
                "class",
                "meter",
                "viewBox",
                "0 0 1000 10",
                "preserveAspectRatio",
                "none",
                "aria-hidden",
                "true");
        if (part > 0 && most > 0) {
            rectangle(page, state.word(), 0, Math.max(1, Math.round((double) LENGTH * part / most)), "");
        }
        page.close("svg");
    }

    /// A square of a state's colour.
    static void swatch(Markup page, State state) {
        page.open("svg", "class", "swatch", "viewBox", "0 0 10 10", "aria-hidden", "true");
        page.open("rect", "class", state.word(), "width", "10", "height", "10").close("rect");
        page.close("svg");
    }

    private static void rectangle(Markup page, String state, long x, long width, String title) {
        page.open("rect", "class", state, "x", String.valueOf(x), "width", String.valueOf(width), "height", "10");
        if (!title.isEmpty()) {
            page.tag("title", title);
        }
        page.close("rect");
    }
}
