package io.gpuledger.exporter.counters;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The lines of a counters file as Go's reader of CSV takes them: `#` begins a comment line, empty lines do not count,
/// and a column may stand in quotes. By hand, because a problem has to be told with its line, and all of them at once.
final class Csv {
    /// A column, in quotes or without any, and what ends it.
    private static final Pattern COLUMN = Pattern.compile("\\s*(?:\"((?:[^\"]|\"\")*)\"|([^\",]*))\\s*(,|$)");

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /// A line that is no comment.
    ///
    /// @param number from 1, comments and empty lines included
    /// @param columns nothing where a quote is not closed, or stands inside a column
    record Line(int number, Optional<List<String>> columns) {}

    private Csv() {}

    static List<Line> lines(String text) {
        var lines = new ArrayList<Line>();
        var number = 0;
        for (var line : text.replaceFirst("^" + BYTE_ORDER_MARK, "").lines().toList()) {
            number++;
            if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                lines.add(new Line(number, columns(line.strip())));
            }
        }
        return lines;
    }

    private static Optional<List<String>> columns(String line) {
        var columns = new ArrayList<String>();
        var column = COLUMN.matcher(line);
        var from = 0;
        while (column.find(from) && column.start() == from) {
            var quoted = Optional.ofNullable(column.group(1)).map(text -> text.replace("\"\"", "\""));
            columns.add(quoted.orElseGet(() -> column.group(2)).strip());
            if (column.group(3).isEmpty()) {
                return Optional.of(columns);
            }
            from = column.end();
        }
        return Optional.empty();
    }
}
