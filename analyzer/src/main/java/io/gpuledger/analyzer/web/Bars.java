package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.Shares;
import io.gpuledger.analyzer.report.StateOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// Draws how much stands in which state. The parts of a bar add up to its length.
final class Bars {
    private static final long LENGTH = 1000;

    private Bars() {}

    /// @param kind the class of the style sheet that says how high the bar is
    static Node states(String kind, String title, ToLongFunction<State> millis) {
        var parts = StateOrder.ALL.stream().mapToLong(millis).toArray();
        var lengths = Shares.thousandths(parts);
        var drawn = new ArrayList<Node>();
        drawn.add(Element.of("title", title));
        var x = 0L;
        for (var i = 0; i < parts.length; i++) {
            if (lengths[i] > 0) {
                var state = StateOrder.ALL.get(i).word();
                var told = Element.of("title", "%s: %s %%".formatted(state, Figures.tenths(lengths[i])));
                drawn.add(rectangle(state, x, lengths[i], told));
                x += lengths[i];
            }
        }
        return svg(kind, drawn).with("role", "img");
    }

    /// A bar without a title, as its number stands beside it. It is as long as the part is of the most.
    static Node meter(State state, long part, long most) {
        var drawn = part > 0 && most > 0
                ? List.of(rectangle(state.word(), 0, Math.max(1, Math.round((double) LENGTH * part / most))))
                : List.<Node>of();
        return svg("meter", drawn).with("aria-hidden", "true");
    }

    /// The name stands behind a square of the state's colour.
    static Node named(State state, String name) {
        var square = Element.of("rect")
                .with("class", state.word())
                .with("width", "10")
                .with("height", "10");
        return Node.of(
                Element.of("svg", square)
                        .with("class", "swatch")
                        .with("viewBox", "0 0 10 10")
                        .with("aria-hidden", "true"),
                Node.text(name));
    }

    private static Element svg(String kind, List<? extends Node> drawn) {
        return Element.of("svg", drawn)
                .with("class", kind)
                .with("viewBox", "0 0 1000 10")
                .with("preserveAspectRatio", "none");
    }

    private static Element rectangle(String state, long x, long width, Node... children) {
        return Element.of("rect", children)
                .with("class", state)
                .with("x", String.valueOf(x))
                .with("width", String.valueOf(width))
                .with("height", "10");
    }
}
