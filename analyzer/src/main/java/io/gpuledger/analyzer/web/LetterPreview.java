package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Html;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letters.Draft;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.web.ReportsEndpoint.Named;
import io.gpuledger.analyzer.web.ShownLetters.Shown;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.ArrayList;
import java.util.List;

/// Shows a letter as it is mailed, below links to the weeks before and after it and to its files.
///
/// @param weeks those that there may be letters of, the last first
record LetterPreview(Named asked, Shown shown, List<Week> weeks) {
    private static final String BAR = "margin:0;padding:9px 14px;background-color:#1c2430;color:#e4e9ee;"
            + "font:13px/20px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-align:center";
    private static final String LINK = "color:#9fd0ff;margin:0 7px;white-space:nowrap";

    /// @param frame is put around the reason why there is no letter
    String html(Frame frame) {
        return switch (shown.draft()) {
            case Draft.Written(var letter) -> html(letter);
            case Draft.Withheld(var reason) -> frame.around(Node.of(bar(false), Sections.note("No letter: " + reason)));
        };
    }

    /// A letter has one body, and only elements have brackets or plain quotes in HTML: texts have them escaped.
    /// So these are found where they were written, whatever a text says.
    private String html(Letter letter) {
        var html = letter.html();
        for (var picture : letter.pictures()) {
            html = html.replace("\"cid:" + picture.name() + "\"", "\"" + file(picture.name()) + "\"");
        }
        var body = html.indexOf('>', html.indexOf("<body")) + 1;
        return html.substring(0, body) + Html.of(bar(true)) + html.substring(body);
    }

    /// Paths are relative, so that they hold behind a proxy too.
    private String file(String name) {
        return "%s/%s".formatted(asked.week(), name);
    }

    private Element bar(boolean hasFiles) {
        var links = new ArrayList<Node>();
        links.add(link("../../reports?week=" + asked.week(), "all letters of " + asked.week()));
        weeks.stream()
                .filter(week -> week.equals(asked.week().before()))
                .forEach(week -> links.add(link(week.toString(), "← " + week)));
        weeks.stream()
                .filter(week -> week.before().equals(asked.week()))
                .forEach(week -> links.add(link(week.toString(), week + " →")));
        if (hasFiles) {
            links.addFirst(Node.of(
                    Element.of("span", shown.words()).with("style", "margin:0 7px;color:#b6c2cf"), Node.text(" ")));
            links.add(link(file(ReportsEndpoint.TEXT), "as text"));
            links.add(link(file(ReportsEndpoint.TABLE), "as table"));
        }
        return Element.of("div", links).with("style", BAR);
    }

    private static Node link(String path, String words) {
        return Node.of(Element.of("a", words).with("href", path).with("style", LINK), Node.text(" "));
    }
}
