package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Remedy;
import io.gpuledger.analyzer.report.letter.Block.Bars;
import io.gpuledger.analyzer.report.letter.Block.Fix;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Table;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Writes a letter as a text that stands alone.
final class LetterText {
    private static final int NAME_MAX = 24;
    private static final int GAP = 2;

    private final Paragraphs page = new Paragraphs();

    private LetterText() {}

    static String of(String title, List<Block> blocks) {
        var text = new LetterText();
        text.page.heading(title);
        blocks.forEach(text::write);
        return text.page.toString();
    }

    private void write(Block block) {
        switch (block) {
            case Block.Lead(var figure, var sentence) -> {
                page.paragraph(figure);
                page.paragraph(sentence);
            }
            case Block.Heading(var text) -> page.heading(text);
            case Block.Paragraph(var text) -> page.paragraph(text);
            case Block.Remark(var text) -> page.paragraph(text);
            case Block.Notice(var text) -> page.paragraph("! " + text);
            case Block.Items(var items) -> items(items);
            case Block.Notes(var items) -> items(items);
            case Fix fix -> fix(fix);
            case Table table -> table(table);
            case Bars(var _, var _, var weeks) -> table(weeks);
        }
    }

    private void items(List<String> items) {
        items.forEach(page::item);
        page.gap();
    }

    private void fix(Fix fix) {
        page.separate();
        page.paragraph("%d. %s".formatted(fix.number(), fix.what()));
        page.indented(fix.where());
        fix.why().forEach(page::indented);
        switch (fix.remedy()) {
            case Remedy.Command(var command) -> code(command);
            case Remedy.Manifest(var yaml) -> code(yaml);
            case Remedy.AskOwner(var question) -> page.indented("No patch: ask the owner. " + question);
        }
        page.gap();
    }

    private void code(String text) {
        page.gap();
        page.code(text);
    }

    private void table(Table table) {
        var widths = widths(table);
        var name = Math.max(
                1,
                Math.min(
                        Math.max(NAME_MAX, longest(table)),
                        Paragraphs.WIDTH - IntStream.of(widths).sum()));
        row(table.first(), table.columns(), widths, name);
        for (var row : table.rows()) {
            var its = row.name();
            if (Plain.line(its).length() > name) {
                page.line(its);
                its = "";
            }
            row(its, row.cells(), widths, name);
            if (!row.note().isEmpty()) {
                page.indented(row.note());
            }
        }
        page.gap();
    }

    private static int longest(Table table) {
        return table.names() == Names.ABOVE
                ? 0
                : table.rows().stream()
                        .mapToInt(row -> Plain.line(row.name()).length())
                        .max()
                        .orElse(0);
    }

    private static int[] widths(Table table) {
        return IntStream.range(0, table.columns().size())
                .map(at -> GAP
                        + Stream.concat(
                                        Stream.of(table.columns().get(at)),
                                        table.rows().stream()
                                                .map(row -> row.cells().get(at)))
                                .mapToInt(String::length)
                                .max()
                                .orElse(0))
                .toArray();
    }

    private void row(String name, List<String> cells, int[] widths, int nameWidth) {
        var line = new StringBuilder(String.format("%-" + nameWidth + "s", Plain.line(name)));
        for (var i = 0; i < widths.length; i++) {
            line.append(String.format("%" + widths[i] + "s", cells.get(i)));
        }
        page.line(line.toString());
    }
}
