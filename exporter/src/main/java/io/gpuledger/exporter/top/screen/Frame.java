package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What is shown at an instant. Of a live view as many lines as the terminal has, none longer than it is wide.
public record Frame(List<Line> lines) {
    public Frame {
        lines = List.copyOf(lines);
    }

    public static Frame of(Scene scene, View view, Size size) {
        var lines = new ArrayList<Line>();
        lines.add(Summary.of(scene, view, size.width()));
        lines.addAll(Summary.notices(scene));
        var room = Math.max(1, size.height() - lines.size() - 1);
        lines.addAll(face(scene, view, size.width(), room));
        while (lines.size() < size.height() - 1) {
            lines.add(Line.EMPTY);
        }
        var whole = new ArrayList<>(lines.subList(0, size.height() - 1));
        whole.add(Footer.of(view));
        return new Frame(whole.stream().map(line -> line.within(size.width())).toList());
    }

    /// All of it once, however long that is.
    public static Frame whole(Scene scene, View view, int width) {
        var lines = new ArrayList<Line>();
        lines.add(Summary.of(scene, view, width));
        lines.addAll(Summary.notices(scene));
        lines.addAll(Table.uncut(scene.node(), view, width).all());
        lines.add(Line.EMPTY);
        lines.add(Line.of(activity(scene), Style.DIM));
        return new Frame(lines);
    }

    private static String activity(Scene scene) {
        return scene.node()
                .seconds()
                .map(seconds -> String.format(
                        Locale.ROOT, "Activity is of the %.1f s between two pages of %s.", seconds, scene.source()))
                .orElseGet(() -> "Read at %s, which told of no activity meanwhile.".formatted(scene.source()));
    }

    private static List<Line> face(Scene scene, View view, int width, int room) {
        return switch (view.face()) {
            case TABLE -> Table.within(scene.node(), view, width).around(selected(scene, view), room - 1);
            case HELP -> Help.lines().stream().limit(room).toList();
            case DETAILS -> details(scene, view, width).stream().limit(room).toList();
        };
    }

    private static List<Line> details(Scene scene, View view, int width) {
        var at = selected(scene, view);
        return Columns.units(scene.node())
                .filter(unit -> at.filter(unit.place()::equals).isPresent())
                .findFirst()
                .map(unit -> Details.of(unit, width))
                .orElse(List.of());
    }

    /// The selected unit; the first where none is, or one that is not shown.
    private static Optional<Place> selected(Scene scene, View view) {
        var shown = Rows.places(scene.node(), view);
        return view.selected().filter(shown::contains).or(() -> shown.stream().findFirst());
    }
}
