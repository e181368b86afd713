package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// A drawing above an axis of time, with what it shows on its left and its scale on its right. All tracks of a
/// page have the same axis. They are written by hand, and not by a library: they are there without scripts, can
/// be printed, are of the page's colours, and no table of numbers is sent twice.
record Track(Span window, String name, String scale, int height, List<Node> drawn, String readout) {
    private static final double LENGTH = 1000;

    /// A value from some instant on.
    record Value(long at, OptionalDouble value) {}

    Track(Span window, String name, String scale, int height, List<Node> drawn) {
        this(window, name, scale, height, drawn, "");
    }

    /// Draws values as an area below a line.
    ///
    /// @param most the value at the upper edge
    /// @param step how long a value holds; where none follows the line ends
    /// @param readout writes a value for people, with its unit: `%.0f %%`
    static Track ofLine(
            Span window, String name, String scale, List<Value> values, double most, long step, String readout) {
        var height = 48;
        var drawn = new ArrayList<Node>();
        for (var run : runs(values, step)) {
            drawn.add(path(window, run, most, height, step));
        }
        var told = values.stream()
                .filter(value -> value.value().isPresent())
                .map(value -> value.at() + ","
                        + String.format(Locale.ROOT, readout, value.value().getAsDouble()))
                .collect(Collectors.joining(";"));
        return new Track(window, name, scale, height, drawn, told);
    }

    private static List<List<Value>> runs(List<Value> values, long step) {
        var runs = new ArrayList<List<Value>>();
        var run = new ArrayList<Value>();
        for (var value : values) {
            if (!run.isEmpty()
                    && (value.value().isEmpty() || value.at() > run.getLast().at() + step)) {
                runs.add(List.copyOf(run));
                run.clear();
            }
            if (value.value().isPresent()) {
                run.add(value);
            }
        }
        if (!run.isEmpty()) {
            runs.add(run);
        }
        return runs;
    }

    private static Node path(Span window, List<Value> run, double most, int height, long step) {
        var line = new StringBuilder();
        for (var value : run) {
            var y = height * (1 - Math.min(1, Math.max(0, value.value().orElse(0)) / Math.max(most, 1e-9)));
            line.append(line.isEmpty() ? "M" : "L").append(x(window, value.at()));
            line.append(' ').append(two(y)).append('H').append(x(window, value.at() + step));
        }
        var area = line + "V" + height + "H" + x(window, run.getFirst().at()) + "Z";
        return Node.of(
                Element.of("path").with("class", "area").with("d", area),
                Element.of("path").with("class", "line").with("d", line.toString()));
    }

    /// Draws a part of the track.
    ///
    /// @param kind the class of the style sheet that says its colour
    /// @param from the part of the height above it, as `to` is that down to its lower edge
    static Element part(Span window, Span time, String kind, double from, double to, int height) {
        var shown = time.within(window);
        var begin = Double.parseDouble(x(window, shown.from()));
        return Element.of("rect")
                .with("class", kind)
                .with("x", x(window, shown.from()))
                .with("width", two(Math.max(0.8, Double.parseDouble(x(window, shown.to())) - begin)))
                .with("y", two(from * height))
                .with("height", two((to - from) * height));
    }

    private static String x(Span window, long at) {
        return two(LENGTH * (Math.clamp(at, window.from(), window.to()) - window.from()) / window.millis());
    }

    private static String two(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    /// Whether parts of it are links, which a picture has none of.
    private boolean leadsOn() {
        return drawn.stream()
                .anyMatch(
                        part -> part instanceof Element element && element.tag().equals("a"));
    }

    Node node() {
        var svg = Element.of("svg", drawn)
                .with("viewBox", "0 0 1000 " + height)
                .with("preserveAspectRatio", "none")
                .with("height", String.valueOf(height))
                .with("role", leadsOn() ? "group" : "img")
                .with("aria-label", name + (scale.isEmpty() ? "" : ", up to " + scale));
        var told = readout.isEmpty() ? svg : svg.with("data-readout", readout);
        return Node.of(
                Element.of(
                                "div",
                                Element.of("span", name).with("class", "name"),
                                told,
                                Element.of("span", scale).with("class", "scale"))
                        .with("class", "track"),
                Node.LINE);
    }
}
