package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Trouble;
import java.util.ArrayList;
import java.util.List;

/// What is wrong with a GPU, in as few lines as there is room for: each trouble whole, and the gravest first.
final class TroubleLines {
    private static final String FIRST = "    ! ";
    private static final String NEXT = "      ";
    private static final String BETWEEN = "; ";

    private TroubleLines() {}

    static List<Line> of(List<Trouble> troubles, int width) {
        var lines = new ArrayList<Line>();
        var line = Line.EMPTY;
        for (var trouble : troubles) {
            var style = Column.style(trouble.grade());
            var room = width - line.length() - BETWEEN.length();
            if (line.length() > 0 && trouble.text().length() <= room) {
                line = line.and(BETWEEN, Style.PLAIN).and(trouble.text(), style);
            } else {
                if (line.length() > 0) {
                    lines.add(line);
                }
                line = Line.of(lines.isEmpty() ? FIRST : NEXT, style).and(trouble.text(), style);
            }
        }
        if (line.length() > 0) {
            lines.add(line);
        }
        return lines;
    }
}
