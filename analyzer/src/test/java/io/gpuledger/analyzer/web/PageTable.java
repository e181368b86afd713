package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Reads a table of a page as it is shown.
final class PageTable {
    private static final Pattern ROW = Pattern.compile("<tr>(.*?)</tr>", Pattern.DOTALL);
    private static final Pattern CELL = Pattern.compile("<t[hd][^>]*>(.*?)</t[hd]>", Pattern.DOTALL);

    private PageTable() {}

    /// Returns the cells of the body of the table whose caption begins so, as texts; what stands below each other in a
    /// cell is parted by a line's end.
    static List<List<String>> of(String page, String caption) {
        var begin = page.indexOf("<caption>" + caption);
        assertThat(begin).as("a table “%s” in%n%s", caption, page).isNotNegative();
        var body = page.substring(page.indexOf("<tbody>", begin), page.indexOf("</tbody>", begin));
        return ROW.matcher(body).results().map(row -> cells(row.group(1))).toList();
    }

    private static List<String> cells(String row) {
        return CELL.matcher(row).results().map(PageTable::text).toList();
    }

    private static String text(MatchResult cell) {
        return cell.group(1)
                .replaceAll("<(div|strong)[^>]*>", "\n")
                .replaceAll("<[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#39;", "'")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
                .strip();
    }

    /// Returns the first line of a cell of each row.
    static List<String> column(List<List<String>> rows, int at) {
        return rows.stream().map(row -> row.get(at).split("\n", -1)[0]).toList();
    }
}
