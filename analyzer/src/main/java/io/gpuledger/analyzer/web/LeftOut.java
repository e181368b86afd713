package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.Locale;

/// Says how many rows a table has not, and leads to the page that has more of them.
final class LeftOut {
    private static final int MOST = 5_000;

    private LeftOut() {}

    static Node of(int rows, Asked asked) {
        if (rows <= asked.limit()) {
            return Node.NONE;
        }
        var more = Math.min(rows, MOST);
        return Sections.aside(
                Node.text(String.format(Locale.ROOT, "%,d more are left out. ", rows - asked.limit())),
                asked.address().with("limit", String.valueOf(more)).link(String.format(Locale.ROOT, "Show %,d", more)));
    }
}
