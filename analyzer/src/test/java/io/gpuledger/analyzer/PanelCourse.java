package io.gpuledger.analyzer;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Draws values over time as Grafana does: as lines or as bars, beside or on top of each other, with a legend.
final class PanelCourse {
    private static final int LEGEND_WIDTH = 250;
    private static final int LEGEND_LINE = 22;
    private static final int LEFT = 58;
    private static final int BOTTOM = 20;
    private static final int TOP = 6;
    private static final int GRID_LINES = 4;

    /// One course as it is drawn: what lies between two lines, each a height by time. A course that is not stacked lies
    /// on the ground.
    private record Band(String name, String colour, TreeMap<Double, Double> low, TreeMap<Double, Double> high) {}

    private final Dashboard.Panel panel;
    private final PanelStyle style;
    private final List<Band> bands = new ArrayList<>();
    private final TreeSet<Double> times = new TreeSet<>();
    private final int width;
    private final int height;
    private final double least;
    private final double most;

    PanelCourse(Dashboard.Panel panel, List<PanelData.Course> courses, int width, int height) {
        this.panel = panel;
        this.style = PanelStyle.of(panel);
        var isStacked =
                style.property("", "custom.stacking").path("mode").asText().equals("normal");
        courses.forEach(course -> times.addAll(course.values().keySet()));
        var sums = new TreeMap<Double, Double>();
        for (var i = 0; i < courses.size(); i++) {
            var course = courses.get(i);
            var low = new TreeMap<Double, Double>();
            var high = new TreeMap<Double, Double>();
            course.values().forEach((time, value) -> {
                var under = isStacked ? sums.getOrDefault(time, 0.0) : 0.0;
                low.put(time, under);
                high.put(time, under + value);
                sums.put(time, under + value);
            });
            bands.add(new Band(course.name(), style.colour(course.name(), i), low, high));
        }
        var highest = bands.stream().flatMap(band -> band.high().values().stream());
        var top =
                style.property("", "max").asDouble(highest.max(Double::compare).orElse(1.0));
        var lowest = bands.stream().flatMap(band -> band.high().values().stream());
        this.least =
                style.property("", "min").asDouble(lowest.min(Double::compare).orElse(0.0));
        this.most = top > least ? top : least + 1;
        this.width = isAtTheRight() ? width - LEGEND_WIDTH : width;
        this.height = isAtTheRight() ? height : height - LEGEND_LINE * legendLines(width);
    }

    private boolean isAtTheRight() {
        return panel.json().at("/options/legend/placement").asText().equals("right");
    }

    private int legendLines(int wide) {
        var letters =
                bands.stream().mapToInt(band -> band.name().length() * 7 + 34).sum();
        return Math.min(3, 1 + letters / wide);
    }

    Node draw() {
        var drawn = new ArrayList<Node>();
        var before = "";
        for (var i = 0; i < GRID_LINES; i++) {
            var value = least + (most - least) * i / (GRID_LINES - 1);
            var shown = style.text("", value);
            drawn.add(Element.of("path").with("d", "M%d %.1f H%d".formatted(LEFT, y(value), width)));
            // Numbers without decimals may be the same on two lines.
            drawn.add(text(shown.equals(before) ? "" : shown, LEFT - 5, y(value) + 4, "end"));
            before = shown;
        }
        times().forEach(time -> drawn.add(text(
                Instant.ofEpochSecond((long) (double) time).toString().substring(11, 16),
                x(time),
                height - 4,
                time.equals(times.first()) ? "start" : "end")));
        var isBars = style.property("", "custom.drawStyle").asText().equals("bars");
        bands.forEach(band -> drawn.addAll(isBars ? bars(band) : List.of(line(band))));
        var picture =
                Element.of("svg", drawn).with("width", String.valueOf(width)).with("height", String.valueOf(height));
        return Element.of("div", picture, legend()).with("class", isAtTheRight() ? "right" : "below");
    }

    /// Returns the times that stand below.
    private Set<Double> times() {
        var middle = times.first() + (times.last() - times.first()) / 2;
        return new TreeSet<>(List.of(times.first(), middle, times.last()));
    }

    private static Element text(String text, double x, double y, String anchor) {
        return Element.of("text", text)
                .with("x", number(x))
                .with("y", number(y))
                .with("text-anchor", anchor);
    }

    private Element line(Band band) {
        var isFilled = band.low().values().stream().anyMatch(low -> low > 0)
                || style.property("", "custom.stacking").path("mode").asText().equals("normal");
        var path = path(band.high(), band.high().keySet());
        if (!isFilled) {
            return Element.of("path").with("d", "M" + path).with("style", "stroke: " + band.colour());
        }
        return Element.of("path")
                .with(
                        "d",
                        "M%s L%s Z".formatted(path, path(band.low(), band.low().descendingKeySet())))
                .with("style", "stroke: none; fill: " + band.colour());
    }

    private String path(Map<Double, Double> values, Iterable<Double> order) {
        var points = new ArrayList<String>();
        order.forEach(time -> points.add(number(x(time)) + " " + number(y(values.getOrDefault(time, 0.0)))));
        return points.stream().collect(Collectors.joining(" L"));
    }

    private List<Element> bars(Band band) {
        var wide = Math.max(2, 0.7 * (width - LEFT) / times.size());
        return band.high().entrySet().stream()
                .map(bar -> Element.of("rect")
                        .with("x", number(x(bar.getKey()) - wide / 2))
                        .with("y", number(y(bar.getValue())))
                        .with("width", number(wide))
                        .with(
                                "height",
                                number(Math.max(0, y(band.low().getOrDefault(bar.getKey(), 0.0)) - y(bar.getValue()))))
                        .with("fill", band.colour()))
                .toList();
    }

    private Element legend() {
        return Element.of(
                        "div",
                        bands.stream()
                                .map(band -> Element.of(
                                        "span",
                                        Element.of("i").with("style", "background: " + band.colour()),
                                        Node.text(band.name())))
                                .toList())
                .with("class", "legend");
    }

    private double x(double time) {
        var span = times.last() - times.first();
        return span > 0 ? LEFT + (width - LEFT - 8) * (time - times.first()) / span : (LEFT + width) / 2.0;
    }

    private double y(double value) {
        return TOP + (height - TOP - BOTTOM) * (1 - Math.clamp((value - least) / (most - least), 0, 1));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
