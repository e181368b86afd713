package io.gpuledger.exporter.top.screen;

/// What a piece of text is, from which follows how it looks where there are colours.
public enum Style {
    PLAIN(""),
    /// Of no interest, or not known.
    DIM("2"),
    STRONG("1"),
    /// The heads of columns.
    HEAD("7"),
    GOOD("32"),
    WARNING("33"),
    SEVERE("1;31"),
    /// Who holds a unit.
    NAME("36");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /// What a terminal is told for it, between `ESC [` and `m`.
    String code() {
        return code;
    }
}
