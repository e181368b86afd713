package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Remedy;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Html;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.letter.Block.Bars;
import io.gpuledger.analyzer.report.letter.Block.Fix;
import java.util.List;
import java.util.stream.Stream;

/// Writes a letter as HTML that mail programs show: laid out by tables, 600 pixels wide and less where there is
/// less room, and nothing in it is to be loaded.
final class LetterHtml {
    private static final Node LINE = Node.LINE;

    private LetterHtml() {}

    /// @param preheader what mail programs show of it beside its subject
    static String of(String title, String preheader, List<Block> blocks) {
        var content = Stream.concat(
                Stream.of(Style.PREHEADER.on(text("div", preheader)), LINE, Style.TITLE.on(text("p", title)), LINE),
                blocks.stream().map(block -> Node.of(of(block), LINE)));
        var sheet = Style.SHEET.on(presentation(Element.of("tr", Style.PAD.on(Element.of("td", content.toList()))))
                .with("width", "600")
                .with("align", "center"));
        var outer = presentation(Element.of(
                        "tr",
                        LINE,
                        Style.OUTER.on(Element.of("td", LINE, sheet, LINE).with("align", "center"))))
                .with("width", "100%");
        var body = Style.GROUND.on(Element.of("body", LINE, outer, LINE));
        return Html.document(Element.of("html", head(title), LINE, body).with("lang", "en"));
    }

    private static Node head(String title) {
        return Element.of(
                "head",
                LINE,
                Element.of("meta").with("charset", "utf-8"),
                meta("viewport", "width=device-width, initial-scale=1"),
                meta("color-scheme", "light dark"),
                meta("supported-color-schemes", "light dark"),
                LINE,
                text("title", title),
                LINE,
                new Node.Style(Style.SHEET_OF_ALL));
    }

    private static Element meta(String name, String content) {
        return Element.of("meta").with("name", name).with("content", content);
    }

    /// A table that only says where things stand.
    private static Element presentation(Node... rows) {
        return Element.of("table", rows)
                .with("role", "presentation")
                .with("cellpadding", "0")
                .with("cellspacing", "0")
                .with("border", "0");
    }

    /// A sign of per cent stays with its number.
    static Element text(String tag, String text) {
        return Element.of(tag, Plain.line(text).replace(" %", "\u00a0%"));
    }

    private static Node of(Block block) {
        return switch (block) {
            case Block.Lead(var figure, var sentence) ->
                Node.of(Style.FIGURE.on(text("h1", figure)), LINE, Style.SENTENCE.on(text("p", sentence)));
            case Block.Heading(var text) -> Style.HEADING.on(text("h2", text));
            case Block.Paragraph(var text) -> Style.TEXT.on(text("p", text));
            case Block.Remark(var text) -> Style.FAINT.on(text("p", text));
            case Block.Notice(var text) -> Style.NOTICE.on(text("p", text));
            case Block.Items(var items) -> list(Style.LIST, items);
            case Block.Notes(var items) -> list(Style.FAINT_LIST, items);
            case Fix fix -> fix(fix);
            case Block.Table table -> HtmlTable.of(table);
            case Bars bars -> bars(bars);
        };
    }

    private static Node list(Style style, List<String> items) {
        return style.on(Element.of(
                "ul",
                items.stream()
                        .map(item -> Node.of(LINE, Style.ITEM.on(text("li", item))))
                        .toList()));
    }

    private static Node fix(Fix fix) {
        var content = Stream.of(
                        Stream.of(
                                Style.WHAT.on(text("p", "%d. %s".formatted(fix.number(), fix.what()))),
                                Style.FAINT.on(text("p", fix.where()))),
                        fix.why().stream().map(why -> Style.WHY.on(text("p", why))),
                        Stream.of(remedy(fix.remedy())))
                .flatMap(some -> some)
                .flatMap(node -> Stream.of(node, LINE))
                .toList();
        return Node.of(
                presentation(Element.of("tr", Style.CARD.on(Element.of("td", content))))
                        .with("width", "100%"),
                gap());
    }

    private static Element remedy(Remedy remedy) {
        return switch (remedy) {
            case Remedy.Command(var command) -> code(command);
            case Remedy.Manifest(var yaml) -> code(yaml);
            case Remedy.AskOwner(var question) -> Style.WHY.on(text("p", "No patch: ask the owner. " + question));
        };
    }

    private static Element code(String text) {
        return Style.CODE.on(Element.of("pre", Plain.lines(text)));
    }

    /// Mail programs pass over margins of tables.
    private static Element gap() {
        return Element.of("div", "\u00a0").with("style", "height:10px;font-size:1px;line-height:10px");
    }

    private static Node bars(Bars bars) {
        var picture = Style.PICTURE.on(Element.of("img")
                .with("src", "cid:" + bars.picture())
                .with("width", String.valueOf(TrendPicture.SHOWN_WIDTH))
                .with("alt", Plain.line(bars.words())));
        var weeks = bars.weeks().rows();
        var names = weeks.stream().map(week -> Style.WEEK.on(text("td", week.name())));
        var firsts =
                weeks.stream().map(week -> Style.WEEK.on(text("td", week.cells().getFirst())));
        return Node.of(
                picture,
                LINE,
                Style.WEEKS.on(presentation(Element.of("tr", names.toList()), LINE, Element.of("tr", firsts.toList()))
                        .with("width", "100%")));
    }
}
