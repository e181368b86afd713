package io.gpuledger.exporter.top.screen;

import java.util.Optional;

/// The last line: what can be pressed, and how it is sorted and filtered.
final class Footer {
    private Footer() {}

    static Line of(View view) {
        return switch (view.face()) {
            case DETAILS, HELP -> Line.of("q back", Style.DIM);
            case TABLE -> view.typing().map(Footer::typing).orElseGet(() -> table(view));
        };
    }

    private static Line typing(String text) {
        return Line.of("held by: ", Style.STRONG).and(text + "_", Style.PLAIN).and("  Enter Esc", Style.DIM);
    }

    private static Line table(View view) {
        var filter = Optional.of(view.filter())
                .filter(text -> !text.isEmpty())
                .map(text -> Line.of("held by: " + text + " (Esc: all)  ", Style.WARNING))
                .orElse(Line.EMPTY);
        var sort = "s sort: " + view.sort().word() + (view.reversed() ? " (turned)" : "");
        return filter.and("q quit  ? help  j/k move  Enter details  " + sort + "  / filter  p pause", Style.DIM);
    }
}
