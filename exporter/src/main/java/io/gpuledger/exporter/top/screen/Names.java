package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Holder;
import io.gpuledger.exporter.top.node.Node;
import io.gpuledger.exporter.top.node.Trouble.Grade;
import io.gpuledger.exporter.top.node.Unit;
import io.gpuledger.exporter.top.node.Who;

/// What the last column says: who holds a unit.
final class Names {
    private static final int INDENT = 2;

    private final Node node;
    private final int width;

    Names(Node node, int width) {
        this.node = node;
        this.width = width;
    }

    Line of(Unit unit) {
        if (unit.isInMigMode()) {
            return Line.of(instances(unit), Style.DIM);
        }
        if (Rows.isInItsRow(unit.holders())) {
            return name(unit.holders().getFirst().who(), width);
        }
        return unit.isHeld() ? Line.of(shared(unit), Style.DIM) : nobody(unit);
    }

    Line of(Holder holder) {
        var share = holder.share().map(part -> part.line() + " ").orElse("");
        return Line.of(" ".repeat(INDENT) + share, Style.PLAIN)
                .and(name(holder.who(), width - INDENT - share.length()));
    }

    private String instances(Unit gpu) {
        var all = gpu.instances().size();
        if (all > 0 && !node.knowsHolders()) {
            return all + " instances";
        }
        var held = gpu.instances().stream().filter(Unit::isHeld).count();
        return all == 0 ? "no instances" : "%d of %d instances held".formatted(held, all);
    }

    private static String shared(Unit unit) {
        var holders = unit.holders().size();
        return holders == 1 ? "1 holder" : holders + " holders";
    }

    private Line nobody(Unit unit) {
        if (!node.knowsHolders()) {
            return Line.of(Numbers.NONE, Style.DIM);
        }
        var isOfNoUse = unit.troubles().stream().anyMatch(trouble -> trouble.grade() == Grade.SEVERE);
        return isOfNoUse ? Line.of("nobody", Style.DIM) : Line.of("free", Style.GOOD);
    }

    /// The container goes before a name has to be cut.
    private static Line name(Who who, int width) {
        var whole = Plain.of(who.line());
        var text = whole.length() > width && who instanceof Who.Pod pod
                ? Plain.of(pod.namespace() + "/" + pod.pod())
                : whole;
        return Line.of(Plain.cut(text, width), Style.NAME);
    }
}
