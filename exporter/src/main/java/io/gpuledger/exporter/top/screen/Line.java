package io.gpuledger.exporter.top.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A line on the screen, of pieces that each look in one way. All of it is [Plain].
public record Line(List<Piece> pieces) {
    public record Piece(String text, Style style) {
        public Piece {
            text = Plain.of(text);
        }
    }

    public static final Line EMPTY = new Line(List.of());

    private static final String ESCAPE = "\u001b[";

    public Line {
        pieces = List.copyOf(pieces);
    }

    static Line of(String text, Style style) {
        return new Line(List.of(new Piece(text, style)));
    }

    Line and(String text, Style style) {
        var more = new ArrayList<>(pieces);
        more.add(new Piece(text, style));
        return new Line(more);
    }

    Line and(Line other) {
        var more = new ArrayList<>(pieces);
        more.addAll(other.pieces());
        return new Line(more);
    }

    int length() {
        return pieces.stream().mapToInt(piece -> piece.text().length()).sum();
    }

    /// Returns the line with blanks behind it, up to a width.
    Line padded(int width) {
        return length() >= width ? this : and(" ".repeat(width - length()), Style.PLAIN);
    }

    /// Returns the line without what is beyond a width.
    Line within(int width) {
        var left = width;
        var kept = new ArrayList<Piece>();
        for (var piece : pieces) {
            if (left > 0) {
                kept.add(new Piece(
                        piece.text().substring(0, Math.min(left, piece.text().length())), piece.style()));
            }
            left -= piece.text().length();
        }
        return new Line(kept);
    }

    String text() {
        return pieces.stream().map(Piece::text).collect(Collectors.joining());
    }

    /// As it stands in a file, or on a terminal without colours.
    public String plain() {
        return text().stripTrailing();
    }

    /// As a terminal with colours takes it.
    public String coloured() {
        return pieces.stream().map(Line::coloured).collect(Collectors.joining());
    }

    private static String coloured(Piece piece) {
        var code = piece.style().code();
        return code.isEmpty() || piece.text().isEmpty()
                ? piece.text()
                : ESCAPE + code + "m" + piece.text() + ESCAPE + "0m";
    }
}
