package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.gate.GoldenPlace.Section;
import io.gpuledger.gate.GoldenPlace.WholeFile;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenTest {
    private static final String DOCUMENT = """
        # Arrows
        <!-- other -->
        <!-- /other -->
        <!-- arrows -->
        one
        two
        <!-- /arrows -->
        The end.
        """;

    @TempDir
    Path folder;

    private Path page = Path.of("");
    private Path document = Path.of("");

    @BeforeEach
    void write() {
        page = folder.resolve("golden/page.txt");
        document = folder.resolve("document.md");
        Repository.write(page, "one\ntwo\nthree\n");
        Repository.write(document, DOCUMENT);
    }

    @Test
    void equal_text_matches() {
        matches(new WholeFile(page), "one\ntwo\nthree\n");
        matches(new Section(document, "arrows"), "one\ntwo\n");
        matches(new Section(document, "other"), "");
    }

    @Test
    void a_section_ends_with_a_whole_line() {
        assertThatCode(() -> matches(new Section(document, "arrows"), "one\ntwo"))
                .doesNotThrowAnyException();
    }

    @Test
    void a_difference_is_shown_line_by_line_with_advice() {
        assertThatThrownBy(() -> matches(new WholeFile(page), "one\n2\nthree\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith(page + " is not what the code prints:\n")
                .hasMessageContaining("\n one\n-two\n+2\n three\n")
                .hasMessageEndingWith("\nRun with -Dupdate, and look at the diff.");
    }

    @Test
    void a_missing_last_line_end_is_a_difference() {
        assertThatThrownBy(() -> matches(new WholeFile(page), "one\ntwo\nthree"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void what_is_missing_is_refused_with_advice() {
        var missing = folder.resolve("missing");

        assertThatThrownBy(() -> matches(new WholeFile(missing), "one"))
                .hasMessage(missing + " does not exist.\nRun with -Dupdate, and look at the diff.");
        assertThatThrownBy(() -> matches(new Section(document, "flow"), "one"))
                .hasMessage(
                        document + " has no lines <!-- flow --> and <!-- /flow --> for the section to stand between."
                                + "\nRun with -Dupdate, and look at the diff.");
    }

    @Test
    void a_document_is_found_from_the_root_of_the_repository() {
        var golden = Golden.section(Path.of("docs/missing.md"), "arrows");

        assertThatThrownBy(() -> golden.matches("one"))
                .hasMessageStartingWith(Repository.root().resolve("docs/missing.md") + " has no lines <!-- arrows -->");
    }

    @Test
    void an_update_rewrites_the_file() {
        var fresh = folder.resolve("golden/fresh/page.txt");
        update(new WholeFile(page), "four");
        update(new WholeFile(fresh), "five\n");

        assertThat(page).hasContent("four");
        assertThat(fresh).hasContent("five\n");
    }

    @Test
    void an_update_rewrites_nothing_but_the_section() {
        update(new Section(document, "arrows"), "three\n$1");

        assertThat(document).hasContent(DOCUMENT.replace("one\ntwo", "three\n$1"));
    }

    @Test
    void an_update_cannot_tell_where_a_new_section_goes() {
        assertThatThrownBy(() -> update(new Section(document, "flow"), "one"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has no lines <!-- flow -->");
    }

    private static void matches(GoldenPlace place, String actual) {
        new Golden(place, false).matches(actual);
    }

    private static void update(GoldenPlace place, String actual) {
        new Golden(place, true).matches(actual);
    }
}
