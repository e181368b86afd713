package io.gpuledger.analyzer;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Html;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Draws all dashboards as Grafana would lay them out, about the fleet to which everything has happened, for a person
/// to look at. It is no Grafana; what it draws shows which columns there are, what is cut, and what stands where.
final class DashboardPictures {
    private static final int COLUMNS = 24;
    private static final int ROW = 38;
    private static final int GAP = 8;
    private static final int HEADING = 34;
    private static final int HEAD = 90;
    private static final String STYLE = """
        body { margin: 0; position: relative; background: #111217; color: #d8d9da; font: 14px Inter, Helvetica, sans-serif }
        h1 { margin: 0; padding: 10px 12px; font-size: 16px; background: #181b1f }
        p { margin: 10px 8px; color: #8e9297 }
        section { position: absolute; box-sizing: border-box; padding: 0 8px; overflow: hidden; background: #181b1f; border: 1px solid #2c3235 }
        section h2 { margin: 0; font: 500 14px/34px Inter, Helvetica, sans-serif; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
        section > div { overflow: hidden }
        h3 { position: absolute; margin: 0; font-size: 16px }
        .nothing { display: flex; height: 100%; align-items: center; justify-content: center; text-align: center; color: #8e9297 }
        .stat { display: flex; height: 100%; align-items: center; justify-content: space-around; font-weight: 500 }
        .bar { display: flex; align-items: center; margin-bottom: 6px }
        .bar span { flex: none; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
        .bar i { flex: none; height: 100%; margin-right: 6px; opacity: .75 }
        .right { display: flex }
        .legend { font-size: 12px }
        .below .legend { max-height: 66px; overflow: hidden }
        .right .legend span { display: block }
        .legend span { margin-right: 10px; white-space: nowrap }
        .legend i { display: inline-block; width: 12px; height: 3px; margin-right: 4px; vertical-align: middle }
        svg text { fill: #999; font-size: 11px }
        svg path { fill: none; stroke: #333; stroke-width: 1.3 }
        table { width: 100%; border-collapse: collapse; font-size: 13px }
        th, td { max-width: 260px; padding: 4px 6px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; text-align: right; border-bottom: 1px solid #2c3235 }
        .word, .link { text-align: left }
        .link { text-decoration: underline }
        td i { display: inline-block; height: 10px; margin-right: 4px; opacity: .6 }
        """;

    private final PanelData data;
    private final int width;

    private DashboardPictures(PanelData data, int width) {
        this.data = data;
        this.width = width;
    }

    /// Returns the pages of all dashboards at some widths, as `health-1440`.
    ///
    /// @param folder in which Prometheus keeps its files
    static Map<String, String> draw(Path folder, List<Integer> widths) throws Exception {
        try (var prometheus = DashboardAnswers.of(DashboardFleet.ofOurs(), folder);
                var database = TestDatabase.plain();
                var _ = database.migrated()) {
            database.execute(DashboardSqlTest.BOOKS);
            var data = new PanelData(prometheus, database);
            var pages = new TreeMap<String, String>();
            for (var dashboard : DashboardFolder.all().entrySet()) {
                for (var width : widths) {
                    var name = dashboard.getKey().replace(".json", "-" + width);
                    pages.put(name, new DashboardPictures(data, width).page(dashboard.getKey(), dashboard.getValue()));
                }
            }
            return pages;
        }
    }

    private String page(String file, Dashboard dashboard) throws Exception {
        var title = dashboard.json().path("title").asText();
        var chosen = String.join(" · ", DashboardFolder.variables(dashboard));
        var drawn = new ArrayList<Node>();
        drawn.add(Element.of("h1", title));
        drawn.add(Element.of("p", chosen));
        for (var placed : DashboardFolder.everything()) {
            if (placed.file().equals(file)) {
                drawn.add(placed.panel().type().equals("row") ? row(placed.panel()) : panel(placed));
            }
        }
        var head = Element.of(
                "head", Element.of("meta").with("charset", "utf-8"), Element.of("title", title), new Node.Style(STYLE));
        var body = Element.of("body", drawn)
                .with("style", "width: %dpx; height: %dpx".formatted(width, HEAD + ROW * rows(file) + GAP));
        return Html.document(Element.of("html", head, body));
    }

    private static int rows(String file) throws IOException {
        return DashboardFolder.everything().stream()
                .filter(placed -> placed.file().equals(file))
                .map(placed -> placed.panel().grid())
                .mapToInt(grid -> grid.path("y").asInt() + grid.path("h").asInt())
                .max()
                .orElseThrow();
    }

    private double column() {
        return (double) (width - 2 * GAP) / COLUMNS;
    }

    private Element row(Dashboard.Panel panel) {
        return Element.of("h3", panel.title())
                .with(
                        "style",
                        "left: %dpx; top: %dpx"
                                .formatted(
                                        GAP, HEAD + ROW * panel.grid().path("y").asInt() + 4));
    }

    private Element panel(DashboardFolder.Placed placed) throws Exception {
        var grid = placed.panel().grid();
        var wide = (int) (column() * grid.path("w").asInt()) - GAP;
        var high = ROW * grid.path("h").asInt() - GAP;
        var place = "left: %dpx; top: %dpx; width: %dpx; height: %dpx"
                .formatted(
                        (int) (GAP + column() * grid.path("x").asInt()),
                        HEAD + ROW * grid.path("y").asInt(),
                        wide,
                        high);
        var inside = Element.of("div", content(placed, wide - 2 * GAP, high - HEADING - GAP))
                .with("style", "height: %dpx".formatted(high - HEADING - GAP));
        return Element.of("section", Element.of("h2", placed.panel().title()), inside)
                .with("style", place);
    }

    private Node content(DashboardFolder.Placed placed, int wide, int high) throws Exception {
        var panel = placed.panel();
        return switch (panel.type()) {
            case "stat" -> {
                var values = data.values(placed);
                yield values.isEmpty() ? nothing(panel) : stat(panel, values, wide, high);
            }
            case "bargauge" -> {
                var values = data.values(placed);
                yield values.isEmpty() ? nothing(panel) : bars(panel, values, wide, high);
            }
            case "timeseries" -> {
                var courses = data.courses(placed);
                yield courses.isEmpty() ? nothing(panel) : new PanelCourse(panel, courses, wide, high).draw();
            }
            case "table" -> {
                var tables = data.tables(placed);
                yield tables.isEmpty() ? nothing(panel) : new PanelTable(panel).draw(tables);
            }
            default -> throw new AssertionError(panel.type());
        };
    }

    private static Node nothing(Dashboard.Panel panel) {
        return Element.of("div", PanelStyle.of(panel).noValue()).with("class", "nothing");
    }

    private static Node stat(Dashboard.Panel panel, List<PanelData.Named> values, int wide, int high) {
        var style = PanelStyle.of(panel);
        var shown = new ArrayList<Element>();
        for (var value : values) {
            var text = style.text(value.name(), value.value());
            var room = (double) wide / values.size() / (0.7 * Math.max(3, text.length()));
            shown.add(Element.of("span", text)
                    .with(
                            "style",
                            "color: %s; font-size: %dpx".formatted(style.colour(value.name(), value.value()), (int)
                                    Math.min(Math.min(46, room), 0.62 * high))));
        }
        return Element.of("div", shown).with("class", "stat");
    }

    private static Node bars(Dashboard.Panel panel, List<PanelData.Named> values, int wide, int high) {
        var style = PanelStyle.of(panel);
        var longest =
                values.stream().mapToInt(value -> value.name().length()).max().orElse(0);
        var names = Math.min(0.35 * wide, longest * 8 + 10);
        var most = values.stream().mapToDouble(PanelData.Named::value).max().orElse(1);
        var thick = Math.clamp(high / values.size() - 6, 16, 60);
        var drawn = new ArrayList<Element>();
        for (var i = 0; i < values.size(); i++) {
            var value = values.get(i);
            var colour = style.colour(value.name(), i);
            var length = Math.max(2, (wide - names - 110) * value.value() / Math.max(most, Double.MIN_NORMAL));
            drawn.add(Element.of(
                            "div",
                            Element.of("span", value.name()).with("style", "width: %dpx".formatted((int) names)),
                            Element.of("i")
                                    .with("style", "width: %dpx; background: %s".formatted((int) length, colour)),
                            Element.of("span", style.text(value.name(), value.value()))
                                    .with("style", "color: " + colour))
                    .with("class", "bar")
                    .with("style", "height: %dpx".formatted(thick)));
        }
        return Element.of("div", drawn);
    }
}
