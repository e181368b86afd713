package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.report.Figures;
import java.util.List;
import java.util.Map;

/// A table that can be read aloud: it has a caption, and each of its heads says what it is the head of.
final class Rows {
    /// What a column has, and how it looks.
    ///
    /// @param kind a class of the style sheet, or nothing
    record Head(String text, String kind) {
        static Head of(String text) {
            return new Head(text, "");
        }

        /// Left out where there is little room.
        static Head extra(String text) {
            return new Head(text, "more");
        }

        /// The same, of words and not of numbers.
        static Head words(String text) {
            return new Head(text, "more words");
        }
    }

    private final Markup page;
    private final List<Head> heads;
    private int at;

    Rows(Markup page, String caption, List<Head> heads) {
        this(page, "wide", caption, heads);
    }

    /// @param kind a class of the style sheet that says how wide it may be
    Rows(Markup page, String kind, String caption, List<Head> heads) {
        this.page = page;
        this.heads = List.copyOf(heads);
        page.open("div", "class", kind, "role", "region", "aria-label", caption, "tabindex", "0")
                .open("table")
                .tag("caption", caption)
                .open("thead")
                .open("tr");
        for (var head : heads) {
            if (head.kind().isEmpty()) {
                page.tag("th", head.text(), "scope", "col");
            } else {
                page.tag("th", head.text(), "scope", "col", "class", head.kind());
            }
        }
        page.close("tr").close("thead").line().open("tbody");
    }

    /// Begins a row; what its head says goes to the page next.
    void begin() {
        page.line().open("tr").open("th", "scope", "row", "class", "name");
        at = 1;
    }

    void headed() {
        page.close("th");
    }

    void begin(String head) {
        begin();
        page.text(head);
        headed();
    }

    void cell(String text) {
        openCell();
        page.text(text);
        closeCell();
    }

    /// A line for each currency.
    void cost(Map<String, Long> cost) {
        openCell();
        cost.forEach((currency, micros) -> page.tag("div", currency + " " + Figures.money(micros)));
        closeCell();
    }

    void openCell() {
        var kind = heads.get(at).kind();
        if (kind.isEmpty()) {
            page.open("td");
        } else {
            page.open("td", "class", kind);
        }
        at++;
    }

    void closeCell() {
        page.close("td");
    }

    void end() {
        page.close("tr");
    }

    void foot() {
        page.close("tbody").line().open("tfoot");
    }

    void close(boolean hasFoot) {
        page.close(hasFoot ? "tfoot" : "tbody").close("table").close("div").line();
    }
}
