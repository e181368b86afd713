package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Holder;
import io.gpuledger.exporter.top.node.Node;
import io.gpuledger.exporter.top.node.Place;
import io.gpuledger.exporter.top.node.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The rows of a view, from the first to the last: each GPU, what is wrong with it, who shares it, its instances.
public final class Rows {
    private final View view;
    private final int width;
    private final List<Row> rows = new ArrayList<>();

    private Rows(View view, int width) {
        this.view = view;
        this.width = width;
    }

    /// @param width what a line has room for
    static List<Row> of(Node node, View view, int width) {
        var rows = new Rows(view, width);
        node.gpus().stream().sorted(view.sort().order(view.reversed())).forEach(rows::gpu);
        return rows.rows;
    }

    /// The units that are shown, in their order.
    public static List<Place> places(Node node, View view) {
        return of(node, view, 0).stream()
                .flatMap(row -> row instanceof Row.OfUnit(Unit unit) ? Stream.of(unit.place()) : Stream.empty())
                .toList();
    }

    private void gpu(Unit gpu) {
        if (!isWanted(gpu) && gpu.instances().stream().noneMatch(this::isWanted)) {
            return;
        }
        unit(gpu);
        TroubleLines.of(gpu.troubles(), width).forEach(line -> rows.add(new Row.OfTroubles(line)));
        gpu.instances().stream().filter(this::isWanted).forEach(this::unit);
    }

    private void unit(Unit unit) {
        rows.add(new Row.OfUnit(unit));
        if (!isInItsRow(unit.holders())) {
            unit.holders().forEach(holder -> rows.add(new Row.OfHolder(unit, holder)));
        }
    }

    /// Who has a unit for himself needs no row of his own: what is used of it is his.
    static boolean isInItsRow(List<Holder> holders) {
        return holders.size() == 1 && holders.getFirst().share().isEmpty();
    }

    private boolean isWanted(Unit unit) {
        return view.filter().isEmpty()
                || unit.holders().stream()
                        .anyMatch(holder -> isNamed(holder.who().line()));
    }

    private boolean isNamed(String name) {
        return name.toLowerCase(Locale.ROOT).contains(view.filter().toLowerCase(Locale.ROOT));
    }
}
