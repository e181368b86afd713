package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.html.Element;
import java.util.Locale;

/// The looks of the parts of a letter. Mail programs leave out style sheets as they like, so each element has its
/// looks with it, in colors that can be read on white and, where a program turns them round, on black. The
/// style sheet only adds what an element cannot say: the colors of dark mode, and less margin where there is
/// little room.
enum Style {
    GROUND("margin:0;padding:0;background-color:#f1f3f5"),
    OUTER("padding:0"),
    SHEET("width:100%;max-width:600px;background-color:#ffffff;" + Style.FONT + "color:#1c2430"),
    PAD("padding:20px 24px 28px 24px"),
    PREHEADER("display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#ffffff;opacity:0;"
            + "mso-hide:all"),
    TITLE("margin:0 0 14px 0;font-size:13px;line-height:18px;color:#5b6675;" + Style.BREAK),
    FIGURE("margin:0 0 6px 0;font-size:23px;line-height:29px;font-weight:bold;" + Style.BREAK),
    SENTENCE("margin:0 0 12px 0;font-size:16px;line-height:23px;" + Style.BREAK),
    HEADING("margin:26px 0 8px 0;font-size:16px;line-height:22px;font-weight:bold"),
    TEXT("margin:0 0 10px 0;font-size:14px;line-height:20px;" + Style.BREAK),
    FAINT("margin:0 0 8px 0;font-size:12px;line-height:17px;color:#5b6675;" + Style.BREAK),
    NOTICE("margin:0 0 12px 0;padding:9px 12px;border-left:4px solid #b7791f;background-color:#fff4d6;color:#5c4300;"
            + "font-size:14px;line-height:20px;" + Style.BREAK),
    CARD("padding:12px 14px 12px 14px;border:1px solid #dfe3e8;border-left:4px solid #0b5cad;background-color:#f7f8fa"),
    WHAT("margin:0 0 2px 0;font-size:15px;line-height:21px;font-weight:bold;" + Style.BREAK),
    WHY("margin:6px 0 0 0;font-size:14px;line-height:20px;" + Style.BREAK),
    CODE("margin:8px 0 0 0;padding:8px 10px;border:1px solid #dfe3e8;background-color:#ffffff;color:#1c2430;"
            + "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:12px;line-height:17px;"
            + "white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word"),
    TABLE("width:100%;border-collapse:collapse;font-size:13px;line-height:18px;margin:0 0 8px 0"),
    HEAD_NAME("padding:3px 4px 3px 0;border-bottom:1px solid #8a929c;text-align:left;vertical-align:bottom;"
            + "font-size:12px;line-height:15px;font-weight:normal;color:#5b6675"),
    HEAD("padding:3px 0 3px 6px;border-bottom:1px solid #8a929c;text-align:right;vertical-align:bottom;"
            + "font-size:12px;line-height:15px;font-weight:normal;color:#5b6675"),
    NAME("padding:5px 4px 5px 0;border-bottom:1px solid #dfe3e8;text-align:left;vertical-align:top;"
            + "font-weight:normal;" + Style.BREAK),
    WORD("padding:5px 4px 5px 0;border-bottom:1px solid #dfe3e8;text-align:left;vertical-align:top;font-weight:normal"),
    CELL("padding:5px 0 5px 6px;border-bottom:1px solid #dfe3e8;text-align:right;vertical-align:top;" + Style.NUMBERS),
    UPPER_NAME("padding:5px 4px 0 0;text-align:left;vertical-align:top;font-weight:normal;" + Style.BREAK),
    UPPER_CELL("padding:5px 0 0 6px;text-align:right;vertical-align:top;" + Style.NUMBERS),
    APART("padding:7px 0 0 0;text-align:left;font-weight:bold;" + Style.BREAK),
    UPPER("padding:1px 0 1px 6px;text-align:right;vertical-align:top;" + Style.NUMBERS),
    NOTE("padding:0 0 6px 0;border-bottom:1px solid #dfe3e8;text-align:left;font-size:12px;line-height:17px;"
            + "color:#5b6675;" + Style.BREAK),
    SUM_NAME("padding:5px 4px 5px 0;border-top:2px solid #1c2430;text-align:left;font-weight:bold"),
    SUM("padding:5px 0 5px 6px;border-top:2px solid #1c2430;text-align:right;font-weight:bold;" + Style.NUMBERS),
    LIST("margin:0 0 10px 0;padding:0 0 0 18px;font-size:14px;line-height:20px;" + Style.BREAK),
    FAINT_LIST("margin:0 0 10px 0;padding:0 0 0 16px;font-size:12px;line-height:17px;color:#5b6675;" + Style.BREAK),
    ITEM("margin:0 0 4px 0"),
    PICTURE("display:block;width:100%;max-width:552px;height:auto;border:0"),
    WEEKS("width:100%;border-collapse:collapse;table-layout:fixed;font-size:11px;line-height:15px;margin:0 0 6px 0"),
    WEEK("padding:2px 0;text-align:center;" + Style.NUMBERS);

    private static final String FONT =
            "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif;";
    private static final String BREAK = "overflow-wrap:anywhere;word-break:break-word";
    private static final String NUMBERS = "white-space:nowrap;font-variant-numeric:tabular-nums";

    /// The colors of dark mode and what changes on telephones, by the classes that elements have.
    static final String SHEET_OF_ALL = """
        :root { color-scheme: light dark; supported-color-schemes: light dark }
        @media (max-width: 480px) {
          .pad { padding: 14px 14px 22px 14px !important }
          .figure { font-size: 20px !important; line-height: 26px !important }
          .table { font-size: 12px !important }
          .spare { display: none !important }
          .card { padding: 10px 10px 10px 10px !important }
        }
        @media (prefers-color-scheme: dark) {
          .ground { background-color: #0d1014 !important }
          .sheet { background-color: #171b21 !important; color: #e4e9ee !important }
          .card { background-color: #1f252d !important; border-color: #3a444f !important;
            border-left-color: #7db8f0 !important }
          .code { background-color: #12161b !important; color: #e4e9ee !important; border-color: #3a444f !important }
          .notice { background-color: #3d3010 !important; color: #f3dc9c !important }
          .title, .faint, .head, .head-name, .note, .faint-list { color: #a3afbb !important }
          .head, .head-name { border-color: #6b7681 !important }
          .name, .word, .cell, .note { border-color: #333c46 !important }
          .sum, .sum-name { border-color: #c4ccd4 !important }
        }
        """;

    private final String css;

    Style(String css) {
        this.css = css;
    }

    /// Returns the element with these looks.
    Element on(Element element) {
        return element.with("class", word()).with("style", css);
    }

    /// Returns the element with these looks, which is left out on telephones.
    Element onSpare(Element element) {
        return element.with("class", word() + " spare").with("style", css);
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
