package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Holder;
import io.gpuledger.exporter.top.node.Node;
import io.gpuledger.exporter.top.node.Unit;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// The columns that there is room for, each as wide as its widest cell. What is left is for who holds a unit.
final class Columns {
    private static final String HELD_BY = "HELD BY";
    private static final String GAP = "  ";

    /// Who holds a unit has three eighths of the line, within reason.
    private static final int SHORTEST_HOLDER = 16;

    private static final int LONGEST_HOLDER = 48;
    private static final int ROOM_FOR_SHARE = 16;

    private final Map<Column, Integer> widths;
    private final int holderWidth;

    private Columns(Map<Column, Integer> widths, int holderWidth) {
        this.widths = widths;
        this.holderWidth = holderWidth;
    }

    static Columns within(Node node, int width) {
        var widths = new EnumMap<Column, Integer>(Column.class);
        var units = units(node).toList();
        var left = width - Math.clamp(width * 3 / 8, SHORTEST_HOLDER, LONGEST_HOLDER);
        var byRank = Stream.of(Column.values())
                .sorted(Comparator.comparingInt(Column::rank))
                .filter(column -> isOfUse(column, units))
                .toList();
        for (var column : byRank) {
            var needed = widest(column, units);
            if (needed + GAP.length() <= left) {
                widths.put(column, needed);
                left -= needed + GAP.length();
            }
        }
        var taken = widths.values().stream().mapToInt(one -> one + GAP.length()).sum();
        return new Columns(widths, Math.max(0, width - taken));
    }

    /// The same, and no name of a holder is cut.
    Columns uncut(Node node) {
        var longest = units(node)
                .flatMap(unit -> unit.holders().stream())
                .mapToInt(holder -> holder.who().line().length())
                .max()
                .orElse(0);
        return new Columns(widths, Math.max(holderWidth, longest + ROOM_FOR_SHARE));
    }

    static Stream<Unit> units(Node node) {
        return node.gpus().stream().flatMap(gpu -> Stream.concat(Stream.of(gpu), gpu.instances().stream()));
    }

    /// Whether any unit has something there; and of models, whether there are several.
    private static boolean isOfUse(Column column, List<Unit> units) {
        var texts = units.stream()
                .flatMap(unit -> column.text(unit).stream())
                .filter(text -> !text.isBlank())
                .distinct()
                .count();
        return column == Column.UNIT || texts > (column == Column.MODEL ? 1 : 0);
    }

    private static int widest(Column column, List<Unit> units) {
        return Math.max(
                column.heading().length(),
                units.stream()
                        .flatMap(unit -> column.text(unit).stream())
                        .mapToInt(String::length)
                        .max()
                        .orElse(0));
    }

    int holderWidth() {
        return holderWidth;
    }

    /// @param before what stands before the first column
    Line heading(String before) {
        var names = line(column -> cell(column, column.heading(), Style.HEAD)).and(HELD_BY, Style.HEAD);
        var width = names.length() - HELD_BY.length() + holderWidth;
        return Line.of(before + names.padded(width).text(), Style.HEAD);
    }

    Line of(Unit unit, Line holder) {
        return line(column -> column.text(unit)
                        .map(text -> cell(column, text, column.style(unit)))
                        .orElseGet(() -> cell(column, none(column, unit), Style.DIM)))
                .and(holder);
    }

    /// What a GPU in MIG mode has by its instances only is not missing there, nor is a GPU's own with an instance.
    private static String none(Column column, Unit unit) {
        var isElsewhere = unit.isInMigMode() || unit.place().instance().isPresent();
        return isElsewhere || column == Column.MODEL ? "" : Numbers.NONE;
    }

    Line of(Unit unit, Holder holder, Line name) {
        return line(column -> cell(column, column.text(unit, holder), Style.PLAIN))
                .and(name);
    }

    private Line line(Function<Column, Line> cells) {
        var line = Line.EMPTY;
        for (var column : widths.keySet()) {
            line = line.and(cells.apply(column)).and(GAP, Style.PLAIN);
        }
        return line;
    }

    private Line cell(Column column, String text, Style style) {
        var width = widths.getOrDefault(column, 0);
        return column.isLeft() ? Line.of(text, style).padded(width) : Line.of(Numbers.right(text, width), style);
    }
}
