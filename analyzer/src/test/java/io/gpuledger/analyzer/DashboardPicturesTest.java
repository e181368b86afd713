package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Draws all dashboards. With `-Dpictures=folder` they are there for a person to look at.
@Timeout(300)
class DashboardPicturesTest {
    private static final int WIDE = 1440;
    private static final int NARROW = 900;

    @Test
    void every_panel_is_drawn(@TempDir Path folder) throws Exception {
        var pages = DashboardPictures.draw(folder, List.of(WIDE, NARROW));
        write(pages);
        for (var placed : DashboardFolder.everything()) {
            assertThat(pages.get(placed.file().replace(".json", "-" + WIDE)))
                    .contains(">" + placed.panel().title().replace("&", "&amp;") + "<");
        }
        assertThat(pages)
                .allSatisfy((_, page) -> assertThat(page)
                        .contains("<svg", "<table")
                        .doesNotContain("class=\"nothing\"", "href=", "src=", "NaN"));
        assertThat(pages.get("health-" + NARROW)).contains(">critical<", ">fatal_xid<", "vision/train-0");
    }

    private static void write(Map<String, String> pages) throws IOException {
        var wanted = Optional.ofNullable(System.getProperty("pictures"));
        if (wanted.isPresent()) {
            var folder = Files.createDirectories(Path.of(wanted.get()));
            for (var page : pages.entrySet()) {
                Files.writeString(folder.resolve(page.getKey() + ".html"), page.getValue());
            }
        }
    }
}
