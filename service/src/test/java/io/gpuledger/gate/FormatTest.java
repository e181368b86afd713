package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@Order(1)
class FormatTest {
    private static final Formatter FORMATTER = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());

    private static final Pattern BROKEN = Pattern.compile("(?m)^ *///.{80,}\\R *(/// \\S*[^\\s.:])\\R(?= *+/// [a-z])");

    @Test
    void every_source_is_formatted() {
        var unformatted = Repository.modules().stream()
                .flatMap(module -> Repository.files(module.resolve("src"), ".java").stream())
                .parallel()
                .filter(FormatTest::differs)
                .toList();
        if (Golden.updating()) {
            unformatted.forEach(file -> Repository.write(file, formatted(file)));
            return;
        }
        assertThat(unformatted.stream().map(Repository.root()::relativize))
                .as("Sources that are not formatted; mvn -pl service test -Dtest=FormatTest -Dupdate mends them")
                .isEmpty();
    }

    @Test
    void imports_are_sorted_and_unused_ones_removed() throws FormatterException {
        assertThat(formatted("""
            import java.util.Set;
            import java.util.Map;
            import java.util.List;
            record Fleet(Set<String> names, List<String> nodes) {}
            """)).isEqualTo("""
                import java.util.List;
                import java.util.Set;

                record Fleet(Set<String> names, List<String> nodes) {}
                """);
    }

    @Test
    void markdown_comments_stay_as_they_are() throws FormatterException {
        String source = """
            /// Two   lines,
            /// and an item:
            ///   - `Map<String,String>`
            record Fleet() {}
            """;

        assertThat(formatted(source)).isEqualTo(source);
    }

    /// The formatter breaks a line of a comment that is too long, and leaves its last word alone on a line.
    @Test
    void no_comment_is_broken_in_the_midst_of_a_sentence() {
        assertThat(Repository.modules().stream()
                        .flatMap(module -> Repository.files(module.resolve("src"), ".java").stream())
                        .flatMap(file -> BROKEN.matcher(Repository.read(file))
                                .results()
                                .map(found -> Repository.root().relativize(file) + ": " + found.group(1))))
                .as("Words of comments that stand alone on a line: wrap the lines around them anew")
                .isEmpty();
    }

    private static boolean differs(Path file) {
        return !formatted(file).equals(Repository.read(file));
    }

    private static String formatted(Path file) {
        try {
            return formatted(Repository.read(file));
        } catch (FormatterException e) {
            throw new AssertionError(file + " cannot be parsed", e);
        }
    }

    private static String formatted(String source) throws FormatterException {
        return FORMATTER.formatSourceAndFixImports(source);
    }
}
